package remora.shop;

public enum Color {
  RED,
  GREEN,
  BLUE
}
