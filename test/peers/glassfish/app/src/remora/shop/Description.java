package remora.shop;

import jakarta.json.Json;
import jakarta.json.JsonArray;
import jakarta.json.JsonNumber;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import java.io.StringReader;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * Builds a Java value from JSON text. The grammar, in short (all of it with examples: JUDGE.md):
 *
 * <pre>
 * value   = null | "text" (String) | true (Boolean) | 5 (Integer) | 5.5 (Double) | [value, …] (ArrayList)
 *         | {"ref": id} | {"greeter": true} | {"orders": n}
 *         | {"is": class, "id"?: id, …}
 * scalar  = {"is", "v": text or number}                      boxes, String, dates, java.time, enums, Class …
 * array   = {"is": "int[]", "items": […]}                    primitives bare; inner arrays bare or described
 * other   = {"is", "items": [value, …]}                      collections, and List.of and the like
 *         | {"is", "entries": [[key, value], …]}             maps
 *         | {"is", "of": value}                              wrappers of java.util.Collections
 *         | {"is", "fields": {name: value}}                  objects; primitives bare
 *         | {"is", "message", "cause", "suppressed", "stack", "fields"}   exceptions
 *         | {"is", "fill": {"size", "seed"}}                 long strings, arrays, collections
 * </pre>
 */
public final class Description {
  private final Supplier<Greeter> greeter;
  private final Map<String, Object> named = new HashMap<>();

  private Description(Supplier<Greeter> greeter) {
    this.greeter = greeter;
  }

  /** Throws an IllegalArgumentException that says what is wrong with the text. */
  public static Object build(String text, Supplier<Greeter> greeter) {
    try (JsonReader reader = Json.createReader(new StringReader(text))) {
      return new Description(greeter).value(reader.readValue());
    } catch (ReflectiveOperationException | RuntimeException e) {
      throw new IllegalArgumentException("bad description: " + e, e);
    }
  }

  private Object value(JsonValue json) throws ReflectiveOperationException {
    if (json == null) return null;
    return switch (json.getValueType()) {
      case NULL -> null;
      case TRUE -> Boolean.TRUE;
      case FALSE -> Boolean.FALSE;
      case STRING -> ((JsonString) json).getString();
      case NUMBER -> number((JsonNumber) json);
      case ARRAY -> {
        List<Object> list = new ArrayList<>();
        for (JsonValue item : json.asJsonArray()) list.add(value(item));
        yield list;
      }
      case OBJECT -> described(json.asJsonObject());
    };
  }

  private static Object number(JsonNumber number) {
    if (number.isIntegral() && number.bigIntegerValue().bitLength() < 32) {
      return number.intValueExact();
    }
    return number.doubleValue();
  }

  private Object described(JsonObject json) throws ReflectiveOperationException {
    if (json.containsKey("ref")) {
      String id = json.getString("ref");
      if (!named.containsKey(id)) throw new IllegalArgumentException("no id " + id + " before its ref");
      return named.get(id);
    }
    if (json.containsKey("greeter")) return greeter.get();
    if (json.containsKey("orders")) return Orders.sample(json.getInt("orders"));
    String is = json.getString("is");
    Object made = made(is, json);
    if (json.containsKey("id")) named.putIfAbsent(json.getString("id"), made);
    return made;
  }

  /** Names an object before its content is read, so that the content may refer to it. */
  private <T> T named(JsonObject json, T made) {
    if (json.containsKey("id")) named.put(json.getString("id"), made);
    return made;
  }

  private Object made(String is, JsonObject json) throws ReflectiveOperationException {
    if (is.endsWith("[]")) return array(type(is).getComponentType(), json);
    if (json.containsKey("v")) {
      Object scalar = Scalars.of(is, json.get("v"));
      return scalar != null ? scalar : constant(type(is), text(json.get("v")));
    }
    if (is.equals("java.util.GregorianCalendar")) return Scalars.calendar(json);
    if (is.equals("java.sql.Timestamp")) return Scalars.timestamp(json);
    if (is.equals("java.lang.String")) {
      JsonObject fill = json.getJsonObject("fill");
      return Filling.text(fill.getInt("size"), fill.getInt("seed"));
    }
    if (is.indexOf('.') == is.lastIndexOf('.') && Character.isUpperCase(is.charAt(0))) {
      return factory(is, json);
    }
    Class<?> type = type(is);
    if (Throwable.class.isAssignableFrom(type)) return throwable(type, json);
    if (Map.class.isAssignableFrom(type)) return map(type, json);
    if (Collection.class.isAssignableFrom(type)) return collection(type, json);
    Object object = named(json, instance(type));
    setFields(object, json.getJsonObject("fields"));
    return object;
  }

  static Class<?> type(String name) throws ClassNotFoundException {
    if (name.endsWith("[]")) {
      return type(name.substring(0, name.length() - 2)).arrayType();
    }
    return switch (name) {
      case "boolean" -> boolean.class;
      case "byte" -> byte.class;
      case "char" -> char.class;
      case "short" -> short.class;
      case "int" -> int.class;
      case "long" -> long.class;
      case "float" -> float.class;
      case "double" -> double.class;
      case "void" -> void.class;
      default -> Class.forName(name, true, Description.class.getClassLoader());
    };
  }

  public static String text(JsonValue json) {
    return json instanceof JsonString string ? string.getString() : json.toString();
  }

  private static Object instance(Class<?> type) throws ReflectiveOperationException {
    Constructor<?> constructor = type.getDeclaredConstructor();
    if (type.getName().startsWith("remora.")) constructor.setAccessible(true);
    return constructor.newInstance();
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static Object constant(Class<?> type, String name) {
    if (!type.isEnum()) throw new IllegalArgumentException("no scalar " + type.getName());
    return Enum.valueOf((Class) type, name);
  }

  // Arrays

  private Object array(Class<?> component, JsonObject json) throws ReflectiveOperationException {
    JsonObject fill = json.getJsonObject("fill");
    if (fill != null) return Filling.array(component, fill.getInt("size"), fill.getInt("seed"));
    JsonArray items = json.getJsonArray("items");
    Object array = named(json, Array.newInstance(component, items.size()));
    fillArray(array, component, items);
    return array;
  }

  private void fillArray(Object array, Class<?> component, JsonArray items)
      throws ReflectiveOperationException {
    for (int i = 0; i < items.size(); i++) Array.set(array, i, item(component, items.get(i)));
  }

  /** As the content of a place of that type: primitives, and arrays in arrays, need no class. */
  private Object item(Class<?> type, JsonValue json) throws ReflectiveOperationException {
    if (type.isPrimitive()) return Scalars.primitive(type, json);
    if (type.isArray() && json.getValueType() == JsonValue.ValueType.ARRAY) {
      JsonArray items = json.asJsonArray();
      Object array = Array.newInstance(type.getComponentType(), items.size());
      fillArray(array, type.getComponentType(), items);
      return array;
    }
    return value(json);
  }

  // Collections and maps

  private List<Object> items(JsonObject json) throws ReflectiveOperationException {
    List<Object> list = new ArrayList<>();
    if (json.containsKey("items")) {
      for (JsonValue item : json.getJsonArray("items")) list.add(value(item));
    }
    return list;
  }

  private Map<Object, Object> entries(JsonObject json) throws ReflectiveOperationException {
    Map<Object, Object> map = new LinkedHashMap<>();
    addEntries(map, json);
    return map;
  }

  private void addEntries(Map<Object, Object> map, JsonObject json)
      throws ReflectiveOperationException {
    if (!json.containsKey("entries")) return;
    for (JsonValue entry : json.getJsonArray("entries")) {
      Object key = value(entry.asJsonArray().get(0));
      map.put(key, value(entry.asJsonArray().get(1)));
    }
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private Object factory(String is, JsonObject json) throws ReflectiveOperationException {
    return switch (is) {
      case "Arrays.asList" -> {
        Object[] content = new Object[json.getJsonArray("items").size()];
        List<Object> list = named(json, java.util.Arrays.asList(content));
        fillArray(content, Object.class, json.getJsonArray("items"));
        yield list;
      }
      case "List.of" -> List.of(items(json).toArray());
      case "Set.of" -> java.util.Set.of(items(json).toArray());
      case "Map.of" -> Map.ofEntries(
          entries(json).entrySet().toArray((Map.Entry<Object, Object>[]) new Map.Entry[0]));
      case "Collections.emptyList" -> Collections.emptyList();
      case "Collections.emptySet" -> Collections.emptySet();
      case "Collections.emptyMap" -> Collections.emptyMap();
      case "Collections.singletonList" -> Collections.singletonList(items(json).get(0));
      case "Collections.singleton" -> Collections.singleton(items(json).get(0));
      case "Collections.singletonMap" -> {
        Map.Entry<Object, Object> entry = entries(json).entrySet().iterator().next();
        yield Collections.singletonMap(entry.getKey(), entry.getValue());
      }
      case "Collections.nCopies" -> Collections.nCopies(json.getInt("n"), value(json.get("of")));
      case "EnumSet.of" -> {
        EnumSet set = EnumSet.noneOf((Class) type(json.getString("class")));
        set.addAll(items(json));
        yield set;
      }
      default -> wrapper(is, value(json.get("of")));
    };
  }

  /** Collections.unmodifiableList and so on: the method with one parameter that takes the inner value. */
  private static Object wrapper(String is, Object inner) throws ReflectiveOperationException {
    String method = is.startsWith("Collections.") ? is.substring("Collections.".length()) : "";
    if (method.startsWith("unmodifiable") || method.startsWith("synchronized")) {
      for (var candidate : Collections.class.getMethods()) {
        if (candidate.getName().equals(method) && candidate.getParameterTypes()[0].isInstance(inner)) {
          return candidate.invoke(null, inner);
        }
      }
    }
    throw new IllegalArgumentException("no factory " + is);
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static Comparator<Object> comparator(JsonObject json) {
    return switch (json.getString("comparator", "natural")) {
      case "natural" -> null;
      case "reverse" -> (Comparator) Collections.reverseOrder();
      case "caseInsensitive" -> (Comparator) String.CASE_INSENSITIVE_ORDER;
      default -> throw new IllegalArgumentException("natural, reverse or caseInsensitive");
    };
  }

  @SuppressWarnings("unchecked")
  private Object collection(Class<?> type, JsonObject json) throws ReflectiveOperationException {
    Collection<Object> collection =
        named(
            json,
            type == TreeSet.class
                ? new TreeSet<>(comparator(json))
                : (Collection<Object>) instance(type));
    JsonObject fill = json.getJsonObject("fill");
    if (fill != null) {
      Filling filling = new Filling(fill.getInt("seed"));
      for (int i = 0; i < fill.getInt("size"); i++) collection.add(filling.nextInt());
      return collection;
    }
    for (JsonValue item : json.getJsonArray("items")) collection.add(value(item));
    return collection;
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private Object map(Class<?> type, JsonObject json) throws ReflectiveOperationException {
    Map<Object, Object> map;
    if (type == EnumMap.class) map = new EnumMap(type(json.getString("class")));
    else if (type == TreeMap.class) map = new TreeMap<>(comparator(json));
    else if (type == LinkedHashMap.class) {
      map = new LinkedHashMap<>(16, 0.75f, json.getBoolean("accessOrder", false));
    } else if (type == Properties.class && json.containsKey("defaults")) {
      map = new Properties((Properties) value(json.get("defaults")));
    } else map = (Map<Object, Object>) instance(type);
    addEntries(named(json, map), json);
    return map;
  }

  // Objects

  private void setFields(Object object, JsonObject fields) throws ReflectiveOperationException {
    if (fields == null) return;
    for (Map.Entry<String, JsonValue> entry : fields.entrySet()) {
      Field field = field(object.getClass(), entry.getKey());
      field.setAccessible(true);
      field.set(object, item(field.getType(), entry.getValue()));
    }
  }

  /** A field that a subclass hides is named with its class in front: remora.shop.Person.name. */
  private static Field field(Class<?> type, String name) throws NoSuchFieldException {
    int dot = name.lastIndexOf('.');
    for (Class<?> c = type; c != null; c = c.getSuperclass()) {
      if (dot >= 0 && !c.getName().equals(name.substring(0, dot))) continue;
      for (Field field : c.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers()) && field.getName().equals(name.substring(dot + 1))) {
          return field;
        }
      }
    }
    throw new NoSuchFieldException(type.getName() + "." + name);
  }

  private Object throwable(Class<?> type, JsonObject json) throws ReflectiveOperationException {
    JsonValue message = json.get("message");
    boolean silent = message == null || message.getValueType() == JsonValue.ValueType.NULL;
    Throwable made =
        (Throwable)
            type.getConstructor(String.class).newInstance(silent ? null : json.getString("message"));
    named(json, made);
    if (json.containsKey("cause")) made.initCause((Throwable) value(json.get("cause")));
    if (json.containsKey("suppressed")) {
      for (JsonValue one : json.getJsonArray("suppressed")) made.addSuppressed((Throwable) value(one));
    }
    List<StackTraceElement> stack = new ArrayList<>();
    if (json.containsKey("stack")) {
      for (JsonValue one : json.getJsonArray("stack")) stack.add(frame(one.asJsonArray()));
    }
    made.setStackTrace(stack.toArray(new StackTraceElement[0]));
    setFields(made, json.getJsonObject("fields"));
    return made;
  }

  private static StackTraceElement frame(JsonArray one) {
    return new StackTraceElement(one.getString(0), one.getString(1), one.getString(2), one.getInt(3));
  }
}
