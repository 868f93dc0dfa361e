package remora.shop;

import jakarta.ejb.Remote;

/** Methods by what they want of transactions. */
@Remote
public interface Posting {
  /** Runs in a transaction of its own. */
  String required(String text);

  /** Needs one of the caller, which a remote client does not have. */
  String mandatory(String text);

  String never(String text);

  /** Marks its own transaction for rollback and answers. */
  String rolledBack(String text);
}
