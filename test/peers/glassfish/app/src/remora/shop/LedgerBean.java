package remora.shop;

import jakarta.ejb.EJBException;
import jakarta.ejb.Stateless;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.Stream;

@Stateless(name = "LedgerBean")
public class LedgerBean implements Ledger {
  /** Set for the whole cluster by a JVM option. */
  private static Path file() {
    String path = System.getProperty("remora.ledger");
    if (path == null) throw new EJBException("the system property remora.ledger is not set");
    return Path.of(path);
  }

  private static String write(String callId) {
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

  @Override
  public String record(String callId) {
    return write(callId);
  }

  @Override
  public String recordSlow(String callId, int millis) {
    write(callId);
    Instance.sleep(millis);
    return Instance.name();
  }

  @Override
  public String recordThenHalt(String callId) {
    write(callId);
    Runtime.getRuntime().halt(9);
    return Instance.name();
  }

  @Override
  public int executions(String callId) {
    if (!Files.exists(file())) return 0;
    try (Stream<String> lines = Files.lines(file())) {
      return (int) lines.filter(line -> line.startsWith(callId + "\t")).count();
    } catch (IOException e) {
      throw new EJBException(e);
    }
  }

  @Override
  public String whoami() {
    return Instance.name();
  }
}
