package remora.shop;

import jakarta.ejb.ApplicationException;

/** Unchecked, but reaches the caller as it is. */
@ApplicationException(rollback = true)
public class PolicyException extends RuntimeException {
  private static final long serialVersionUID = 102L;

  public int rule = 12;

  public PolicyException(String message) {
    super(message);
  }
}
