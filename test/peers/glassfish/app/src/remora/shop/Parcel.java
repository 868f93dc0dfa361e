package remora.shop;

import java.io.Serializable;

/**
 * The server's version. Clients have others under the same serialVersionUID: without "remark", or with fields that this
 * one lacks (the Java client's is in test/peers/glassfish/evolved).
 */
public class Parcel implements Serializable {
  private static final long serialVersionUID = 11L;

  public String label;
  public int weight;
  public String remark;
  public Person sender;
  public int[] sizes;
}
