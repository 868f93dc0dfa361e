package remora.shop;

import java.util.ArrayList;
import java.util.List;

/** Checked application exception with fields of its own. */
public class OrderException extends Exception {
  private static final long serialVersionUID = 100L;

  public int code;
  public String detail;
  public ArrayList<String> lines;

  public OrderException(String message) {
    super(message);
  }

  public OrderException(String message, int code, String detail) {
    super(message);
    this.code = code;
    this.detail = detail;
    this.lines = new ArrayList<>(List.of("one", "two"));
  }
}
