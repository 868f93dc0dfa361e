package remora.shop;

import jakarta.annotation.PostConstruct;
import jakarta.ejb.Remove;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/** What all carts do; each creation is an event of the journal. */
public abstract class Basket implements Cart, Serializable {
  private static final long serialVersionUID = 1L;

  private final ArrayList<String> items = new ArrayList<>();

  @PostConstruct
  void created() {
    Journal.event("create " + getClass().getSimpleName());
  }

  @Override
  public void add(String item) {
    items.add(item);
  }

  @Override
  public int count() {
    return items.size();
  }

  @Override
  public List<String> items() {
    return new ArrayList<>(items);
  }

  @Override
  public String whoami() {
    return Instance.name();
  }

  @Override
  public int slow(int millis) {
    Instance.sleep(millis);
    return items.size();
  }

  @Override
  public void refuse(String reason) throws OrderException {
    throw new OrderException("cart refused: " + reason, items.size(), reason);
  }

  @Override
  public void explode(String message) {
    throw new IllegalStateException(message);
  }

  @Override
  @Remove
  public void checkout() {
    items.clear();
  }

  @Override
  @Remove(retainIfException = true)
  public int order(int code) throws OrderException {
    if (code != 0) throw new OrderException("order refused", code, null);
    return items.size();
  }
}
