package remora.shop;

/** Subclass of a known class, not known to clients. */
public class Express extends Parcel {
  private static final long serialVersionUID = 12L;

  public long deadline;
  public String courier;
}
