package remora.shop;

import jakarta.ejb.Stateful;

/**
 * On the member that created it only: the server replicates every bean of an application that is deployed for it, whatever its
 * descriptor says, unless it cannot be passivated.
 */
@Stateful(name = "CartBean", passivationCapable = false)
public class CartBean extends Basket implements Cart {
  private static final long serialVersionUID = 1L;
}
