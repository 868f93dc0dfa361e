package remora.peer;

/** Subclass without serialVersionUID (deliberately) and with writeObject: chunked, multi-class, custom data. */
@SuppressWarnings("serial")
public class SpecialItem extends Item {
    public String extra = "extra";
    public transient int hidden = 7;

    public SpecialItem() { }
    public SpecialItem(int i, String name) { super(i, name); }

    private void writeObject(java.io.ObjectOutputStream out) throws java.io.IOException {
        out.defaultWriteObject();
        out.writeInt(hidden);
        out.writeObject("after");
    }

    private void readObject(java.io.ObjectInputStream in) throws java.io.IOException, ClassNotFoundException {
        in.defaultReadObject();
        hidden = in.readInt();
        in.readObject();
    }
}
