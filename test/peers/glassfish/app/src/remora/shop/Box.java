package remora.shop;

import java.io.Serializable;

/** Known, not chunked; "middle" may hold what a client does not know. Java sends the fields in the order of their names. */
@SuppressWarnings("serial")
public class Box implements Serializable {
  private static final long serialVersionUID = 17L;

  public int number;
  public String after;
  public String before;
  public Object middle;
  public Person person;
}
