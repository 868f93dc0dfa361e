package remora.shop;

import jakarta.ejb.EJBException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** What was executed: one file of lines for all instances. */
final class Journal {
  private record Action(String what, int millis) {}

  /** By event; each is used once. */
  private static final Map<String, Action> ARMED = new ConcurrentHashMap<>();

  private Journal() {}

  /** Set for the whole cluster by a JVM option. */
  private static Path file() {
    String path = System.getProperty("remora.ledger");
    if (path == null) throw new EJBException("the system property remora.ledger is not set");
    return Path.of(path);
  }

  /** Forced to the disk before it returns. */
  static String write(String callId) {
    // One write of one line in append mode: lines of several instances do not mix.
    ByteBuffer line =
        ByteBuffer.wrap((callId + "\t" + Instance.name() + "\n").getBytes(StandardCharsets.UTF_8));
    try (FileChannel channel =
        FileChannel.open(file(), StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
      while (line.hasRemaining()) channel.write(line);
      channel.force(true);
    } catch (IOException e) {
      throw new EJBException(e);
    }
    return Instance.name();
  }

  static int count(String callId) {
    if (!Files.exists(file())) return 0;
    try (Stream<String> lines = Files.lines(file())) {
      return (int) lines.filter(line -> line.startsWith(callId + "\t")).count();
    } catch (IOException e) {
      throw new EJBException(e);
    }
  }

  /** The next such event on this instance sleeps ("sleep") or ends the server process ("halt") after it was written. */
  static void arm(String event, String what, int millis) {
    if (!what.equals("sleep") && !what.equals("halt")) {
      throw new IllegalArgumentException("sleep or halt, not " + what);
    }
    ARMED.put(event, new Action(what, millis));
  }

  /** An execution that no caller can name, for example the creation of a session. */
  static void event(String event) {
    write(event);
    Action action = ARMED.remove(event);
    if (action == null) return;
    Instance.sleep(action.millis);
    if (action.what.equals("halt")) Runtime.getRuntime().halt(9);
  }
}
