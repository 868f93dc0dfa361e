package acme;

public record Point(int x, int y) implements java.io.Serializable { }
