package remora.shop;

import jakarta.ejb.CreateException;
import jakarta.ejb.Init;
import jakarta.ejb.RemoteHome;
import jakarta.ejb.Stateful;
import java.io.Serializable;

@Stateful(name = "AccountBean", passivationCapable = false)
@RemoteHome(AccountHome.class)
public class AccountBean implements Serializable {
  private static final long serialVersionUID = 1L;

  private String owner;
  private long balance;

  @Init("create")
  public void open(String wanted) throws CreateException {
    if (wanted != null && wanted.isEmpty()) throw new CreateException("an account needs an owner");
    owner = wanted;
    Journal.event("create AccountBean");
  }

  @Init("create")
  public void openForNobody() {
    owner = "nobody";
    Journal.event("create AccountBean");
  }

  public String getOwner() {
    return owner;
  }

  public void setOwner(String value) {
    owner = value;
  }

  public boolean isOpen() {
    return balance > 0;
  }

  public long deposit(long amount) throws OrderException {
    if (amount <= 0) throw new OrderException("not a deposit", (int) amount, "deposit");
    balance += amount;
    return balance;
  }

  public String whoami() {
    return Instance.name();
  }

  public void fail(String message) {
    throw new IllegalStateException(message);
  }
}
