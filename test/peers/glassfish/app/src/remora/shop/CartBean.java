package remora.shop;

import jakarta.ejb.Remove;
import jakarta.ejb.Stateful;
import java.io.Serializable;
import java.util.ArrayList;

@Stateful(name = "CartBean")
public class CartBean implements Cart, Serializable {
  private static final long serialVersionUID = 1L;

  private final ArrayList<String> items = new ArrayList<>();

  @Override
  public void add(String item) {
    items.add(item);
  }

  @Override
  public int count() {
    return items.size();
  }

  @Override
  public String whoami() {
    return Instance.name();
  }

  @Override
  @Remove
  public void checkout() {
    items.clear();
  }
}
