package acme;

public class Line implements java.io.Serializable {
    private static final long serialVersionUID = -2L;
    public long amount;
    public Order order;
}
