package remora.shop;

import jakarta.ejb.Stateless;

@Stateless(name = "LedgerBean")
public class LedgerBean implements Ledger {
  @Override
  public String record(String callId) {
    return Journal.write(callId);
  }

  @Override
  public String recordSlow(String callId, int millis) {
    Journal.write(callId);
    Instance.sleep(millis);
    return Instance.name();
  }

  @Override
  public String recordThenHalt(String callId) {
    Journal.write(callId);
    Runtime.getRuntime().halt(9);
    return Instance.name();
  }

  @Override
  public int executions(String callId) {
    return Journal.count(callId);
  }

  @Override
  public String arm(String event, String what, int millis) {
    Journal.arm(event, what, millis);
    return Instance.name();
  }

  @Override
  public String whoami() {
    return Instance.name();
  }
}
