package remora.shop.front;

import jakarta.ejb.Remote;

/** Where orders are placed. */
@Remote
public interface OrderDesk {
  /** Places an order, each time it is called: it must not run twice. */
  Receipt place(Order order) throws SoldOutException;

  /** What was placed under an id, on whichever server; null when nothing was. Only reads. */
  Receipt find(String orderId);
}
