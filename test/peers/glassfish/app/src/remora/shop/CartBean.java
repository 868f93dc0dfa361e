package remora.shop;

import jakarta.ejb.Stateful;

/** On the member that created it only. */
@Stateful(name = "CartBean")
public class CartBean extends Basket implements Cart {
  private static final long serialVersionUID = 1L;
}
