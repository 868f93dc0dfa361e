package remora.sample;

/** Carries the basket that has it. */
public class Trouble extends java.io.IOException {
    private static final long serialVersionUID = 6L;
    public Basket basket;
    public String message;
}
