package remora.shop;

import jakarta.ejb.RemoteHome;
import jakarta.ejb.Stateless;

@Stateless(name = "TellerBean")
@RemoteHome(TellerHome.class)
public class TellerBean {
  public String whoami() {
    return Instance.name();
  }

  public int add(int a, int b) {
    return a + b;
  }
}
