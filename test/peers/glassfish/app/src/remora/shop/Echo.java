package remora.shop;

import jakarta.ejb.Remote;
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

/**
 * Sends values back: one operation per declared type that is marshalled in a way of its own. Judge has the same types with the
 * server as judge.
 */
@Remote
public interface Echo {
  String whoami();

  boolean echoBoolean(boolean value);

  byte echoByte(byte value);

  char echoChar(char value);

  short echoShort(short value);

  int echoInt(int value);

  long echoLong(long value);

  float echoFloat(float value);

  double echoDouble(double value);

  String echoString(String value);

  Boolean echoBoxedBoolean(Boolean value);

  Byte echoBoxedByte(Byte value);

  Character echoBoxedChar(Character value);

  Short echoBoxedShort(Short value);

  Integer echoInteger(Integer value);

  Long echoBoxedLong(Long value);

  Float echoBoxedFloat(Float value);

  Double echoBoxedDouble(Double value);

  Number echoNumber(Number value);

  Comparable<?> echoComparable(Comparable<?> value);

  CharSequence echoCharSequence(CharSequence value);

  Iterable<Object> echoIterable(Iterable<Object> value);

  Runnable echoRunnable(Runnable value);

  boolean[] echoBooleans(boolean[] value);

  byte[] echoBytes(byte[] value);

  char[] echoChars(char[] value);

  short[] echoShorts(short[] value);

  int[] echoInts(int[] value);

  long[] echoLongs(long[] value);

  float[] echoFloats(float[] value);

  double[] echoDoubles(double[] value);

  String[] echoStrings(String[] value);

  int[][] echoMatrix(int[][] value);

  String[][] echoStringMatrix(String[][] value);

  byte[][][] echoCube(byte[][][] value);

  Object[] echoObjects(Object[] value);

  Person[] echoPersons(Person[] value);

  Color[] echoColors(Color[] value);

  Integer[] echoIntegers(Integer[] value);

  Date[] echoDates(Date[] value);

  Object echoObject(Object value);

  Serializable echoSerializable(Serializable value);

  Externalizable echoExternalizable(Externalizable value);

  Collection<Object> echoCollection(Collection<Object> value);

  List<Object> echoList(List<Object> value);

  ArrayList<Object> echoArrayList(ArrayList<Object> value);

  LinkedList<Object> echoLinkedList(LinkedList<Object> value);

  Vector<Object> echoVector(Vector<Object> value);

  ArrayDeque<Object> echoArrayDeque(ArrayDeque<Object> value);

  Queue<Object> echoQueue(Queue<Object> value);

  Deque<Object> echoDeque(Deque<Object> value);

  Set<Object> echoSet(Set<Object> value);

  SortedSet<Object> echoSortedSet(SortedSet<Object> value);

  HashSet<Object> echoHashSet(HashSet<Object> value);

  LinkedHashSet<Object> echoLinkedHashSet(LinkedHashSet<Object> value);

  TreeSet<Object> echoTreeSet(TreeSet<Object> value);

  Map<Object, Object> echoMap(Map<Object, Object> value);

  SortedMap<Object, Object> echoSortedMap(SortedMap<Object, Object> value);

  HashMap<Object, Object> echoHashMap(HashMap<Object, Object> value);

  LinkedHashMap<Object, Object> echoLinkedHashMap(LinkedHashMap<Object, Object> value);

  TreeMap<Object, Object> echoTreeMap(TreeMap<Object, Object> value);

  Hashtable<Object, Object> echoHashtable(Hashtable<Object, Object> value);

  EnumMap<Color, Object> echoEnumMap(EnumMap<Color, Object> value);

  Properties echoProperties(Properties value);

  List<String> echoNames(List<String> value);

  Map<String, Person> echoPeople(Map<String, Person> value);

  Set<Color> echoPalette(Set<Color> value);

  Map<String, List<Integer>> echoIndex(Map<String, List<Integer>> value);

  List<? extends Person> echoStaff(List<? extends Person> value);

  Date echoDate(Date value);

  Calendar echoCalendar(Calendar value);

  GregorianCalendar echoGregorianCalendar(GregorianCalendar value);

  Locale echoLocale(Locale value);

  Currency echoCurrency(Currency value);

  UUID echoUuid(UUID value);

  URI echoUri(URI value);

  URL echoUrl(URL value);

  BigDecimal echoBigDecimal(BigDecimal value);

  BigInteger echoBigInteger(BigInteger value);

  Class<?> echoClass(Class<?> value);

  java.sql.Date echoSqlDate(java.sql.Date value);

  Time echoSqlTime(Time value);

  Timestamp echoSqlTimestamp(Timestamp value);

  LocalDate echoLocalDate(LocalDate value);

  LocalTime echoLocalTime(LocalTime value);

  LocalDateTime echoLocalDateTime(LocalDateTime value);

  Instant echoInstant(Instant value);

  Duration echoDuration(Duration value);

  Period echoPeriod(Period value);

  ZonedDateTime echoZonedDateTime(ZonedDateTime value);

  OffsetDateTime echoOffsetDateTime(OffsetDateTime value);

  OffsetTime echoOffsetTime(OffsetTime value);

  ZoneId echoZoneId(ZoneId value);

  ZoneOffset echoZoneOffset(ZoneOffset value);

  Year echoYear(Year value);

  YearMonth echoYearMonth(YearMonth value);

  MonthDay echoMonthDay(MonthDay value);

  DayOfWeek echoDayOfWeek(DayOfWeek value);

  Month echoMonth(Month value);

  Color echoColor(Color value);

  Person echoPerson(Person value);

  Employee echoEmployee(Employee value);

  Contractor echoContractor(Contractor value);

  Link echoLink(Link value);

  Diary echoDiary(Diary value);

  Packed echoPacked(Packed value);

  Wide echoWide(Wide value);

  Marker echoMarker(Marker value);

  Marker.Tag echoTag(Marker.Tag value);

  Shape echoShape(Shape value);

  Drawing echoDrawing(Drawing value);

  ArrayList<Order> echoOrders(ArrayList<Order> value);

  Throwable echoThrowable(Throwable value);

  Exception echoException(Exception value);

  RuntimeException echoRuntimeException(RuntimeException value);

  OrderException echoOrderException(OrderException value);

  /** A record: Java's ORB in GlassFish cannot send one, in neither direction. */
  Point echoPoint(Point value);

  /** Sum of everything, so that each argument matters. */
  double mixed(boolean a, byte b, char c, short d, int e, long f, float g, double h, String i);

  /** A fixed value per name: tests a reader without a writer. */
  Object sample(String name);

  /** What Java sees in the value: class name and text, so that a writer is judged by Java. */
  String describe(Object value);

  String over();

  String over(int a);

  String over(String a);

  String over(int a, String b);

  String over(Object a);

  String over(List<String> a);

  String over(int[] a);

  String over(Person a);

  String over(Color a);

  /** Variable arguments: an array on the wire. */
  String join(String... parts);

  /** A word of IDL. */
  String in(String value);

  String _odd(String value);

  /** Two names that differ in case only. */
  String fold(String value);

  String Fold(String value);

  /** An attribute; the title is one per instance. */
  String getTitle();

  void setTitle(String value);

  boolean isReady();

  Greeter echoReference(Greeter other);

  /** Calls the given reference from the server. */
  String ask(Greeter other, String who);

  /** A reference of the server's own. */
  Greeter reference();

  /** The same where any value may stand. */
  Object referenceAsObject();

  /** The same among values: "before", the reference, "after", the reference. */
  List<Object> referencesInList();

  /** Whether a Greeter that answers stands in a place for any value. */
  boolean isGreeter(Object value);

  void failChecked(int code, String reason) throws OrderException;

  /** Throws a LateOrderException, which is not declared. */
  void failSubclass() throws OrderException;

  void failEither(boolean order) throws OrderException, IOException;

  /** Throws a PolicyException, which is an application exception although it is unchecked. */
  void failApplicationRuntime();

  void failRuntime(String message);

  void failError(String message);

  /** Has a cause that has a cause, and two suppressed ones. */
  void failNested() throws OrderException;

  Object returnNotSerializable();

  /** Asynchronous method. */
  Future<String> later(String text, int millis);

  /** Asynchronous, and fails: with an OrderException for a code that is not 0, else unchecked. */
  Future<String> laterFails(int code) throws OrderException;

  /** Asynchronous; ends early with "cancelled" when it is cancelled while it runs. */
  Future<String> laterCancellable(int millis);

  byte[] bulk(int size);

  int size(byte[] data);
}
