package acme;

public interface Marker {
    class Tag implements Marker, java.io.Serializable { private static final long serialVersionUID = 1L; public int v; }
}
