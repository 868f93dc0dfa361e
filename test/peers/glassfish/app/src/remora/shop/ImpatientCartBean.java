package remora.shop;

import jakarta.ejb.AccessTimeout;
import jakarta.ejb.Stateful;

/** Refuses a count while another call runs. */
@Stateful(name = "ImpatientCartBean", passivationCapable = false)
public class ImpatientCartBean extends Basket implements Cart {
  private static final long serialVersionUID = 1L;

  // At the class it would hold for the methods that this class itself declares only.
  @Override
  @AccessTimeout(0)
  public int count() {
    return super.count();
  }
}
