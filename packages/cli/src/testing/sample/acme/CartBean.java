package acme;

import jakarta.ejb.Remote;
import jakarta.ejb.Remove;
import jakarta.ejb.Stateful;

@Stateful
@Remote(Cart.class)
public class CartBean implements Cart {
    @Override public void add(String article, int amount) { }
    @Remove @Override public int checkout() { return 0; }
}
