package remora.shop.front;

import jakarta.ejb.EJBException;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/**
 * What was placed, in files that all servers of the cluster share: a real shop has a database here. Beside it the ledger of the
 * tests, a line for each execution, is on the disk before anything else happens.
 */
final class OrderBook {
  private OrderBook() {}

  /** One more execution: "order id, tab, server", in one write, so that lines of several servers do not mix. */
  static void count(String orderId) {
    byte[] line = (orderId + "\t" + member() + "\n").getBytes(StandardCharsets.UTF_8);
    try (FileChannel ledger =
        FileChannel.open(ledger(), StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
      ledger.write(ByteBuffer.wrap(line));
      ledger.force(true);
    } catch (IOException e) {
      throw new EJBException(e);
    }
  }

  /** Whole or not at all: a reader never sees half of it. */
  static void keep(Receipt receipt) {
    Path file = file(receipt.getOrderId());
    Path part = file.resolveSibling(UUID.randomUUID() + ".part");
    try {
      Files.createDirectories(file.getParent());
      try (ObjectOutputStream out = new ObjectOutputStream(Files.newOutputStream(part))) {
        out.writeObject(receipt);
      }
      Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new EJBException(e);
    }
  }

  /** Null when nothing was placed under that id. */
  static Receipt find(String orderId) {
    try (ObjectInputStream in = new ObjectInputStream(Files.newInputStream(file(orderId)))) {
      return (Receipt) in.readObject();
    } catch (NoSuchFileException e) {
      return null;
    } catch (IOException | ClassNotFoundException e) {
      throw new EJBException(e);
    }
  }

  /** The server that this bean runs in. */
  static String member() {
    return System.getProperty("com.sun.aas.instanceName", "unknown");
  }

  private static Path file(String orderId) {
    String name = URLEncoder.encode(orderId, StandardCharsets.UTF_8);
    return ledger().resolveSibling("orders").resolve(name + ".receipt");
  }

  /** Set for the whole cluster by a JVM option. */
  private static Path ledger() {
    String path = System.getProperty("remora.ledger");
    if (path == null) throw new EJBException("the system property remora.ledger is not set");
    return Path.of(path);
  }
}
