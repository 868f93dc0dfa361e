package remora.client;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import remora.shop.Clock;
import remora.shop.Greeter;
import remora.shop.Judge;

/**
 * The application server's own Java client, for comparisons. Endpoints come from the usual system
 * properties (com.sun.appserv.iiop.endpoints, or org.omg.CORBA.ORBInitialHost and Port).
 *
 * <pre>
 * bench THREADS SECONDS [WARMUP]  calls a second and percentiles of an empty call
 * failover SECONDS [RATE]         calls at a fixed rate (100 a second), failures and longest gap
 * dist N                          which instance answered each of N new InitialContexts
 * start                           milliseconds from JVM start to the first reply
 * call TEXT                       one greet
 * check                           calls every bean; "wrong" lists what was not as it should be
 * differential [SCENARIO …]       one line per step, to be compared with another client's
 * selftest FILE                   judges the judge by its examples
 * encode WHAT SIZE ROUNDS WARM-UP nanoseconds of the ORB for orders, bytes or longs; no server
 * </pre>
 *
 * Every line on stdout is a JSON object; the last one has "event":"result".
 */
public final class Main {
  private static final String APP = System.getProperty("remora.app", "shop");

  private Main() {}

  public static void main(String[] args) throws Exception {
    String mode = args.length == 0 ? "" : args[0];
    switch (mode) {
      case "bench" -> bench(number(args, 1, 1), number(args, 2, 10), number(args, 3, 3));
      case "failover" -> failover(number(args, 1, 15), number(args, 2, 100));
      case "dist" -> dist(number(args, 1, 100));
      case "start" -> start();
      case "check" -> {
        Check check = new Check(new InitialContext(), APP);
        List<String> wrong = check.run();
        result(
            text("mode", "check"),
            "\"checks\":" + check.done(),
            "\"failed\":" + wrong.size(),
            text("wrong", String.join("; ", wrong)));
      }
      case "differential" -> {
        int run = Differential.run(APP, List.of(args).subList(1, args.length));
        result(text("mode", "differential"), "\"scenarios\":" + run);
      }
      case "selftest" -> {
        InitialContext context = new InitialContext();
        Judge judge = (Judge) context.lookup("java:global/" + APP + "/JudgeBean!remora.shop.Judge");
        SelfTest test = new SelfTest(judge, greeter(context));
        List<String> wrong = test.run(Path.of(args[1]));
        result(
            text("mode", "selftest"),
            "\"checks\":" + test.done(),
            "\"failed\":" + wrong.size(),
            "\"wrong\":" + Lines.json(String.join("; ", wrong)));
      }
      case "encode" ->
          Lines.print(
              OrbValues.measure(
                  args[1], number(args, 2, 1000), number(args, 3, 200), number(args, 4, 300)));
      case "call" -> result(text("answer", greeter(new InitialContext()).greet(args[1])));
      default -> {
        System.err.println("modes: bench | failover | dist | start | call | check | differential | selftest | encode");
        System.exit(64);
      }
    }
    // The client ORB keeps threads that are no daemons.
    System.exit(0);
  }

  private static Greeter greeter(InitialContext context) throws NamingException {
    return (Greeter) context.lookup("java:global/" + APP + "/GreeterBean!remora.shop.Greeter");
  }

  private static Clock clock(InitialContext context) throws NamingException {
    return (Clock) context.lookup("java:global/" + APP + "/ClockBean!remora.shop.Clock");
  }

  private static int number(String[] args, int at, int fallback) {
    return args.length > at ? Integer.parseInt(args[at]) : fallback;
  }

  private static void bench(int threads, int seconds, int warmup) throws Exception {
    Greeter greeter = greeter(new InitialContext());
    if (warmup > 0) round(greeter, threads, warmup);
    System.out.println("{\"event\":\"ready\"," + text("instance", greeter.whoami()) + "}");
    Round round = round(greeter, threads, seconds);
    result(
        text("mode", "bench"),
        "\"threads\":" + threads,
        "\"seconds\":" + decimal(round.nanos / 1e9),
        "\"calls\":" + round.micros.length,
        "\"callsPerSecond\":" + decimal(round.micros.length / (round.nanos / 1e9)),
        "\"failed\":" + round.failed,
        "\"p50Us\":" + round.percentile(50),
        "\"p90Us\":" + round.percentile(90),
        "\"p99Us\":" + round.percentile(99),
        "\"p999Us\":" + round.percentile(99.9),
        "\"maxUs\":" + round.percentile(100));
  }

  private record Round(long nanos, float[] micros, long failed) {
    String percentile(double p) {
      if (micros.length == 0) return "null";
      int at = (int) Math.ceil(p / 100 * micros.length) - 1;
      return decimal(micros[Math.max(0, at)]);
    }
  }

  private static Round round(Greeter greeter, int threads, int seconds) throws Exception {
    float[][] samples = new float[threads][];
    long[] failures = new long[threads];
    CountDownLatch ready = new CountDownLatch(threads);
    CountDownLatch go = new CountDownLatch(1);
    AtomicBoolean over = new AtomicBoolean();
    Thread[] workers = new Thread[threads];
    for (int i = 0; i < threads; i++) {
      int own = i;
      workers[i] =
          new Thread(
              () -> {
                float[] taken = new float[1 << 16];
                int n = 0;
                ready.countDown();
                try {
                  go.await();
                } catch (InterruptedException e) {
                  return;
                }
                while (!over.get()) {
                  long begin = System.nanoTime();
                  try {
                    greeter.nothing();
                    if (n == taken.length) taken = Arrays.copyOf(taken, n * 2);
                    taken[n++] = (System.nanoTime() - begin) / 1000f;
                  } catch (RuntimeException e) {
                    failures[own]++;
                  }
                }
                samples[own] = Arrays.copyOf(taken, n);
              });
      workers[i].start();
    }
    ready.await();
    long begin = System.nanoTime();
    go.countDown();
    Thread.sleep(seconds * 1000L);
    over.set(true);
    for (Thread worker : workers) worker.join();
    long nanos = System.nanoTime() - begin;
    float[] all = new float[Arrays.stream(samples).mapToInt(s -> s.length).sum()];
    int at = 0;
    for (float[] s : samples) {
      System.arraycopy(s, 0, all, at, s.length);
      at += s.length;
    }
    Arrays.sort(all);
    return new Round(nanos, all, Arrays.stream(failures).sum());
  }

  private static void failover(int seconds, int rate) throws Exception {
    Greeter greeter = greeter(new InitialContext());
    System.out.println("{\"event\":\"ready\"," + text("instance", greeter.whoami()) + "}");
    Map<String, Integer> answers = new TreeMap<>();
    Map<String, Integer> errors = new TreeMap<>();
    long begin = System.nanoTime();
    long lastSuccess = begin;
    long longestGap = 0;
    long longestCall = 0;
    int calls = 0;
    int failed = 0;
    long period = 1_000_000_000L / rate;
    long next = begin;
    while (System.nanoTime() - begin < seconds * 1_000_000_000L) {
      long before = System.nanoTime();
      calls++;
      boolean answered = false;
      try {
        answers.merge(greeter.whoami(), 1, Integer::sum);
        answered = true;
      } catch (Exception e) {
        failed++;
        errors.merge(name(e), 1, Integer::sum);
      }
      long after = System.nanoTime();
      longestCall = Math.max(longestCall, after - before);
      longestGap = Math.max(longestGap, after - lastSuccess);
      if (answered) lastSuccess = after;
      // After a long call the rate goes on; what was missed is not made up for.
      next = Math.max(next + period, after);
      while (System.nanoTime() < next) LockSupport.parkNanos(next - System.nanoTime());
    }
    result(
        text("mode", "failover"),
        "\"calls\":" + calls,
        "\"failed\":" + failed,
        "\"longestGapMs\":" + decimal(longestGap / 1e6),
        "\"longestCallMs\":" + decimal(longestCall / 1e6),
        "\"instances\":" + counts(answers),
        "\"errors\":" + counts(errors));
  }

  private static void dist(int n) throws Exception {
    Map<String, Integer> answers = new TreeMap<>();
    long begin = System.nanoTime();
    for (int i = 0; i < n; i++) {
      InitialContext context = new InitialContext();
      answers.merge(clock(context).whoami(), 1, Integer::sum);
      context.close();
    }
    result(
        text("mode", "dist"),
        "\"contexts\":" + n,
        "\"seconds\":" + decimal((System.nanoTime() - begin) / 1e9),
        "\"instances\":" + counts(answers));
  }

  private static void start() throws Exception {
    greeter(new InitialContext()).greet("start");
    long since = System.currentTimeMillis() - ManagementFactory.getRuntimeMXBean().getStartTime();
    result(
        text("mode", "start"),
        "\"firstReplyMs\":" + since,
        "\"pid\":" + ProcessHandle.current().pid());
  }

  /** The exception and its CORBA cause, for example "EJBException/COMM_FAILURE/MAYBE". */
  private static String name(Throwable error) {
    StringBuilder out = new StringBuilder(error.getClass().getSimpleName());
    for (Throwable t = error.getCause(); t != null; t = t.getCause()) {
      if (t instanceof org.omg.CORBA.SystemException system) {
        String[] words = {"YES", "NO", "MAYBE"};
        out.append('/').append(t.getClass().getSimpleName());
        out.append('/').append(words[system.completed.value()]);
        break;
      }
    }
    return out.toString();
  }

  private static void result(String... fields) {
    System.out.println("{\"event\":\"result\"," + String.join(",", fields) + "}");
  }

  private static String text(String key, String value) {
    String escaped = value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", " ");
    return "\"" + key + "\":\"" + escaped + "\"";
  }

  private static String counts(Map<String, Integer> counts) {
    StringBuilder out = new StringBuilder("{");
    counts.forEach(
        (key, count) ->
            out.append(out.length() == 1 ? "" : ",").append('"').append(key).append("\":").append(count));
    return out.append('}').toString();
  }

  private static String decimal(double value) {
    return String.format(java.util.Locale.ROOT, "%.3f", value);
  }
}
