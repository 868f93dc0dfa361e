package remora.shop;

import jakarta.ejb.Remote;

/** A singleton (one per instance) that lets one call in and turns others away after 200 ms. */
@Remote
public interface Turnstile {
  /** Holds the lock. */
  String hold(int millis);

  /** Needs the same lock. */
  String pass();

  /** Needs none. */
  int passed();

  String whoami();
}
