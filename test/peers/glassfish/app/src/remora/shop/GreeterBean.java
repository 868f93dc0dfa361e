package remora.shop;

import jakarta.ejb.Stateless;

@Stateless(name = "GreeterBean")
public class GreeterBean implements Greeter {
  private static final String UNIT = "a\u00e9\u4e16\uD83D\uDE00";

  @Override
  public String greet(String who) {
    return "Hello, " + who + "!";
  }

  @Override
  public String whoami() {
    return Instance.name();
  }

  @Override
  public int add(int a, int b) {
    return a + b;
  }

  @Override
  public boolean echoBoolean(boolean value) {
    return value;
  }

  @Override
  public long echoLong(long value) {
    return value;
  }

  @Override
  public double echoDouble(double value) {
    return value;
  }

  @Override
  public String echoString(String value) {
    return value;
  }

  @Override
  public String slow(int millis) {
    Instance.sleep(millis);
    return Instance.name();
  }

  @Override
  public String text(int n) {
    StringBuilder out = new StringBuilder(n + UNIT.length());
    while (out.length() < n) out.append(UNIT);
    out.setLength(n);
    // Never half of a surrogate pair at the end: Java refuses to send one.
    if (n > 0 && Character.isHighSurrogate(out.charAt(n - 1))) out.setCharAt(n - 1, '.');
    return out.toString();
  }

  @Override
  public String bulk(int n) {
    return "x".repeat(n);
  }

  @Override
  public int size(byte[] data) {
    return data.length;
  }

  @Override
  public void nothing() {}

  @Override
  public void fail(String message) {
    throw new IllegalStateException(message);
  }

  @Override
  public void order(int code, String reason) throws OrderException {
    throw new OrderException("order refused: " + reason, code, reason);
  }
}
