package remora.shop;

import jakarta.annotation.Resource;
import jakarta.ejb.AsyncResult;
import jakarta.ejb.Asynchronous;
import jakarta.ejb.SessionContext;
import jakarta.ejb.Stateless;
import java.util.concurrent.Future;

@Stateless(name = "ErrandsBean")
public class ErrandsBean implements Errands {
  private static final int STEP = 20;

  @Resource private SessionContext context;

  @Override
  @Asynchronous
  public Future<String> record(String callId, int millis) {
    Journal.write(callId);
    Instance.sleep(millis);
    return new AsyncResult<>(Instance.name());
  }

  @Override
  @Asynchronous
  public void post(String callId, int millis) {
    Instance.sleep(millis);
    Journal.write(callId);
  }

  @Override
  @Asynchronous
  public Future<Person> person(String name) {
    return new AsyncResult<>(new Person(name, 30, null));
  }

  @Override
  @Asynchronous
  public Future<byte[]> bytes(int size) {
    return new AsyncResult<>(Filling.bytes(size, 1));
  }

  @Override
  @Asynchronous
  public Future<Void> nothing() {
    return new AsyncResult<>(null);
  }

  @Override
  @Asynchronous
  public Future<String> checked(int code) throws OrderException {
    throw new OrderException("errand refused", code, "later");
  }

  @Override
  @Asynchronous
  public Future<String> unchecked(String message) {
    throw new IllegalStateException(message);
  }

  @Override
  @Asynchronous
  public Future<String> policy(String message) {
    throw new PolicyException(message);
  }

  @Override
  @Asynchronous
  public Future<String> cancellable(int millis) {
    for (int slept = 0; slept < millis; slept += STEP) {
      if (context.wasCancelCalled()) return new AsyncResult<>("cancelled");
      Instance.sleep(STEP);
    }
    return new AsyncResult<>("finished");
  }

  @Override
  public String whoami() {
    return Instance.name();
  }
}
