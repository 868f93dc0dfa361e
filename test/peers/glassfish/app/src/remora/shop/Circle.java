package remora.shop;

import java.io.Serializable;

public class Circle implements Shape, Serializable {
  private static final long serialVersionUID = 1L;

  public double radius;

  @Override
  public double area() {
    return Math.PI * radius * radius;
  }
}
