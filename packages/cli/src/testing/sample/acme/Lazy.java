package acme;

public class Lazy implements java.io.Serializable { private static final long serialVersionUID = Long.parseLong("7"); }
