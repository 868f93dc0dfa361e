package remora.shop;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** What the beans know of the server they run in. */
final class Instance {
  private Instance() {}

  static String name() {
    return System.getProperty("com.sun.aas.instanceName", "unknown");
  }

  /** Sleeps so long; an instance that a test has slowed down sleeps as many times longer. */
  static void sleep(int millis) {
    try {
      Thread.sleep((long) millis * slowness());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The number in a file beside the ledger, {@code ledger.txt.slow.i1}; 1 when there is none. */
  private static int slowness() {
    String ledger = System.getProperty("remora.ledger");
    if (ledger == null) return 1;
    try {
      return Integer.parseInt(Files.readString(Path.of(ledger + ".slow." + name())).trim());
    } catch (NoSuchFileException e) {
      return 1;
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
