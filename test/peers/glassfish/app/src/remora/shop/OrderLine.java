package remora.shop;

import java.io.Serializable;
import java.math.BigDecimal;

public class OrderLine implements Serializable {
  private static final long serialVersionUID = 1L;

  public String article;
  public int quantity;
  public BigDecimal price;
}
