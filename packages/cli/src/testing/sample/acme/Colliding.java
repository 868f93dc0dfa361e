package acme;

@jakarta.ejb.Remote
public interface Colliding {
    void put(acme.a.Item item);
    void put(acme.b.Item item);
}
