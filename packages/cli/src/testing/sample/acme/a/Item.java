package acme.a;

public class Item implements java.io.Serializable { public acme.b.Item other; }
