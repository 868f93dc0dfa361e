package remora.shop.front;

import java.io.Serializable;
import java.math.BigDecimal;
import java.time.Instant;

/** An order that was placed. */
public class Receipt implements Serializable {
  private static final long serialVersionUID = 1L;

  private final String orderId;
  private final BigDecimal total;
  private final Instant placedAt;
  private final String member;

  public Receipt(String orderId, BigDecimal total, Instant placedAt, String member) {
    this.orderId = orderId;
    this.total = total;
    this.placedAt = placedAt;
    this.member = member;
  }

  public String getOrderId() {
    return orderId;
  }

  public BigDecimal getTotal() {
    return total;
  }

  public Instant getPlacedAt() {
    return placedAt;
  }

  /** The server that placed it. */
  public String getMember() {
    return member;
  }
}
