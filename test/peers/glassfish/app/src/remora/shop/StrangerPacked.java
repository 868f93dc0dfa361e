package remora.shop;

import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;

/** Not known to clients, and all by hand. */
public class StrangerPacked implements Externalizable {
  private static final long serialVersionUID = 15L;

  public int number;
  public Person known;

  @Override
  public void writeExternal(ObjectOutput out) throws IOException {
    out.writeInt(number);
    out.writeObject(known);
    out.writeUTF("end");
  }

  @Override
  public void readExternal(ObjectInput in) throws IOException, ClassNotFoundException {
    number = in.readInt();
    known = (Person) in.readObject();
    if (!in.readUTF().equals("end")) throw new IOException("damaged");
  }
}
