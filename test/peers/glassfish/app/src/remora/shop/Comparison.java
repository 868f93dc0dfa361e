package remora.shop;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Calendar;
import java.util.Collection;
import java.util.GregorianCalendar;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TimeZone;

/**
 * Compares a value with the wanted one: classes are equal everywhere; arrays, collections, maps, exceptions and classes of this
 * application by content, everything else by equals. Among those with content, what is one object in the wanted value is one
 * object in the given one, and what is two is two; cycles end there. Calendars and time zones are compared by what they tell.
 */
public final class Comparison {
  private static final long HALF_YEAR = 15_768_000_000L;

  private IdentityHashMap<Object, Object> given = new IdentityHashMap<>();
  private IdentityHashMap<Object, Object> wanted = new IdentityHashMap<>();

  private Comparison() {}

  /** "ok", or the first place that differs, with what was wanted there and what is there. */
  public static String of(Object wanted, Object given) {
    try {
      String difference = new Comparison().compare("$", wanted, given);
      return difference == null ? "ok" : difference;
    } catch (ReflectiveOperationException | RuntimeException e) {
      return "not comparable: " + e;
    }
  }

  private static String differ(String path, Object wanted, Object given) {
    return "at " + path + ": wanted " + shown(wanted) + ", got " + shown(given);
  }

  private static String shown(Object value) {
    if (value == null) return "null";
    String text = hasContent(value) ? size(value) : String.valueOf(value);
    String cut = text.length() > 200 ? text.substring(0, 200) + "…" : text;
    return value.getClass().getName() + " " + cut;
  }

  private static String size(Object value) {
    if (value.getClass().isArray()) return "of " + Array.getLength(value);
    if (value instanceof Collection<?> collection) return "of " + collection.size();
    if (value instanceof Map<?, ?> map) return "of " + map.size();
    return "@" + Integer.toHexString(System.identityHashCode(value));
  }

  private static boolean isOurs(Class<?> type) {
    return type.getName().startsWith("remora.shop.") && !type.isEnum();
  }

  private static boolean hasContent(Object value) {
    return value.getClass().isArray()
        || value instanceof Collection
        || value instanceof Map
        || value instanceof Throwable
        || (isOurs(value.getClass()) && !(value instanceof Enum) && !(value instanceof Greeter));
  }

  private String compare(String path, Object a, Object b) throws ReflectiveOperationException {
    if (a == null || b == null) return a == b ? null : differ(path, a, b);
    if (a instanceof Greeter one && b instanceof Greeter other) {
      return one.greet("judge").equals(other.greet("judge")) ? null : differ(path, a, b);
    }
    if (a.getClass() != b.getClass()) return differ(path, a, b);
    if (!hasContent(a)) return isSame(a, b) ? null : differ(path, a, b);
    if (given.containsKey(a) || wanted.containsKey(b)) {
      if (given.get(a) == b && wanted.get(b) == a) return null;
      return "at " + path + ": " + identity(given.containsKey(a));
    }
    given.put(a, b);
    wanted.put(b, a);
    if (a.getClass().isArray()) return arrays(path, a, b);
    if (a instanceof Map<?, ?> map) return maps(path, map, (Map<?, ?>) b);
    if (a instanceof Collection<?> collection) return collections(path, collection, (Collection<?>) b);
    if (a instanceof Throwable throwable) return throwables(path, throwable, (Throwable) b);
    return fields(path, a, b, a.getClass());
  }

  private static String identity(boolean seen) {
    return seen
        ? "wanted an object that was there before, got another one"
        : "wanted a new object, got one that was there before";
  }

  private static boolean isSame(Object a, Object b) {
    // The equals of URL asks for addresses.
    if (a instanceof URL one) return one.toExternalForm().equals(((URL) b).toExternalForm());
    if (a instanceof StringBuilder one) return one.compareTo((StringBuilder) b) == 0;
    if (a instanceof TimeZone one) return isSameZone(one, (TimeZone) b, 0);
    if (a instanceof Calendar one) return isSameCalendar(one, (Calendar) b);
    return a.equals(b);
  }

  /** The rules inside belong to the version of Java; what counts is the zone, and that it tells the time. */
  private static boolean isSameZone(TimeZone a, TimeZone b, long time) {
    return a.getID().equals(b.getID())
        && a.getRawOffset() == b.getRawOffset()
        && a.getOffset(time) == b.getOffset(time)
        && a.getOffset(time + HALF_YEAR) == b.getOffset(time + HALF_YEAR);
  }

  private static boolean isSameCalendar(Calendar a, Calendar b) {
    boolean cutover =
        !(a instanceof GregorianCalendar one)
            || one.getGregorianChange().equals(((GregorianCalendar) b).getGregorianChange());
    return cutover
        && a.getTimeInMillis() == b.getTimeInMillis()
        && isSameZone(a.getTimeZone(), b.getTimeZone(), a.getTimeInMillis())
        && a.isLenient() == b.isLenient()
        && a.getFirstDayOfWeek() == b.getFirstDayOfWeek()
        && a.getMinimalDaysInFirstWeek() == b.getMinimalDaysInFirstWeek()
        && a.get(Calendar.HOUR_OF_DAY) == b.get(Calendar.HOUR_OF_DAY);
  }

  private String arrays(String path, Object a, Object b) throws ReflectiveOperationException {
    int length = Array.getLength(a);
    if (length != Array.getLength(b)) return differ(path, a, b);
    if (a instanceof byte[] bytes && Arrays.equals(bytes, (byte[]) b)) return null;
    for (int i = 0; i < length; i++) {
      String difference = compare(path + "[" + i + "]", Array.get(a, i), Array.get(b, i));
      if (difference != null) return difference;
    }
    return null;
  }

  private String collections(String path, Collection<?> a, Collection<?> b)
      throws ReflectiveOperationException {
    if (a.size() != b.size()) return differ(path, a, b);
    if (a instanceof SortedSet<?> set) {
      String difference = comparators(path, set.comparator(), ((SortedSet<?>) b).comparator());
      if (difference != null) return difference;
    }
    if (a instanceof Set && !hasOrder(a)) return unordered(path, a, b);
    Iterator<?> others = b.iterator();
    int i = 0;
    for (Object one : a) {
      String difference = compare(path + "[" + i++ + "]", one, others.next());
      if (difference != null) return difference;
    }
    return null;
  }

  private static boolean hasOrder(Object value) {
    return value instanceof SortedSet
        || value instanceof SortedMap
        || value instanceof java.util.LinkedHashSet
        || value instanceof java.util.LinkedHashMap
        || value instanceof java.util.EnumMap
        || value instanceof java.util.EnumSet;
  }

  /** Comparators of the JDK that are sent have no fields, so the class says it all. */
  private static String comparators(String path, Object a, Object b) {
    Class<?> one = a == null ? null : a.getClass();
    Class<?> other = b == null ? null : b.getClass();
    return one == other ? null : differ(path + ".comparator", a, b);
  }

  private String unordered(String path, Collection<?> a, Collection<?> b)
      throws ReflectiveOperationException {
    List<Object> left = new ArrayList<>(b);
    for (Object one : a) {
      if (one == null || !hasContent(one)) {
        // The collection itself must find it: that is what a wrong hash breaks.
        if (!b.contains(one)) return differ(path + ".contains", one, null);
        continue;
      }
      if (!takes(left, one)) return differ(path + ".element", one, null);
    }
    return null;
  }

  private boolean takes(List<Object> left, Object one) throws ReflectiveOperationException {
    for (int i = 0; i < left.size(); i++) {
      IdentityHashMap<Object, Object> givenBefore = new IdentityHashMap<>(given);
      IdentityHashMap<Object, Object> wantedBefore = new IdentityHashMap<>(wanted);
      if (compare("", one, left.get(i)) == null) {
        left.remove(i);
        return true;
      }
      given = givenBefore;
      wanted = wantedBefore;
    }
    return false;
  }

  private String maps(String path, Map<?, ?> a, Map<?, ?> b) throws ReflectiveOperationException {
    if (a.size() != b.size()) return differ(path, a, b);
    if (a instanceof SortedMap<?, ?> map) {
      String difference = comparators(path, map.comparator(), ((SortedMap<?, ?>) b).comparator());
      if (difference != null) return difference;
    }
    if (a instanceof Properties properties) {
      Set<String> names = properties.stringPropertyNames();
      Properties other = (Properties) b;
      if (!names.equals(other.stringPropertyNames())) return differ(path + ".names", names, other);
      for (String name : names) {
        String value = properties.getProperty(name);
        if (!value.equals(other.getProperty(name))) {
          return differ(path + "." + name, value, other.getProperty(name));
        }
      }
    }
    return hasOrder(a) ? pairs(path, a, b) : values(path, a, b);
  }

  private String pairs(String path, Map<?, ?> a, Map<?, ?> b) throws ReflectiveOperationException {
    Iterator<? extends Map.Entry<?, ?>> others = b.entrySet().iterator();
    int i = 0;
    for (Map.Entry<?, ?> one : a.entrySet()) {
      Map.Entry<?, ?> other = others.next();
      String difference = compare(path + ".keys[" + i++ + "]", one.getKey(), other.getKey());
      if (difference == null) {
        difference = compare(path + "{" + one.getKey() + "}", one.getValue(), other.getValue());
      }
      if (difference != null) return difference;
    }
    return null;
  }

  private String values(String path, Map<?, ?> a, Map<?, ?> b) throws ReflectiveOperationException {
    List<Object> left = new ArrayList<>();
    for (Map.Entry<?, ?> entry : b.entrySet()) {
      left.add(new Object[] {entry.getKey(), entry.getValue()});
    }
    for (Map.Entry<?, ?> one : a.entrySet()) {
      Object key = one.getKey();
      if (key != null && hasContent(key)) {
        if (!takes(left, new Object[] {key, one.getValue()})) return differ(path + ".key", key, null);
        continue;
      }
      if (!b.containsKey(key)) return differ(path + ".containsKey", key, null);
      String difference = compare(path + "{" + key + "}", one.getValue(), b.get(key));
      if (difference != null) return difference;
    }
    return null;
  }

  private String throwables(String path, Throwable a, Throwable b)
      throws ReflectiveOperationException {
    if (!Objects.equals(a.getMessage(), b.getMessage())) {
      return differ(path + ".message", a.getMessage(), b.getMessage());
    }
    // A description without a stack does not ask for one.
    StackTraceElement[] stack = a.getStackTrace();
    if (stack.length > 0 && !Arrays.equals(stack, b.getStackTrace())) {
      return differ(path + ".stack", Arrays.toString(stack), Arrays.toString(b.getStackTrace()));
    }
    String difference = compare(path + ".cause", a.getCause(), b.getCause());
    if (difference == null) {
      difference =
          compare(path + ".suppressed", List.of(a.getSuppressed()), List.of(b.getSuppressed()));
    }
    return difference != null ? difference : fields(path, a, b, a.getClass());
  }

  private String fields(String path, Object a, Object b, Class<?> type)
      throws ReflectiveOperationException {
    if (!isOurs(type)) return null;
    String difference = fields(path, a, b, type.getSuperclass());
    if (difference != null) return difference;
    // Then it is up to the class what becomes of them.
    boolean writesTransient =
        Arrays.stream(type.getDeclaredMethods()).anyMatch(m -> m.getName().equals("writeObject"));
    for (Field field : type.getDeclaredFields()) {
      int modifiers = field.getModifiers();
      if (Modifier.isStatic(modifiers)) continue;
      if (Modifier.isTransient(modifiers) && !writesTransient) continue;
      field.setAccessible(true);
      difference = compare(path + "." + field.getName(), field.get(a), field.get(b));
      if (difference != null) return difference;
    }
    return null;
  }
}
