package remora.shop;

import jakarta.ejb.Remote;

/** Counts executions durably: one file that all instances of the cluster share, forced to disk before the reply. */
@Remote
public interface Ledger {
  /** Writes the call id and the instance, then answers the name of the instance. */
  String record(String callId);

  /** As record, but sleeps between the execution and the answer. */
  String recordSlow(String callId, int millis);

  /** As record, but ends the server process before it can answer. */
  String recordThenHalt(String callId);

  /** How often the call id was executed, on all instances together. */
  int executions(String callId);

  /**
   * The next event of that name on the answering instance sleeps ("sleep"), or sleeps and ends the server process ("halt"), after it
   * was written and before its reply. Events: "create CartBean", "create ReplicatedCartBean", "create AccountBean" and so on.
   */
  String arm(String event, String what, int millis);

  String whoami();
}
