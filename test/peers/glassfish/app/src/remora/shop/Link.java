package remora.shop;

import java.io.Serializable;

/** For cycles and shared references. */
public class Link implements Serializable {
  private static final long serialVersionUID = 7L;

  public String label;
  public Link next;
  public Link other;

  public Link() {}

  public Link(String label) {
    this.label = label;
  }
}
