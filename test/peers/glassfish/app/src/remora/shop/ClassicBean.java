package remora.shop;

import jakarta.ejb.Remote;
import jakarta.ejb.Stateless;
import java.util.concurrent.atomic.AtomicReference;

/** Has a mapped name, too. */
@Stateless(name = "ClassicBean", mappedName = "shop/Classic")
@Remote(Classic.class)
public class ClassicBean implements Classic {
  private static final AtomicReference<String> LABEL = new AtomicReference<>("classic");

  @Override
  public String getLabel() {
    return LABEL.get();
  }

  @Override
  public void setLabel(String value) {
    LABEL.set(value);
  }

  @Override
  public String fail(String message) {
    throw new IllegalStateException(message);
  }

  @Override
  public void refuse(int code) throws OrderException {
    throw new OrderException("classic refusal", code, "classic");
  }

  @Override
  public Classic itself(Classic other) {
    return other;
  }

  @Override
  public String whoami() {
    return Instance.name();
  }
}
