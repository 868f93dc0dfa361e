package remora.client;

import jakarta.ejb.EJBHome;
import jakarta.ejb.EJBObject;
import jakarta.ejb.Handle;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.naming.InitialContext;
import remora.shop.Account;
import remora.shop.AccountHome;
import remora.shop.Cart;
import remora.shop.Classic;
import remora.shop.Clock;
import remora.shop.Color;
import remora.shop.Drawing;
import remora.shop.Echo;
import remora.shop.Errands;
import remora.shop.Evolution;
import remora.shop.Greeter;
import remora.shop.Ledger;
import remora.shop.Parcel;
import remora.shop.Person;
import remora.shop.Point;
import remora.shop.Posting;
import remora.shop.Square;
import remora.shop.Teller;
import remora.shop.TellerHome;
import remora.shop.Turnstile;
import remora.shop.Wide;

/**
 * Scenarios that another client runs as well, step by step, to be compared. Nothing in an outcome depends on which instance
 * answered. Scenarios with a pause tell which instance is to be killed or stopped, and wait for a line on stdin.
 */
final class Differential {
  private interface Scenario {
    void run(Steps steps) throws Exception;
  }

  private static final Map<String, Scenario> SCENARIOS =
      Map.ofEntries(
          Map.entry("cart", Differential::cart),
          Map.entry("cartLost", steps -> carts(steps, "CartBean")),
          Map.entry("cartReplicated", steps -> carts(steps, "ReplicatedCartBean")),
          Map.entry("cartBusy", Differential::cartBusy),
          Map.entry("account", Differential::account),
          Map.entry("teller", Differential::teller),
          Map.entry("classic", Differential::classic),
          Map.entry("async", Differential::async),
          Map.entry("overloads", Differential::overloads),
          Map.entry("references", Differential::references),
          Map.entry("exceptions", Differential::exceptions),
          Map.entry("lookups", Differential::lookups),
          Map.entry("evolution", Differential::evolution));

  private Differential() {}

  /** Each scenario has a context of its own; without names, all without a pause are run. */
  static int run(String app, List<String> names) throws Exception {
    List<String> wanted =
        names.isEmpty()
            ? SCENARIOS.keySet().stream()
                .filter(name -> !name.equals("cartLost") && !name.equals("cartReplicated"))
                .sorted()
                .toList()
            : names;
    for (String name : wanted) {
      Scenario scenario = SCENARIOS.get(name);
      if (scenario == null) throw new IllegalArgumentException(name + ": not one of " + SCENARIOS.keySet());
      scenario.run(new Steps(name, app, new InitialContext()));
    }
    return wanted.size();
  }

  private static void cart(Steps s) throws Exception {
    Cart cart = s.find("CartBean", Cart.class);
    s.act("add book", () -> cart.add("book"));
    s.act("add pen", () -> cart.add("pen"));
    s.act("add null", () -> cart.add(null));
    s.step("items", cart::items);
    s.step("count", cart::count);
    s.step("one member", () -> cart.whoami().equals(cart.whoami()));
    s.step("another cart is empty", () -> s.find("CartBean", Cart.class).items());
    s.act("refuse", () -> cart.refuse("no credit"));
    s.step("count after refuse", cart::count);
    s.step("order that is refused", () -> cart.order(5));
    s.step("count after a refused order", cart::count);
    s.step("order", () -> cart.order(0));
    s.step("count after order", cart::count);
    Cart second = s.find("CartBean", Cart.class);
    s.act("add to the second", () -> second.add("ink"));
    s.act("checkout", second::checkout);
    s.step("count after checkout", second::count);
    s.act("checkout again", second::checkout);
    Cart third = s.find("CartBean", Cart.class);
    s.act("explode", () -> third.explode("on purpose"));
    s.step("count after explode", third::count);
  }

  /** Three at one member, which is then killed or stopped. */
  private static void carts(Steps s, String bean) throws Exception {
    List<Cart> carts = new ArrayList<>();
    List<String> members = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      Cart cart = s.find(bean, Cart.class);
      cart.add("item " + i);
      cart.add("other " + i);
      carts.add(cart);
      members.add(cart.whoami());
    }
    s.step("all at one member", () -> members.stream().distinct().count() == 1);
    s.pause("ended", members.get(0));
    for (int i = 0; i < 3; i++) {
      Cart cart = carts.get(i);
      s.step("items of cart " + i, cart::items);
      s.act("add to cart " + i, () -> cart.add("more"));
      s.step("count of cart " + i, cart::count);
    }
    s.step("moved", () -> carts.stream().noneMatch(cart -> cart.whoami().equals(members.get(0))));
  }

  private static void cartBusy(Steps s) throws Exception {
    for (String bean : List.of("CartBean", "ImpatientCartBean")) {
      Cart cart = s.find(bean, Cart.class);
      cart.add("item");
      CompletableFuture<Integer> slow = CompletableFuture.supplyAsync(() -> cart.slow(1_000));
      Thread.sleep(300);
      s.step(bean + ": count while another call runs", cart::count);
      s.step(bean + ": the other call", () -> slow.get(10, TimeUnit.SECONDS));
      s.step(bean + ": count after it", cart::count);
    }
  }

  private static void account(Steps s) throws Exception {
    AccountHome home = s.find("AccountBean", AccountHome.class);
    Account account = home.create("Ann");
    s.step("owner", account::getOwner);
    s.act("set owner", () -> account.setOwner("Bob"));
    s.step("owner after set", account::getOwner);
    s.step("open", account::isOpen);
    s.step("deposit 5", () -> account.deposit(5));
    s.step("deposit -1", () -> account.deposit(-1));
    s.step("deposit 7", () -> account.deposit(7));
    s.step("open after deposits", account::isOpen);
    s.step("create for an empty owner", () -> home.create("").getOwner());
    s.step("create for null", () -> home.create(null).getOwner());
    s.step("create for nobody", () -> home.create().getOwner());
    Account other = home.create("Eve");
    s.step("is identical to itself", () -> account.isIdentical(account));
    s.step("is identical to another", () -> account.isIdentical(other));
    s.step("home of the account", () -> ((AccountHome) account.getEJBHome()).create("Zoe").getOwner());
    s.step("primary key", account::getPrimaryKey);
    s.step("handle", () -> owner(account.getHandle()));
    s.step("session", () -> home.getEJBMetaData().isStatelessSession());
    s.act("remove by the handle", () -> home.remove(other.getHandle()));
    s.step("owner after remove by the handle", other::getOwner);
    s.act("remove by key", () -> home.remove("key"));
    s.act("fail", () -> account.fail("on purpose"));
    s.step("owner after fail", account::getOwner);
    Account last = home.create("Last");
    s.act("remove", last::remove);
    s.step("owner after remove", last::getOwner);
    s.act("remove again", last::remove);
  }

  private static String owner(Handle handle) throws Exception {
    return ((Account) handle.getEJBObject()).getOwner();
  }

  private static void teller(Steps s) throws Exception {
    TellerHome home = s.find("TellerBean", TellerHome.class);
    Teller teller = home.create();
    s.step("add", () -> teller.add(2, 40));
    s.step("mandatory transaction", teller::mandatory);
    s.act("fail", () -> teller.fail("on purpose"));
    s.step("add after fail", () -> teller.add(1, 1));
    s.step("is identical to another", () -> teller.isIdentical(home.create()));
    s.step("home", () -> teller.getEJBHome() instanceof TellerHome);
    s.step("home is a home", () -> home instanceof EJBHome);
    s.step("handle", () -> ((Teller) teller.getHandle().getEJBObject()).add(3, 4));
    s.step("is an EJBObject", () -> teller instanceof EJBObject);
    s.act("remove", teller::remove);
    s.step("add after remove", () -> teller.add(5, 6));
  }

  private static void classic(Steps s) throws Exception {
    Classic classic = s.find("ClassicBean", Classic.class);
    s.step("label", classic::getLabel);
    s.act("refuse", () -> classic.refuse(4));
    s.step("fail", () -> classic.fail("on purpose"));
    s.step("itself", () -> classic.itself(classic).getLabel());
    s.step("itself null", () -> classic.itself(null) == null);
    s.step("by the mapped name", () -> ((Classic) s.context.lookup("shop/Classic")).getLabel());
  }

  private static void async(Steps s) throws Exception {
    Echo echo = s.find("EchoBean", Echo.class);
    Errands errands = s.find("ErrandsBean", Errands.class);
    s.step("later", () -> echo.later("done", 100).get());
    s.step("later null", () -> echo.later(null, 0).get());
    s.step("later with enough time", () -> echo.later("in time", 200).get(10, TimeUnit.SECONDS));
    s.step("later with too little time", () -> echo.later("late", 2_000).get(200, TimeUnit.MILLISECONDS));
    Future<String> twice = echo.later("again", 10);
    s.step("result", twice::get);
    s.step("result again", twice::get);
    s.step("done", twice::isDone);
    s.step("cancelled", twice::isCancelled);
    s.step("cancel when done", () -> twice.cancel(true));
    s.step("fails checked", () -> echo.laterFails(7).get());
    s.step("fails unchecked", () -> echo.laterFails(0).get());
    s.step("fails by policy", () -> errands.policy("against the rules").get());
    s.step("person", () -> errands.person("Ann").get().name);
    s.step("bytes", () -> errands.bytes(5_000).get().length);
    s.step("nothing", () -> errands.nothing().get());
    Future<String> running = echo.laterCancellable(5_000);
    Thread.sleep(300);
    s.step("done while it runs", running::isDone);
    s.step("cancel", () -> running.cancel(true));
    s.step("cancelled after cancel", running::isCancelled);
    s.step("result after cancel", () -> running.get(10, TimeUnit.SECONDS));
    String id = "differential-" + System.nanoTime();
    s.act("no result", () -> errands.post(id, 0));
    Thread.sleep(1_000);
    s.step("executions", () -> s.find("LedgerBean", Ledger.class).executions(id));
  }

  private static void overloads(Steps s) throws Exception {
    Echo echo = s.find("EchoBean", Echo.class);
    s.step("over()", echo::over);
    s.step("over(int)", () -> echo.over(1));
    s.step("over(String)", () -> echo.over("a"));
    s.step("over(int, String)", () -> echo.over(1, "a"));
    s.step("over(Object)", () -> echo.over((Object) 1L));
    s.step("over(List)", () -> echo.over(new ArrayList<>(List.of("a"))));
    s.step("over(int[])", () -> echo.over(new int[] {1}));
    s.step("over(Person)", () -> echo.over(new Person("Ann", 41, null)));
    s.step("over(Color)", () -> echo.over(Color.GREEN));
    s.step("over(null String)", () -> echo.over((String) null));
    s.step("join()", echo::join);
    s.step("join(a)", () -> echo.join("a"));
    s.step("join(a, b, null)", () -> echo.join("a", "b", null));
    s.step("join(null)", () -> echo.join((String[]) null));
    s.step("in", () -> echo.in("x"));
    s.step("_odd", () -> echo._odd("x"));
    s.step("fold", () -> echo.fold("x"));
    s.step("Fold", () -> echo.Fold("x"));
    s.act("setTitle", () -> echo.setTitle("Differential"));
    s.step("getTitle", echo::getTitle);
    s.step("isReady", echo::isReady);
    s.step("mixed", () -> echo.mixed(true, (byte) -1, 'a', (short) 2, 3, 4, 5.5f, 6.5, "abc"));
    s.step("size", () -> echo.size(new byte[5_000]));
    s.step("bulk", () -> echo.bulk(5_000).length);
  }

  private static void references(Steps s) throws Exception {
    Echo echo = s.find("EchoBean", Echo.class);
    Greeter greeter = s.find("GreeterBean", Greeter.class);
    s.step("reference back", () -> echo.echoReference(greeter).add(1, 2));
    s.step("null back", () -> echo.echoReference(null) == null);
    s.step("asked at the server", () -> echo.ask(greeter, "you"));
    s.step("null asked at the server", () -> echo.ask(null, "you"));
    s.step("reference of the server", () -> echo.reference().greet("you"));
    s.step("reference as Object", () -> ((Greeter) echo.referenceAsObject()).greet("you"));
    s.step("references in a list", () -> ((Greeter) echo.referencesInList().get(3)).greet("you"));
    s.step("neighbours of references", () -> echo.referencesInList().get(2));
    s.step("sent as Object", () -> echo.isGreeter(greeter));
    s.step("sent back as Object", () -> ((Greeter) echo.echoObject(greeter)).greet("you"));
    s.step(
        "sent in a list",
        () -> ((Greeter) echo.echoList(new ArrayList<>(List.of(1, greeter, 2))).get(1)).greet("you"));
    s.step("sent in an array", () -> ((Greeter) echo.echoObjects(new Object[] {greeter})[0]).greet("you"));
    Wide wide = new Wide();
    wide.ref = greeter;
    s.step("in a field", () -> echo.echoWide(wide).ref.greet("you"));
    wide.any = greeter;
    s.step("in a field of any type", () -> ((Greeter) echo.echoWide(wide).any).greet("you"));
    Drawing drawing = new Drawing();
    Square square = new Square();
    square.side = 2;
    drawing.main = square;
    drawing.mark = square;
    s.step("one value under two interfaces", () -> same(echo.echoDrawing(drawing)));
    s.step("not a reference", () -> echo.isGreeter("text"));
    Clock clock = s.find("ClockBean", Clock.class);
    s.step("another bean's reference", () -> echo.isGreeter(clock));
  }

  private static boolean same(Drawing drawing) {
    return drawing.main == drawing.mark && drawing.main.area() == 4;
  }

  private static void exceptions(Steps s) throws Exception {
    Echo echo = s.find("EchoBean", Echo.class);
    Posting posting = s.find("PostingBean", Posting.class);
    Turnstile turnstile = s.find("TurnstileBean", Turnstile.class);
    s.act("checked", () -> echo.failChecked(7, "no stock"));
    s.act("checked with null", () -> echo.failChecked(0, null));
    s.act("subclass", echo::failSubclass);
    s.act("either: order", () -> echo.failEither(true));
    s.act("either: io", () -> echo.failEither(false));
    s.act("application runtime", echo::failApplicationRuntime);
    s.act("runtime", () -> echo.failRuntime("on purpose"));
    s.act("runtime without a message", () -> echo.failRuntime(null));
    s.act("error", () -> echo.failError("on purpose"));
    s.act("nested", echo::failNested);
    s.step("not serializable", echo::returnNotSerializable);
    s.step("record", () -> echo.echoPoint(new Point(1, 2, "p")));
    s.step("record as Object", () -> echo.echoObject(new Point(1, 2, "p")));
    s.step("lone surrogate", () -> echo.echoString("\ud800"));
    s.step("transaction required", () -> posting.required("x"));
    s.step("transaction mandatory", () -> posting.mandatory("x"));
    s.step("transaction never", () -> posting.never("x"));
    s.step("rolled back", () -> posting.rolledBack("x"));
    CompletableFuture<String> hold = CompletableFuture.supplyAsync(() -> turnstile.hold(1_500));
    Thread.sleep(300);
    s.act("locked", turnstile::pass);
    s.step("lock released", () -> !hold.get(10, TimeUnit.SECONDS).isEmpty());
    s.act("unlocked", turnstile::pass);
    s.step("still there", () -> echo.echoInt(1));
  }

  private static void lookups(Steps s) {
    s.step("portable name", () -> s.find("ClockBean", Clock.class).now() > 0);
    s.step("no interface", () -> ((Clock) s.context.lookup("java:global/shop/ClockBean")).now() > 0);
    s.step("interface only", () -> ((Clock) s.context.lookup("remora.shop.Clock")).now() > 0);
    s.step("mapped name", () -> ((Classic) s.context.lookup("shop/Classic")).getLabel());
    s.step("mapped name and interface", () -> ((Classic) s.context.lookup("shop/Classic#remora.shop.Classic")).getLabel());
    s.step("name of the descriptor", () -> ((AccountHome) s.context.lookup("ejb/Account")).create("Ann").getOwner());
    s.step("no such bean", () -> s.context.lookup("java:global/shop/NoBean!remora.shop.Clock"));
    s.step("no such application", () -> s.context.lookup("java:global/nothing/ClockBean"));
    s.step("wrong interface", () -> s.context.lookup("java:global/shop/ClockBean!remora.shop.Greeter"));
    s.step("empty name", () -> s.context.lookup("") != null);
  }

  private static void evolution(Steps s) throws Exception {
    Evolution evolution = s.find("EvolutionBean", Evolution.class);
    s.step("label of the server's", () -> evolution.sample().label);
    s.step("weight of the server's", () -> evolution.sample().weight);
    s.step("sender of the server's", () -> evolution.sample().sender.name);
    s.step("sizes of the server's", () -> evolution.sample().sizes);
    Parcel parcel = new Parcel();
    parcel.label = "mine";
    parcel.weight = 7;
    parcel.sender = new Person("Cem", 33, null);
    parcel.sizes = new int[] {1, 2};
    s.step("mine at the server", () -> evolution.describe(parcel));
    s.step("mine among others", () -> evolution.describeRow(new ArrayList<>(List.of("before", parcel, "after"))));
    s.step("label of mine back", () -> evolution.echo(parcel).label);
    s.step("after the server's", () -> evolution.row("parcel").get(2));
  }
}
