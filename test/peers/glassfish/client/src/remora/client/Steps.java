package remora.client;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/** Runs the steps of one scenario and prints a line for each, so that another client can be compared with this one. */
final class Steps {
  private static final BufferedReader INPUT =
      new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));

  private final String scenario;
  private final String app;
  final InitialContext context;

  Steps(String scenario, String app, InitialContext context) {
    this.scenario = scenario;
    this.app = app;
    this.context = context;
  }

  <T> T find(String bean, Class<T> type) throws NamingException {
    return type.cast(context.lookup(name(bean, type)));
  }

  String name(String bean, Class<?> type) {
    return "java:global/" + app + "/" + bean + "!" + type.getName();
  }

  /** A step whose outcome is the value, or what was thrown. */
  void step(String step, Callable<?> call) {
    Map<String, Object> line = line("step");
    line.put("step", step);
    try {
      line.put("value", shown(call.call()));
    } catch (Throwable thrown) {
      line.put("thrown", chain(thrown));
    }
    Lines.print(line);
  }

  /** A step that gives nothing. */
  void act(String step, Action action) {
    step(
        step,
        () -> {
          action.run();
          return null;
        });
  }

  interface Action {
    void run() throws Exception;
  }

  /** Says what is to be done to the servers, and waits until a line on stdin says that it is done. */
  void pause(String why, Object about) throws IOException {
    Map<String, Object> line = line("pause");
    line.put("why", why);
    line.put("about", about);
    Lines.print(line);
    if (INPUT.readLine() == null) throw new IOException("stdin ended before the servers were " + why);
  }

  private Map<String, Object> line(String event) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("event", event);
    line.put("scenario", scenario);
    return line;
  }

  private static Object shown(Object value) {
    if (value == null || value instanceof Number || value instanceof Boolean) return value;
    if (value instanceof Collection<?> list) return list.stream().map(Steps::shown).toList();
    if (value instanceof int[] ints) return java.util.Arrays.stream(ints).boxed().toList();
    return value.toString();
  }

  /** The exception and its causes: class, message, own fields of the application's, suppressed ones. */
  private static List<Object> chain(Throwable thrown) {
    List<Object> chain = new ArrayList<>();
    IdentityHashMap<Throwable, Boolean> seen = new IdentityHashMap<>();
    for (Throwable t = thrown; t != null && seen.put(t, true) == null; t = t.getCause()) chain.add(one(t));
    return chain;
  }

  private static Map<String, Object> one(Throwable t) {
    Map<String, Object> one = new LinkedHashMap<>();
    one.put("class", t.getClass().getName());
    // The first line: some go on with the stack of the server.
    one.put("message", t.getMessage() == null ? null : t.getMessage().lines().findFirst().orElse(""));
    if (t instanceof org.omg.CORBA.SystemException system) {
      one.put("minor", system.minor);
      one.put("completed", List.of("yes", "no", "maybe").get(system.completed.value()));
    }
    if (t.getClass().getName().startsWith("remora.")) one.put("fields", fields(t));
    if (t.getSuppressed().length > 0) {
      one.put("suppressed", java.util.Arrays.stream(t.getSuppressed()).map(Steps::one).toList());
    }
    return one;
  }

  private static Map<String, Object> fields(Throwable t) {
    Map<String, Object> fields = new LinkedHashMap<>();
    for (Field field : t.getClass().getFields()) {
      if (Modifier.isStatic(field.getModifiers())) continue;
      try {
        fields.put(field.getName(), shown(field.get(t)));
      } catch (IllegalAccessException e) {
        fields.put(field.getName(), e.toString());
      }
    }
    return fields;
  }
}
