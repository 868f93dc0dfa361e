package acme.b;

public class Item implements java.io.Serializable { }
