package remora.shop;

import jakarta.ejb.Remote;

/** Stateless calls of every small kind; no state and no input or output. */
@Remote
public interface Greeter {
  String greet(String who);

  /** Name of the instance that executed the call. */
  String whoami();

  int add(int a, int b);

  boolean echoBoolean(boolean value);

  long echoLong(long value);

  double echoDouble(double value);

  String echoString(String value);

  /** Sleeps, then answers the name of the instance. */
  String slow(int millis);

  /** n characters that cycle through 1-, 2-, 3- and 4-octet UTF-8 code points: forces reply fragments. */
  String text(int n);

  /** n characters of plain ASCII. */
  String bulk(int n);

  /** Number of octets received: forces request fragments. */
  int size(byte[] data);

  /** The empty call of benchmarks. */
  void nothing();

  /** Throws an unchecked exception. */
  void fail(String message);

  /** Throws a checked application exception with fields. */
  void order(int code, String reason) throws OrderException;
}
