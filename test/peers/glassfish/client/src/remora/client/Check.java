package remora.client;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import remora.shop.Cart;
import remora.shop.Clock;
import remora.shop.Color;
import remora.shop.Diary;
import remora.shop.Echo;
import remora.shop.Employee;
import remora.shop.Greeter;
import remora.shop.Ledger;
import remora.shop.Link;
import remora.shop.OrderException;
import remora.shop.Person;
import remora.shop.TellerHome;
import remora.shop.Vault;

/** Calls every bean of the application with the application server's own client. */
final class Check {
  private static final String[] SAMPLES =
      ("null string integer long double boolean character bytes ints strings objects matrix person"
              + " employee cycle shared color diary date bigdecimal biginteger uuid list linkedlist"
              + " map linkedmap treemap hashset")
          .split(" ");

  private final InitialContext context;
  private final String app;
  private final List<String> wrong = new ArrayList<>();
  private int done;

  Check(InitialContext context, String app) {
    this.context = context;
    this.app = app;
  }

  /** What was not as it should be. */
  List<String> run() throws Exception {
    greeter();
    ledger();
    Clock clock = find("ClockBean", Clock.class);
    see("now", Math.abs(clock.now() - System.currentTimeMillis()) < 10_000, true);
    see("deployment", UUID.fromString(clock.deployment()).version(), 4);
    TellerHome home = find("TellerBean", TellerHome.class);
    see("teller", home.create().add(2, 40), 42);
    cart();
    vault();
    echo();
    return wrong;
  }

  int done() {
    return done;
  }

  private <T> T find(String bean, Class<T> type) throws NamingException {
    return type.cast(context.lookup("java:global/" + app + "/" + bean + "!" + type.getName()));
  }

  private void see(String what, Object got, Object wanted) {
    done++;
    if (!Arrays.deepEquals(new Object[] {got}, new Object[] {wanted})) {
      wrong.add(what + ": " + got + " instead of " + wanted);
    }
  }

  private void fails(String what, Class<? extends Exception> type, Callable<?> call) {
    try {
      see(what, call.call(), type.getName());
    } catch (Exception e) {
      see(what, e.getClass().getName(), type.getName());
    }
  }

  private static String nothing(Runnable call) {
    call.run();
    return "an answer";
  }

  private static String order(Greeter greeter) throws OrderException {
    greeter.order(7, "no stock");
    return "an answer";
  }

  private void greeter() throws Exception {
    Greeter greeter = find("GreeterBean", Greeter.class);
    see("greet", greeter.greet("you"), "Hello, you!");
    see("whoami", greeter.whoami().isEmpty(), false);
    see("add", greeter.add(2, 40), 42);
    see("echoBoolean", greeter.echoBoolean(true), true);
    see("echoLong", greeter.echoLong(-(1L << 40)), -(1L << 40));
    see("echoDouble", greeter.echoDouble(Math.E), Math.E);
    see("echoString", greeter.echoString("\u4e16"), "\u4e16");
    see("slow", greeter.slow(5), greeter.whoami());
    see("text", greeter.text(5000).length(), 5000);
    see("bulk", greeter.bulk(5000).length(), 5000);
    see("size", greeter.size(new byte[5000]), 5000);
    greeter.nothing();
    fails("fail", jakarta.ejb.EJBException.class, () -> nothing(() -> greeter.fail("on purpose")));
    fails("order", OrderException.class, () -> order(greeter));
  }

  private void ledger() throws Exception {
    Ledger ledger = find("LedgerBean", Ledger.class);
    String id = "check-" + UUID.randomUUID();
    see("executions before", ledger.executions(id), 0);
    see("record", ledger.record(id), ledger.whoami());
    see("recordSlow", ledger.recordSlow(id, 5), ledger.whoami());
    see("executions after", ledger.executions(id), 2);
    int before = ledger.executions("create CartBean");
    find("CartBean", Cart.class).checkout();
    see("creations", ledger.executions("create CartBean") - before, 1);
    see("armed at", ledger.arm("create CartBean", "sleep", 300), ledger.whoami());
    long begin = System.nanoTime();
    find("CartBean", Cart.class).checkout();
    see("creation that sleeps", System.nanoTime() - begin >= 300_000_000, true);
  }

  private void cart() throws Exception {
    Cart cart = find("CartBean", Cart.class);
    cart.add("one");
    cart.add("two");
    see("count", cart.count(), 2);
    see("another cart", find("CartBean", Cart.class).count(), 0);
    cart.checkout();
    // Not asserted: that the session is gone. Now and then a replica of it answers.
  }

  private void vault() {
    // Stand-alone, this client sends no credentials.
    try {
      see("vault", find("VaultBean", Vault.class).open(), "a refusal");
    } catch (Exception e) {
      done++;
    }
  }

  private void echo() throws Exception {
    Echo echo = find("EchoBean", Echo.class);
    for (String name : SAMPLES) {
      Object value = echo.sample(name);
      see("describe " + name, echo.describe(value).isEmpty(), false);
      if (name.equals("cycle")) see(name, ((Link) value).next.next == value, true);
      if (name.equals("shared")) see(name, ((Link) value).next == ((Link) value).other, true);
    }
    see(
        "mixed",
        echo.mixed(true, (byte) 1, 'a', (short) 2, 3, 4, 5.5f, 6.5, "abc"),
        1 + 1 + 97 + 2 + 3 + 4 + 5.5 + 6.5 + 3);
    see("ints", echo.echoInts(new int[] {1, -2}), new int[] {1, -2});
    see("matrix", echo.echoMatrix(new int[][] {{1}, {}}), new int[][] {{1}, {}});
    see("person", echo.echoPerson(new Person("Ann", 41, null)).name, "Ann");
    see("employee", echo.echoEmployee(new Employee("Cem", 33, "R", 5)).color, Color.GREEN);
    see("color", echo.echoColor(Color.RED), Color.RED);
    Diary diary = new Diary();
    diary.notes.add("note");
    see("diary", echo.echoDiary(diary).notes, diary.notes);
    see("list", echo.echoList(new ArrayList<>(List.of(1, "b"))), List.of(1, "b"));
    see("map", echo.echoMap(new HashMap<>(Map.of("k", 1))), Map.of("k", 1));
    see("over", echo.over() + echo.over(1) + echo.over("") + echo.over(1, ""), "noneintStringint, String");
    see("over more", echo.over(List.of()) + echo.over(new int[0]) + echo.over(new Person()), "Listint[]Person");
    Greeter greeter = find("GreeterBean", Greeter.class);
    see("reference", echo.echoReference(greeter).add(1, 2), 3);
    see("ask", echo.ask(greeter, "me"), "Hello, me!");
    see("later", echo.later("done", 5).get(10, TimeUnit.SECONDS), "done");
  }
}
