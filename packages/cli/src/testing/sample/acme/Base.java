package acme;

public abstract class Base implements java.io.Serializable {
    private static final long serialVersionUID = 1L;
    private String name;
    protected transient int hidden;
}
