package remora.shop;

import java.io.Serializable;
import java.util.List;
import java.util.Map;

/** Fields whose declared types are interfaces. */
@SuppressWarnings("serial")
public class Drawing implements Serializable {
  private static final long serialVersionUID = 1L;

  public Shape main;
  public List<Shape> others;
  public Map<String, Shape> named;
  public Marker mark;
  public Comparable<?> key;
  public CharSequence caption;
  public Runnable action;
}
