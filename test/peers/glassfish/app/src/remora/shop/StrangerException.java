package remora.shop;

/** A checked exception that clients do not know; it hides behind a declared one. */
public class StrangerException extends OrderException {
  private static final long serialVersionUID = 16L;

  public Stranger culprit;

  public StrangerException(String message) {
    super(message, 3, "strange");
  }
}
