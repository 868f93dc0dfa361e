package remora.shop;

import jakarta.ejb.Stateful;

/** Survives its member: the application is deployed with availability, as the descriptor says for this bean. */
@Stateful(name = "ReplicatedCartBean")
public class ReplicatedCartBean extends Basket implements Cart {
  private static final long serialVersionUID = 1L;
}
