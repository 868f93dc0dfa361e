package remora.shop.front;

import java.io.Serializable;
import java.util.List;

/** What a customer wants. The id is the customer's own, so that he can ask for the order later, whatever was lost on the way. */
public class Order implements Serializable {
  private static final long serialVersionUID = 1L;

  private final String id;
  private final String customer;
  private final List<OrderLine> lines;

  public Order(String id, String customer, List<OrderLine> lines) {
    this.id = id;
    this.customer = customer;
    this.lines = lines;
  }

  public String getId() {
    return id;
  }

  public String getCustomer() {
    return customer;
  }

  public List<OrderLine> getLines() {
    return lines;
  }
}
