package remora.shop;

import jakarta.ejb.Remote;

/** A third bean, so that a client has several references of one context. */
@Remote
public interface Clock {
  /** Milliseconds since 1970 on the server. */
  long now();

  String whoami();

  /** A value that every deployment of the application makes anew on each instance. */
  String deployment();
}
