package remora.shop.front;

import java.io.Serializable;
import java.math.BigDecimal;

/** Something on the shelf. */
public class Article implements Serializable {
  private static final long serialVersionUID = 1L;

  private final String id;
  private final String title;
  private final BigDecimal price;
  private final int stock;

  public Article(String id, String title, BigDecimal price, int stock) {
    this.id = id;
    this.title = title;
    this.price = price;
    this.stock = stock;
  }

  public String getId() {
    return id;
  }

  public String getTitle() {
    return title;
  }

  public BigDecimal getPrice() {
    return price;
  }

  public int getStock() {
    return stock;
  }
}
