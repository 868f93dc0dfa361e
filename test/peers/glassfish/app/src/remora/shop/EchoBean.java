package remora.shop;

import jakarta.ejb.AsyncResult;
import jakarta.ejb.Asynchronous;
import jakarta.ejb.Stateless;
import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.Future;

@Stateless(name = "EchoBean")
public class EchoBean implements Echo {
  @Override
  public String whoami() {
    return Instance.name();
  }

  @Override
  public boolean echoBoolean(boolean value) {
    return value;
  }

  @Override
  public byte echoByte(byte value) {
    return value;
  }

  @Override
  public char echoChar(char value) {
    return value;
  }

  @Override
  public short echoShort(short value) {
    return value;
  }

  @Override
  public int echoInt(int value) {
    return value;
  }

  @Override
  public long echoLong(long value) {
    return value;
  }

  @Override
  public float echoFloat(float value) {
    return value;
  }

  @Override
  public double echoDouble(double value) {
    return value;
  }

  @Override
  public String echoString(String value) {
    return value;
  }

  @Override
  public Integer echoInteger(Integer value) {
    return value;
  }

  @Override
  public double mixed(
      boolean a, byte b, char c, short d, int e, long f, float g, double h, String i) {
    return (a ? 1 : 0) + b + c + d + e + f + g + h + i.length();
  }

  @Override
  public byte[] echoBytes(byte[] value) {
    return value;
  }

  @Override
  public char[] echoChars(char[] value) {
    return value;
  }

  @Override
  public int[] echoInts(int[] value) {
    return value;
  }

  @Override
  public long[] echoLongs(long[] value) {
    return value;
  }

  @Override
  public double[] echoDoubles(double[] value) {
    return value;
  }

  @Override
  public String[] echoStrings(String[] value) {
    return value;
  }

  @Override
  public int[][] echoMatrix(int[][] value) {
    return value;
  }

  @Override
  public Object[] echoObjects(Object[] value) {
    return value;
  }

  @Override
  public Object echoObject(Object value) {
    return value;
  }

  @Override
  public Serializable echoSerializable(Serializable value) {
    return value;
  }

  @Override
  public Person echoPerson(Person value) {
    return value;
  }

  @Override
  public Person[] echoPersons(Person[] value) {
    return value;
  }

  @Override
  public Employee echoEmployee(Employee value) {
    return value;
  }

  @Override
  public Color echoColor(Color value) {
    return value;
  }

  @Override
  public Link echoLink(Link value) {
    return value;
  }

  @Override
  public Diary echoDiary(Diary value) {
    return value;
  }

  @Override
  public ArrayList<Object> echoArrayList(ArrayList<Object> value) {
    return value;
  }

  @Override
  public List<Object> echoList(List<Object> value) {
    return value;
  }

  @Override
  public HashMap<Object, Object> echoHashMap(HashMap<Object, Object> value) {
    return value;
  }

  @Override
  public Map<Object, Object> echoMap(Map<Object, Object> value) {
    return value;
  }

  @Override
  public Date echoDate(Date value) {
    return value;
  }

  @Override
  public BigDecimal echoBigDecimal(BigDecimal value) {
    return value;
  }

  @Override
  public BigInteger echoBigInteger(BigInteger value) {
    return value;
  }

  @Override
  public Object sample(String name) {
    return switch (name) {
      case "null" -> null;
      case "string" -> "Gr\u00fc\u00dfe, \u4e16\u754c \uD83D\uDE00";
      case "integer" -> 42;
      case "long" -> 1L << 40;
      case "double" -> Math.PI;
      case "boolean" -> Boolean.TRUE;
      case "character" -> 'Z';
      case "bytes" -> new byte[] {0, 1, -1, 127, -128};
      case "ints" -> new int[] {1, 2, 3};
      case "strings" -> new String[] {"one", "two", null, "one"};
      case "objects" -> new Object[] {1, "two", 3.0, null, new Person("in array", 3, null)};
      case "matrix" -> new int[][] {{1}, {2, 3}, {}};
      case "person" -> new Person("Ann", 41, new Person("Bob", 40, null));
      case "employee" -> new Employee("Cem", 33, "Remora", 5_000_000_000L);
      case "cycle" -> {
        Link a = new Link("a");
        a.next = new Link("b");
        a.next.next = a;
        yield a;
      }
      case "shared" -> {
        Link a = new Link("a");
        a.next = new Link("both");
        a.other = a.next;
        yield a;
      }
      case "color" -> Color.BLUE;
      case "diary" -> {
        Diary diary = new Diary();
        diary.owner = "Ann";
        diary.year = 2024;
        diary.notes.add("first");
        diary.notes.add("second");
        yield diary;
      }
      case "date" -> new Date(1_700_000_000_000L);
      case "bigdecimal" -> new BigDecimal("12345678901234567890.123456789");
      case "biginteger" -> new BigInteger("-123456789012345678901234567890");
      case "uuid" -> UUID.fromString("0f8fad5b-d9cb-469f-a165-70867728950e");
      case "list" -> new ArrayList<Object>(List.of("a", 1, new Person("x", 1, null)));
      case "linkedlist" -> new LinkedList<Object>(List.of("a", "b"));
      case "map" -> {
        Map<Object, Object> map = new HashMap<>();
        map.put("k", 1);
        map.put("n", null);
        yield map;
      }
      case "linkedmap" -> {
        Map<Object, Object> map = new LinkedHashMap<>();
        map.put("z", 1);
        map.put("a", "v");
        yield map;
      }
      case "treemap" -> new TreeMap<Object, Object>(Map.of("b", 2, "a", 1));
      case "hashset" -> new HashSet<Object>(List.of("only"));
      default -> throw new IllegalArgumentException("no sample " + name);
    };
  }

  @Override
  public String describe(Object value) {
    if (value == null) return "null";
    String text =
        value instanceof Object[] array
            ? Arrays.deepToString(array)
            : value instanceof int[] ints ? Arrays.toString(ints) : text(value);
    return value.getClass().getName() + " " + text;
  }

  private static String text(Object value) {
    if (value instanceof byte[] bytes) return Arrays.toString(bytes);
    if (value instanceof Employee e) return e.name + "," + e.age + "," + e.company + "," + e.salary;
    if (value instanceof Person p) return p.name + "," + p.age + "," + p.height + "," + p.member;
    if (value instanceof Diary d) return d.owner + "," + d.year + "," + d.notes;
    return String.valueOf(value);
  }

  @Override
  public String over() {
    return "none";
  }

  @Override
  public String over(int a) {
    return "int";
  }

  @Override
  public String over(String a) {
    return "String";
  }

  @Override
  public String over(int a, String b) {
    return "int, String";
  }

  @Override
  public String over(List<String> a) {
    return "List";
  }

  @Override
  public String over(int[] a) {
    return "int[]";
  }

  @Override
  public String over(Person a) {
    return "Person";
  }

  @Override
  public Greeter echoReference(Greeter other) {
    return other;
  }

  @Override
  public String ask(Greeter other, String who) {
    return other.greet(who);
  }

  @Override
  @Asynchronous
  public Future<String> later(String text, int millis) {
    Instance.sleep(millis);
    return new AsyncResult<>(text);
  }
}
