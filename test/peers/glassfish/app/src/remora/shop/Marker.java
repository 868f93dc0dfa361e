package remora.shop;

import java.io.Serializable;

/** Has no methods, so a reference or a value may stand in its place: an abstract interface of RMI-IIOP. */
public interface Marker {
  /** A value that may stand there. */
  class Tag implements Marker, Serializable {
    private static final long serialVersionUID = 1L;

    public int v;
  }
}
