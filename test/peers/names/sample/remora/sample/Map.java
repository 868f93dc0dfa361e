package remora.sample;

/** Named like a class of JavaScript, with fields that JavaScript has for itself. */
public class Map extends java.util.EventObject {
    private static final long serialVersionUID = 12L;
    public int constructor;
    public String delete;
    public String __proto__;
    public Promise $promise;
    public Empty[] empty;
    public java.util.Map<Instant, java.time.Instant> map;
    public Map(Object source) { super(source); }

    /** No constants. */
    public enum Empty { }
}
