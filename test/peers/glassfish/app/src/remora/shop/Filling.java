package remora.shop;

import java.lang.reflect.Array;

/**
 * Long contents that a description does not spell out: both sides draw them from the same generator. A 32-bit state begins with
 * the seed; each draw makes it state * 1664525 + 1013904223 (modulo 2^32). What the draws give is in JUDGE.md.
 */
public final class Filling {
  private int state;

  public Filling(int seed) {
    state = seed;
  }

  public int nextInt() {
    state = state * 1_664_525 + 1_013_904_223;
    return state;
  }

  private long nextLong() {
    long high = nextInt();
    return high << 32 | nextInt() & 0xFFFF_FFFFL;
  }

  private char nextChar() {
    // No surrogates: a lone one cannot be sent.
    return (char) (0x20 + (nextInt() >>> 16) % 0xD000);
  }

  public static byte[] bytes(int size, int seed) {
    return (byte[]) array(byte.class, size, seed);
  }

  static String text(int size, int seed) {
    return new String((char[]) array(char.class, size, seed));
  }

  /** An array of primitives or Strings; any other component gets Integers. */
  static Object array(Class<?> component, int size, int seed) {
    Filling filling = new Filling(seed);
    Object array = Array.newInstance(component, size);
    if (array instanceof byte[] bytes) {
      for (int i = 0; i < size; i++) bytes[i] = (byte) (filling.nextInt() >>> 24);
    } else {
      for (int i = 0; i < size; i++) Array.set(array, i, filling.next(component));
    }
    return array;
  }

  private Object next(Class<?> component) {
    if (component == boolean.class) return nextInt() < 0;
    if (component == char.class) return nextChar();
    if (component == short.class) return (short) (nextInt() >>> 16);
    if (component == long.class) return nextLong();
    if (component == float.class) return nextInt() / 256f;
    if (component == double.class) return nextInt() / 65536.0;
    if (component == String.class) return "s" + nextInt();
    return nextInt();
  }
}
