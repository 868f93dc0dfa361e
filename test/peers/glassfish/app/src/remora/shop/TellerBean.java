package remora.shop;

import jakarta.ejb.RemoteHome;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;

@Stateless(name = "TellerBean")
@RemoteHome(TellerHome.class)
public class TellerBean {
  public String whoami() {
    return Instance.name();
  }

  public int add(int a, int b) {
    return a + b;
  }

  @TransactionAttribute(TransactionAttributeType.MANDATORY)
  public String mandatory() {
    return "in a transaction";
  }

  public void fail(String message) {
    throw new IllegalStateException(message);
  }
}
