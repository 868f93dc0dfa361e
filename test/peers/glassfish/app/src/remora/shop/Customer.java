package remora.shop;

import java.io.Serializable;
import java.util.ArrayList;

/** Shared by many orders. */
public class Customer implements Serializable {
  private static final long serialVersionUID = 1L;

  public int number;
  public String name;
  public String email;
  public boolean active;
  public ArrayList<String> phones;
}
