package remora.shop;

import jakarta.ejb.Remote;

/** A conversation with one client. */
@Remote
public interface Cart {
  void add(String item);

  int count();

  String whoami();

  /** Ends the conversation. */
  void checkout();
}
