package remora.shop;

import jakarta.ejb.AccessTimeout;
import jakarta.ejb.Lock;
import jakarta.ejb.LockType;
import jakarta.ejb.Singleton;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

@Singleton(name = "TurnstileBean")
@AccessTimeout(value = 200, unit = TimeUnit.MILLISECONDS)
@Lock(LockType.WRITE)
public class TurnstileBean implements Turnstile {
  private final AtomicInteger passed = new AtomicInteger();

  @Override
  public String hold(int millis) {
    Instance.sleep(millis);
    return pass();
  }

  @Override
  public String pass() {
    passed.incrementAndGet();
    return Instance.name();
  }

  @Override
  @Lock(LockType.READ)
  @AccessTimeout(-1)
  public int passed() {
    return passed.get();
  }

  @Override
  @Lock(LockType.READ)
  @AccessTimeout(-1)
  public String whoami() {
    return Instance.name();
  }
}
