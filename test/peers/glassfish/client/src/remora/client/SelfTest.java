package remora.client;

import jakarta.json.Json;
import jakarta.json.JsonArray;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;
import jakarta.json.JsonValue;
import java.io.IOException;
import java.io.StringReader;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import remora.shop.Comparison;
import remora.shop.Description;
import remora.shop.Greeter;
import remora.shop.Judge;

/**
 * Judges the judge: every example of its grammar is built here and sent to be compared, and built there and compared here, in a place
 * for any value and in the places of its declared types; and values that differ from the description are told apart.
 */
final class SelfTest {
  private final Judge judge;
  private final Greeter greeter;
  private final List<String> wrong = new ArrayList<>();
  private int done;

  SelfTest(Judge judge, Greeter greeter) {
    this.judge = judge;
    this.greeter = greeter;
  }

  List<String> run(Path examples) throws IOException {
    int release = judge.javaRelease();
    for (String line : Files.readAllLines(examples)) {
      JsonObject example;
      try (JsonReader reader = Json.createReader(new StringReader(line))) {
        example = reader.readObject();
      }
      if (example.getInt("until", release) < release) continue;
      if (example.containsKey("given")) different(example);
      else same(example);
    }
    return wrong;
  }

  int done() {
    return done;
  }

  private void see(String what, String answer, boolean right) {
    done++;
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("event", "step");
    line.put("step", what);
    line.put("value", answer);
    Lines.print(line);
    if (!right) wrong.add(what + ": " + answer);
  }

  private interface Call {
    String run() throws Exception;
  }

  private static String firstLine(Throwable thrown) {
    return String.valueOf(thrown).lines().findFirst().orElse("");
  }

  private void ok(String what, Call call) {
    String answer;
    try {
      answer = call.run();
    } catch (InvocationTargetException e) {
      answer = firstLine(e.getCause());
    } catch (Exception e) {
      answer = firstLine(e);
    }
    see(what, answer, answer.equals("ok"));
  }

  private void same(JsonObject example) {
    String name = example.getString("name");
    String text = example.get("description").toString();
    JsonArray types = example.getJsonArray("types");
    if (types == null || types.isEmpty()) {
      ok(name + ": judge", () -> judge.judge(text, built(text)));
      ok(name + ": build", () -> Comparison.of(built(text), judge.build(text)));
      return;
    }
    for (JsonValue type : types) typed(name, Description.text(type), text);
  }

  private Object built(String text) {
    return Description.build(text, () -> greeter);
  }

  /** The operations of that declared type; "" is the place for any value. */
  private void typed(String name, String type, String text) {
    for (Method method : Judge.class.getMethods()) {
      if (method.getName().equals("judge" + type)) {
        ok(name + ": judge" + type, () -> (String) method.invoke(judge, text, built(text)));
      }
      if (method.getName().equals("build" + type)) {
        ok(name + ": build" + type, () -> Comparison.of(built(text), method.invoke(judge, text)));
      }
    }
  }

  private void different(JsonObject example) {
    String wanted = example.get("wanted").toString();
    String given = example.get("given").toString();
    String answer = judge.judge(wanted, built(given));
    String name = example.getString("name");
    see(name + ": different", answer, answer.startsWith("at " + example.getString("at", "$")));
  }
}
