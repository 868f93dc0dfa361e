package remora.shop;

import jakarta.ejb.Remote;

/** Needs a user of the group staff; references demand a password. */
@Remote
public interface Vault {
  /** Name of the authenticated caller. */
  String open();

  String whoami();
}
