package remora.shop;

/** What the beans know of the server they run in. */
final class Instance {
  private Instance() {}

  static String name() {
    return System.getProperty("com.sun.aas.instanceName", "unknown");
  }

  static void sleep(int millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
