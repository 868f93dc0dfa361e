package remora.shop;

import jakarta.ejb.Stateful;

/** Survives its member: glassfish-ejb-jar.xml makes it available on another one. */
@Stateful(name = "ReplicatedCartBean")
public class ReplicatedCartBean extends Basket implements Cart {
  private static final long serialVersionUID = 1L;
}
