package remora.shop;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;

/** Value with its own writeObject: default fields, then optional data. */
public class Diary implements Serializable {
  private static final long serialVersionUID = 42L;
  private static final long MARK = 0x1122334455667788L;

  public String owner;
  public int year;
  public transient ArrayList<String> notes = new ArrayList<>();

  private void writeObject(ObjectOutputStream out) throws IOException {
    out.defaultWriteObject();
    out.writeInt(notes.size());
    for (String note : notes) out.writeUTF(note);
    out.writeObject(notes.isEmpty() ? null : notes.get(0));
    out.writeLong(MARK);
    out.writeBoolean(true);
  }

  private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
    in.defaultReadObject();
    notes = new ArrayList<>();
    for (int n = in.readInt(); n > 0; n--) notes.add(in.readUTF());
    in.readObject();
    if (in.readLong() != MARK || !in.readBoolean()) throw new IOException("diary data damaged");
  }
}
