package remora.shop.front;

import java.io.Serializable;

/** So many of one article. */
public class OrderLine implements Serializable {
  private static final long serialVersionUID = 1L;

  private final String article;
  private final int quantity;

  public OrderLine(String article, int quantity) {
    this.article = article;
    this.quantity = quantity;
  }

  public String getArticle() {
    return article;
  }

  public int getQuantity() {
    return quantity;
  }
}
