package remora.shop;

import java.io.Serializable;

public class Square implements Shape, Marker, Serializable {
  private static final long serialVersionUID = 1L;

  public double side;

  @Override
  public double area() {
    return side * side;
  }
}
