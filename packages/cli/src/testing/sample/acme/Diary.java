package acme;

import java.io.IOException;
import java.io.ObjectOutputStream;
import java.util.List;

public class Diary implements java.io.Serializable {
    private static final long serialVersionUID = 42L;
    public int year;
    public transient List<String> notes;
    private void writeObject(ObjectOutputStream out) throws IOException { out.defaultWriteObject(); }
}
