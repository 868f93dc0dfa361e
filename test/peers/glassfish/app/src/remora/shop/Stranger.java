package remora.shop;

import java.io.Serializable;

/** A class that clients do not know; written without a writeObject, so outside of chunked values it is not chunked. */
public class Stranger implements Serializable {
  private static final long serialVersionUID = 13L;

  public String word;
  public int number;
  public Stranger next;
  public Person known;
}
