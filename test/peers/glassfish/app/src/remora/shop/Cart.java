package remora.shop;

import jakarta.ejb.Remote;
import java.util.List;

/** A conversation with one client. */
@Remote
public interface Cart {
  void add(String item);

  int count();

  List<String> items();

  String whoami();

  /** Sleeps, then answers the number of items: for two calls at once on one session. */
  int slow(int millis);

  /** Checked: the conversation goes on. */
  void refuse(String reason) throws OrderException;

  /** Unchecked: the server throws the session away. */
  void explode(String message);

  /** Ends the conversation. */
  void checkout();

  /** Ends the conversation with a result, but not when it throws. */
  int order(int code) throws OrderException;
}
