package acme;

public interface Cart {
    void add(String article, int amount);
    int checkout();
}
