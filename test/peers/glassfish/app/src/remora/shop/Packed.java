package remora.shop;

import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;

/** Writes all of itself by hand. */
@SuppressWarnings("serial")
public class Packed implements Externalizable {
  private static final long serialVersionUID = 9L;

  public int number;
  public String text;
  public Object content;

  public Packed() {}

  public Packed(int number, String text, Object content) {
    this.number = number;
    this.text = text;
    this.content = content;
  }

  @Override
  public void writeExternal(ObjectOutput out) throws IOException {
    out.writeInt(number);
    out.writeUTF(text == null ? "" : text);
    out.writeBoolean(text == null);
    out.writeObject(content);
  }

  @Override
  public void readExternal(ObjectInput in) throws IOException, ClassNotFoundException {
    number = in.readInt();
    String written = in.readUTF();
    text = in.readBoolean() ? null : written;
    content = in.readObject();
  }
}
