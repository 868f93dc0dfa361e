package acme;

public class OrderException extends java.io.IOException {
    private static final long serialVersionUID = 100L;
    public int code;
    private String message;
}
