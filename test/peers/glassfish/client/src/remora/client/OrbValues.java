package remora.client;

import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import org.omg.CORBA.ORB;
import org.omg.CORBA_2_3.portable.InputStream;
import org.omg.CORBA_2_3.portable.OutputStream;
import remora.shop.Comparison;
import remora.shop.Filling;
import remora.shop.Orders;

/** How long the application server's ORB takes to encode and decode a value, in this process and without a socket. */
final class OrbValues {
  private static volatile Object sink;

  private OrbValues() {}

  private static Serializable graph(String what, int size) {
    return switch (what) {
      case "orders" -> Orders.sample(size);
      case "bytes" -> Filling.bytes(size, 1);
      case "longs" -> longs(size);
      default -> throw new IllegalArgumentException(what + ": not one of orders, bytes, longs");
    };
  }

  private static long[] longs(int size) {
    Filling filling = new Filling(1);
    long[] longs = new long[size];
    for (int i = 0; i < size; i++) longs[i] = (long) filling.nextInt() << 32 | filling.nextInt();
    return longs;
  }

  /** Medians over the rounds, in nanoseconds a round. */
  static Map<String, Object> measure(String what, int size, int rounds, int warmup) {
    // The ORB describes itself to the management beans at its start, and fails at that without this.
    System.setProperty("org.glassfish.gmbal.no.multipleUpperBoundsException", "true");
    ORB orb = ORB.init((String[]) null, new Properties());
    Serializable graph = graph(what, size);
    long[] encoding = new long[rounds];
    long[] decoding = new long[rounds];
    int octets = 0;
    for (int round = -warmup; round < rounds; round++) {
      long begin = System.nanoTime();
      OutputStream out = (OutputStream) orb.create_output_stream();
      out.write_value(graph);
      long encoded = System.nanoTime();
      InputStream in = (InputStream) out.create_input_stream();
      long ready = System.nanoTime();
      sink = in.read_value();
      long decoded = System.nanoTime();
      if (round >= 0) {
        encoding[round] = encoded - begin;
        decoding[round] = decoded - ready;
      } else if (round == -1) {
        octets = octets(orb, graph);
      }
    }
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("event", "result");
    result.put("mode", "encode");
    result.put("what", what);
    result.put("size", size);
    result.put("rounds", rounds);
    result.put("warmUp", warmup);
    result.put("octets", octets);
    result.put("encodeNs", median(encoding));
    result.put("decodeNs", median(decoding));
    result.put("java", System.getProperty("java.version"));
    result.put("orb", orb.getClass().getName());
    return result;
  }

  /** Length of the encoding; and what was decoded is what was encoded. */
  private static int octets(ORB orb, Serializable graph) {
    OutputStream out = (OutputStream) orb.create_output_stream();
    out.write_value(graph);
    String answer = Comparison.of(graph, ((InputStream) out.create_input_stream()).read_value());
    if (!answer.equals("ok")) throw new IllegalStateException("decoded " + answer);
    OutputStream again = (OutputStream) orb.create_output_stream();
    again.write_value(graph);
    try {
      // Of the ORB's own class; not in the interfaces of the standard.
      return ((byte[]) again.getClass().getMethod("toByteArray").invoke(again)).length;
    } catch (ReflectiveOperationException e) {
      return 0;
    }
  }

  private static long median(long[] times) {
    long[] sorted = times.clone();
    java.util.Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}
