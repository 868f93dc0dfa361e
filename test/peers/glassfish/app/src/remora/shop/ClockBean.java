package remora.shop;

import jakarta.ejb.Stateless;
import java.util.UUID;

@Stateless(name = "ClockBean")
public class ClockBean implements Clock {
  private static final String DEPLOYMENT = UUID.randomUUID().toString();

  @Override
  public long now() {
    return System.currentTimeMillis();
  }

  @Override
  public String whoami() {
    return Instance.name();
  }

  @Override
  public String deployment() {
    return DEPLOYMENT;
  }
}
