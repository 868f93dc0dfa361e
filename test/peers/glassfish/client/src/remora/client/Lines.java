package remora.client;

import java.util.Collection;
import java.util.Locale;
import java.util.Map;

/** JSON for the lines on stdout. */
final class Lines {
  private Lines() {}

  static void print(Map<String, ?> line) {
    System.out.println(json(line));
  }

  static String json(Object value) {
    if (value == null || value instanceof Boolean || value instanceof Integer || value instanceof Long) {
      return String.valueOf(value);
    }
    if (value instanceof Double number) return String.format(Locale.ROOT, "%.3f", number);
    StringBuilder out = new StringBuilder();
    if (value instanceof Map<?, ?> map) {
      map.forEach(
          (key, one) -> out.append(out.isEmpty() ? "" : ",").append(quoted(key)).append(':').append(json(one)));
      return "{" + out + "}";
    }
    if (value instanceof Collection<?> list) {
      for (Object one : list) out.append(out.isEmpty() ? "" : ",").append(json(one));
      return "[" + out + "]";
    }
    return quoted(value);
  }

  private static String quoted(Object value) {
    StringBuilder out = new StringBuilder("\"");
    for (char c : String.valueOf(value).toCharArray()) {
      if (c == '"' || c == '\\') out.append('\\').append(c);
      else if (c < 0x20 || Character.isSurrogate(c) || c == '\u2028' || c == '\u2029') {
        out.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
      } else out.append(c);
    }
    return out.append('"').toString();
  }
}
