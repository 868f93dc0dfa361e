package acme;

@jakarta.ejb.ApplicationException
public class PolicyException extends RuntimeException { private static final long serialVersionUID = 102L; }
