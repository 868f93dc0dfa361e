package remora.shop.front;

import jakarta.ejb.Stateless;
import java.math.BigDecimal;
import java.time.Instant;

@Stateless(name = "OrderDeskBean")
public class OrderDeskBean implements OrderDesk {
  @Override
  public Receipt place(Order order) throws SoldOutException {
    OrderBook.count(order.getId());
    BigDecimal total = BigDecimal.ZERO;
    for (OrderLine line : order.getLines()) {
      Article article = Shelf.find(line.getArticle());
      int left = article == null ? 0 : article.getStock();
      if (line.getQuantity() > left) {
        throw new SoldOutException(line.getArticle(), line.getQuantity(), left);
      }
      total = total.add(article.getPrice().multiply(BigDecimal.valueOf(line.getQuantity())));
    }
    Receipt receipt = new Receipt(order.getId(), total, Instant.now(), OrderBook.member());
    OrderBook.keep(receipt);
    return receipt;
  }

  @Override
  public Receipt find(String orderId) {
    return OrderBook.find(orderId);
  }
}
