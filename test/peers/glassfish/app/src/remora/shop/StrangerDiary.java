package remora.shop;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;

/** Not known to clients, and with a writeObject: always chunked. */
public class StrangerDiary implements Serializable {
  private static final long serialVersionUID = 14L;

  public String word;
  public transient int pages;
  public transient Person author;

  private void writeObject(ObjectOutputStream out) throws IOException {
    out.defaultWriteObject();
    out.writeInt(pages);
    out.writeObject(author);
  }

  private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
    in.defaultReadObject();
    pages = in.readInt();
    author = (Person) in.readObject();
  }
}
