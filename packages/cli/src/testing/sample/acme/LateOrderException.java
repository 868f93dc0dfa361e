package acme;

public class LateOrderException extends OrderException { private static final long serialVersionUID = 101L; public Order order; }
