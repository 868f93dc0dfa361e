package remora.shop;

/** Undeclared subclass of a declared exception. */
public class LateOrderException extends OrderException {
  private static final long serialVersionUID = 101L;

  public long lateBy;

  public LateOrderException(String message) {
    this(message, 0);
  }

  public LateOrderException(String message, long lateBy) {
    super(message, 2, "late");
    this.lateBy = lateBy;
  }
}
