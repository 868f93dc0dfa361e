package remora.shop;

import java.io.Serializable;

/**
 * A client's version of the server's class: under the same serialVersionUID it lacks "remark", and has "colour" and "number", which
 * the server lacks.
 */
public class Parcel implements Serializable {
  private static final long serialVersionUID = 11L;

  public String label;
  public int weight;
  public Person sender;
  public int[] sizes;
  public String colour;
  public long number;
}
