package remora.shop;

import jakarta.annotation.Resource;
import jakarta.ejb.AsyncResult;
import jakarta.ejb.Asynchronous;
import jakarta.ejb.EJB;
import jakarta.ejb.SessionContext;
import jakarta.ejb.Stateless;
import java.io.Externalizable;
import java.io.IOException;
import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.net.URL;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Month;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Calendar;
import java.util.Collection;
import java.util.Currency;
import java.util.Date;
import java.util.Deque;
import java.util.EnumMap;
import java.util.GregorianCalendar;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Queue;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.Vector;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;

@Stateless(name = "EchoBean")
public class EchoBean implements Echo {
  private static final AtomicReference<String> TITLE = new AtomicReference<>("untitled");
  private static final int STEP = 20;

  @EJB private Greeter greeter;
  @Resource private SessionContext context;

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
  public Boolean echoBoxedBoolean(Boolean value) {
    return value;
  }

  @Override
  public Byte echoBoxedByte(Byte value) {
    return value;
  }

  @Override
  public Character echoBoxedChar(Character value) {
    return value;
  }

  @Override
  public Short echoBoxedShort(Short value) {
    return value;
  }

  @Override
  public Integer echoInteger(Integer value) {
    return value;
  }

  @Override
  public Long echoBoxedLong(Long value) {
    return value;
  }

  @Override
  public Float echoBoxedFloat(Float value) {
    return value;
  }

  @Override
  public Double echoBoxedDouble(Double value) {
    return value;
  }

  @Override
  public Number echoNumber(Number value) {
    return value;
  }

  @Override
  public Comparable<?> echoComparable(Comparable<?> value) {
    return value;
  }

  @Override
  public CharSequence echoCharSequence(CharSequence value) {
    return value;
  }

  @Override
  public Iterable<Object> echoIterable(Iterable<Object> value) {
    return value;
  }

  @Override
  public Runnable echoRunnable(Runnable value) {
    return value;
  }

  @Override
  public boolean[] echoBooleans(boolean[] value) {
    return value;
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
  public short[] echoShorts(short[] value) {
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
  public float[] echoFloats(float[] value) {
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
  public String[][] echoStringMatrix(String[][] value) {
    return value;
  }

  @Override
  public byte[][][] echoCube(byte[][][] value) {
    return value;
  }

  @Override
  public Object[] echoObjects(Object[] value) {
    return value;
  }

  @Override
  public Person[] echoPersons(Person[] value) {
    return value;
  }

  @Override
  public Color[] echoColors(Color[] value) {
    return value;
  }

  @Override
  public Integer[] echoIntegers(Integer[] value) {
    return value;
  }

  @Override
  public Date[] echoDates(Date[] value) {
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
  public Externalizable echoExternalizable(Externalizable value) {
    return value;
  }

  @Override
  public Collection<Object> echoCollection(Collection<Object> value) {
    return value;
  }

  @Override
  public List<Object> echoList(List<Object> value) {
    return value;
  }

  @Override
  public ArrayList<Object> echoArrayList(ArrayList<Object> value) {
    return value;
  }

  @Override
  public LinkedList<Object> echoLinkedList(LinkedList<Object> value) {
    return value;
  }

  @Override
  public Vector<Object> echoVector(Vector<Object> value) {
    return value;
  }

  @Override
  public ArrayDeque<Object> echoArrayDeque(ArrayDeque<Object> value) {
    return value;
  }

  @Override
  public Queue<Object> echoQueue(Queue<Object> value) {
    return value;
  }

  @Override
  public Deque<Object> echoDeque(Deque<Object> value) {
    return value;
  }

  @Override
  public Set<Object> echoSet(Set<Object> value) {
    return value;
  }

  @Override
  public SortedSet<Object> echoSortedSet(SortedSet<Object> value) {
    return value;
  }

  @Override
  public HashSet<Object> echoHashSet(HashSet<Object> value) {
    return value;
  }

  @Override
  public LinkedHashSet<Object> echoLinkedHashSet(LinkedHashSet<Object> value) {
    return value;
  }

  @Override
  public TreeSet<Object> echoTreeSet(TreeSet<Object> value) {
    return value;
  }

  @Override
  public Map<Object, Object> echoMap(Map<Object, Object> value) {
    return value;
  }

  @Override
  public SortedMap<Object, Object> echoSortedMap(SortedMap<Object, Object> value) {
    return value;
  }

  @Override
  public HashMap<Object, Object> echoHashMap(HashMap<Object, Object> value) {
    return value;
  }

  @Override
  public LinkedHashMap<Object, Object> echoLinkedHashMap(LinkedHashMap<Object, Object> value) {
    return value;
  }

  @Override
  public TreeMap<Object, Object> echoTreeMap(TreeMap<Object, Object> value) {
    return value;
  }

  @Override
  public Hashtable<Object, Object> echoHashtable(Hashtable<Object, Object> value) {
    return value;
  }

  @Override
  public EnumMap<Color, Object> echoEnumMap(EnumMap<Color, Object> value) {
    return value;
  }

  @Override
  public Properties echoProperties(Properties value) {
    return value;
  }

  @Override
  public List<String> echoNames(List<String> value) {
    return value;
  }

  @Override
  public Map<String, Person> echoPeople(Map<String, Person> value) {
    return value;
  }

  @Override
  public Set<Color> echoPalette(Set<Color> value) {
    return value;
  }

  @Override
  public Map<String, List<Integer>> echoIndex(Map<String, List<Integer>> value) {
    return value;
  }

  @Override
  public List<? extends Person> echoStaff(List<? extends Person> value) {
    return value;
  }

  @Override
  public Date echoDate(Date value) {
    return value;
  }

  @Override
  public Calendar echoCalendar(Calendar value) {
    return value;
  }

  @Override
  public GregorianCalendar echoGregorianCalendar(GregorianCalendar value) {
    return value;
  }

  @Override
  public Locale echoLocale(Locale value) {
    return value;
  }

  @Override
  public Currency echoCurrency(Currency value) {
    return value;
  }

  @Override
  public UUID echoUuid(UUID value) {
    return value;
  }

  @Override
  public URI echoUri(URI value) {
    return value;
  }

  @Override
  public URL echoUrl(URL value) {
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
  public Class<?> echoClass(Class<?> value) {
    return value;
  }

  @Override
  public java.sql.Date echoSqlDate(java.sql.Date value) {
    return value;
  }

  @Override
  public Time echoSqlTime(Time value) {
    return value;
  }

  @Override
  public Timestamp echoSqlTimestamp(Timestamp value) {
    return value;
  }

  @Override
  public LocalDate echoLocalDate(LocalDate value) {
    return value;
  }

  @Override
  public LocalTime echoLocalTime(LocalTime value) {
    return value;
  }

  @Override
  public LocalDateTime echoLocalDateTime(LocalDateTime value) {
    return value;
  }

  @Override
  public Instant echoInstant(Instant value) {
    return value;
  }

  @Override
  public Duration echoDuration(Duration value) {
    return value;
  }

  @Override
  public Period echoPeriod(Period value) {
    return value;
  }

  @Override
  public ZonedDateTime echoZonedDateTime(ZonedDateTime value) {
    return value;
  }

  @Override
  public OffsetDateTime echoOffsetDateTime(OffsetDateTime value) {
    return value;
  }

  @Override
  public OffsetTime echoOffsetTime(OffsetTime value) {
    return value;
  }

  @Override
  public ZoneId echoZoneId(ZoneId value) {
    return value;
  }

  @Override
  public ZoneOffset echoZoneOffset(ZoneOffset value) {
    return value;
  }

  @Override
  public Year echoYear(Year value) {
    return value;
  }

  @Override
  public YearMonth echoYearMonth(YearMonth value) {
    return value;
  }

  @Override
  public MonthDay echoMonthDay(MonthDay value) {
    return value;
  }

  @Override
  public DayOfWeek echoDayOfWeek(DayOfWeek value) {
    return value;
  }

  @Override
  public Month echoMonth(Month value) {
    return value;
  }

  @Override
  public Color echoColor(Color value) {
    return value;
  }

  @Override
  public Person echoPerson(Person value) {
    return value;
  }

  @Override
  public Employee echoEmployee(Employee value) {
    return value;
  }

  @Override
  public Contractor echoContractor(Contractor value) {
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
  public Packed echoPacked(Packed value) {
    return value;
  }

  @Override
  public Wide echoWide(Wide value) {
    return value;
  }

  @Override
  public Marker echoMarker(Marker value) {
    return value;
  }

  @Override
  public Marker.Tag echoTag(Marker.Tag value) {
    return value;
  }

  @Override
  public Shape echoShape(Shape value) {
    return value;
  }

  @Override
  public Drawing echoDrawing(Drawing value) {
    return value;
  }

  @Override
  public ArrayList<Order> echoOrders(ArrayList<Order> value) {
    return value;
  }

  @Override
  public Throwable echoThrowable(Throwable value) {
    return value;
  }

  @Override
  public Exception echoException(Exception value) {
    return value;
  }

  @Override
  public RuntimeException echoRuntimeException(RuntimeException value) {
    return value;
  }

  @Override
  public OrderException echoOrderException(OrderException value) {
    return value;
  }

  @Override
  public Point echoPoint(Point value) {
    return value;
  }

  @Override
  public double mixed(
      boolean a, byte b, char c, short d, int e, long f, float g, double h, String i) {
    return (a ? 1 : 0) + b + c + d + e + f + g + h + i.length();
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
  public String over(Object a) {
    return "Object";
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
  public String over(Color a) {
    return "Color";
  }

  @Override
  public String join(String... parts) {
    return parts == null ? "null" : parts.length + ":" + String.join(",", parts);
  }

  @Override
  public String in(String value) {
    return "in " + value;
  }

  @Override
  public String _odd(String value) {
    return "odd " + value;
  }

  @Override
  public String fold(String value) {
    return "lower " + value;
  }

  @Override
  public String Fold(String value) {
    return "upper " + value;
  }

  @Override
  public String getTitle() {
    return TITLE.get();
  }

  @Override
  public void setTitle(String value) {
    TITLE.set(value);
  }

  @Override
  public boolean isReady() {
    return true;
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
  public Greeter reference() {
    return greeter;
  }

  @Override
  public Object referenceAsObject() {
    return greeter;
  }

  @Override
  public List<Object> referencesInList() {
    return new ArrayList<>(List.of("before", greeter, "after", greeter));
  }

  @Override
  public boolean isGreeter(Object value) {
    return value instanceof Greeter other && other.greet("me").equals("Hello, me!");
  }

  @Override
  public void failChecked(int code, String reason) throws OrderException {
    throw new OrderException("order refused: " + reason, code, reason);
  }

  @Override
  public void failSubclass() throws OrderException {
    throw new LateOrderException("too late", 5);
  }

  @Override
  public void failEither(boolean order) throws OrderException, IOException {
    if (order) throw new OrderException("order refused", 1, "either");
    throw new IOException("disk full");
  }

  @Override
  public void failApplicationRuntime() {
    throw new PolicyException("against the rules");
  }

  @Override
  public void failRuntime(String message) {
    throw new IllegalStateException(message);
  }

  @Override
  public void failError(String message) {
    throw new AssertionError(message);
  }

  @Override
  public void failNested() throws OrderException {
    IOException disk = new IOException("disk full");
    IllegalStateException store = new IllegalStateException("not stored", disk);
    OrderException order = new OrderException("order refused", 9, "nested");
    order.initCause(store);
    order.addSuppressed(new IllegalArgumentException("first"));
    order.addSuppressed(new OrderException("second", 2, "suppressed"));
    throw order;
  }

  /** Not Serializable, and not remote. */
  private static final class Opaque {}

  @Override
  public Object returnNotSerializable() {
    return new Opaque();
  }

  @Override
  @Asynchronous
  public Future<String> later(String text, int millis) {
    Instance.sleep(millis);
    return new AsyncResult<>(text);
  }

  @Override
  @Asynchronous
  public Future<String> laterFails(int code) throws OrderException {
    if (code == 0) throw new IllegalStateException("broken later");
    throw new OrderException("refused later", code, "later");
  }

  @Override
  @Asynchronous
  public Future<String> laterCancellable(int millis) {
    for (int slept = 0; slept < millis; slept += STEP) {
      if (context.wasCancelCalled()) return new AsyncResult<>("cancelled");
      Instance.sleep(STEP);
    }
    return new AsyncResult<>("finished");
  }

  @Override
  public byte[] bulk(int size) {
    return Filling.bytes(size, 1);
  }

  @Override
  public int size(byte[] data) {
    return data.length;
  }
}
