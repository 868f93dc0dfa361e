package remora.shop;

/** An interface with methods that is not remote: its place takes values only. */
public interface Shape {
  double area();
}
