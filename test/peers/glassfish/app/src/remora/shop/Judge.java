package remora.shop;

import jakarta.ejb.Remote;
import java.io.Externalizable;
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

/**
 * The server as judge of values. Descriptions are JSON texts; their grammar is in JUDGE.md. The server builds the described value
 * itself and compares; answers are "ok", or "at path: wanted …, got …". One operation per declared type of Echo, too.
 */
@Remote
public interface Judge {
  String judge(String description, Object value);

  Object build(String description);

  /** Whether a description is understood: "ok", or what is wrong with it. */
  String check(String description);

  /** Feature release of the server's Java. */
  int javaRelease();

  String judgeBoolean(String description, boolean value);

  boolean buildBoolean(String description);

  String judgeByte(String description, byte value);

  byte buildByte(String description);

  String judgeChar(String description, char value);

  char buildChar(String description);

  String judgeShort(String description, short value);

  short buildShort(String description);

  String judgeInt(String description, int value);

  int buildInt(String description);

  String judgeLong(String description, long value);

  long buildLong(String description);

  String judgeFloat(String description, float value);

  float buildFloat(String description);

  String judgeDouble(String description, double value);

  double buildDouble(String description);

  String judgeString(String description, String value);

  String buildString(String description);

  String judgeBoxedBoolean(String description, Boolean value);

  Boolean buildBoxedBoolean(String description);

  String judgeBoxedByte(String description, Byte value);

  Byte buildBoxedByte(String description);

  String judgeBoxedChar(String description, Character value);

  Character buildBoxedChar(String description);

  String judgeBoxedShort(String description, Short value);

  Short buildBoxedShort(String description);

  String judgeInteger(String description, Integer value);

  Integer buildInteger(String description);

  String judgeBoxedLong(String description, Long value);

  Long buildBoxedLong(String description);

  String judgeBoxedFloat(String description, Float value);

  Float buildBoxedFloat(String description);

  String judgeBoxedDouble(String description, Double value);

  Double buildBoxedDouble(String description);

  String judgeNumber(String description, Number value);

  Number buildNumber(String description);

  String judgeComparable(String description, Comparable<?> value);

  Comparable<?> buildComparable(String description);

  String judgeCharSequence(String description, CharSequence value);

  CharSequence buildCharSequence(String description);

  String judgeIterable(String description, Iterable<Object> value);

  Iterable<Object> buildIterable(String description);

  String judgeRunnable(String description, Runnable value);

  Runnable buildRunnable(String description);

  String judgeBooleans(String description, boolean[] value);

  boolean[] buildBooleans(String description);

  String judgeBytes(String description, byte[] value);

  byte[] buildBytes(String description);

  String judgeChars(String description, char[] value);

  char[] buildChars(String description);

  String judgeShorts(String description, short[] value);

  short[] buildShorts(String description);

  String judgeInts(String description, int[] value);

  int[] buildInts(String description);

  String judgeLongs(String description, long[] value);

  long[] buildLongs(String description);

  String judgeFloats(String description, float[] value);

  float[] buildFloats(String description);

  String judgeDoubles(String description, double[] value);

  double[] buildDoubles(String description);

  String judgeStrings(String description, String[] value);

  String[] buildStrings(String description);

  String judgeMatrix(String description, int[][] value);

  int[][] buildMatrix(String description);

  String judgeStringMatrix(String description, String[][] value);

  String[][] buildStringMatrix(String description);

  String judgeCube(String description, byte[][][] value);

  byte[][][] buildCube(String description);

  String judgeObjects(String description, Object[] value);

  Object[] buildObjects(String description);

  String judgePersons(String description, Person[] value);

  Person[] buildPersons(String description);

  String judgeColors(String description, Color[] value);

  Color[] buildColors(String description);

  String judgeIntegers(String description, Integer[] value);

  Integer[] buildIntegers(String description);

  String judgeDates(String description, Date[] value);

  Date[] buildDates(String description);

  String judgeObject(String description, Object value);

  Object buildObject(String description);

  String judgeSerializable(String description, Serializable value);

  Serializable buildSerializable(String description);

  String judgeExternalizable(String description, Externalizable value);

  Externalizable buildExternalizable(String description);

  String judgeCollection(String description, Collection<Object> value);

  Collection<Object> buildCollection(String description);

  String judgeList(String description, List<Object> value);

  List<Object> buildList(String description);

  String judgeArrayList(String description, ArrayList<Object> value);

  ArrayList<Object> buildArrayList(String description);

  String judgeLinkedList(String description, LinkedList<Object> value);

  LinkedList<Object> buildLinkedList(String description);

  String judgeVector(String description, Vector<Object> value);

  Vector<Object> buildVector(String description);

  String judgeArrayDeque(String description, ArrayDeque<Object> value);

  ArrayDeque<Object> buildArrayDeque(String description);

  String judgeQueue(String description, Queue<Object> value);

  Queue<Object> buildQueue(String description);

  String judgeDeque(String description, Deque<Object> value);

  Deque<Object> buildDeque(String description);

  String judgeSet(String description, Set<Object> value);

  Set<Object> buildSet(String description);

  String judgeSortedSet(String description, SortedSet<Object> value);

  SortedSet<Object> buildSortedSet(String description);

  String judgeHashSet(String description, HashSet<Object> value);

  HashSet<Object> buildHashSet(String description);

  String judgeLinkedHashSet(String description, LinkedHashSet<Object> value);

  LinkedHashSet<Object> buildLinkedHashSet(String description);

  String judgeTreeSet(String description, TreeSet<Object> value);

  TreeSet<Object> buildTreeSet(String description);

  String judgeMap(String description, Map<Object, Object> value);

  Map<Object, Object> buildMap(String description);

  String judgeSortedMap(String description, SortedMap<Object, Object> value);

  SortedMap<Object, Object> buildSortedMap(String description);

  String judgeHashMap(String description, HashMap<Object, Object> value);

  HashMap<Object, Object> buildHashMap(String description);

  String judgeLinkedHashMap(String description, LinkedHashMap<Object, Object> value);

  LinkedHashMap<Object, Object> buildLinkedHashMap(String description);

  String judgeTreeMap(String description, TreeMap<Object, Object> value);

  TreeMap<Object, Object> buildTreeMap(String description);

  String judgeHashtable(String description, Hashtable<Object, Object> value);

  Hashtable<Object, Object> buildHashtable(String description);

  String judgeEnumMap(String description, EnumMap<Color, Object> value);

  EnumMap<Color, Object> buildEnumMap(String description);

  String judgeProperties(String description, Properties value);

  Properties buildProperties(String description);

  String judgeNames(String description, List<String> value);

  List<String> buildNames(String description);

  String judgePeople(String description, Map<String, Person> value);

  Map<String, Person> buildPeople(String description);

  String judgePalette(String description, Set<Color> value);

  Set<Color> buildPalette(String description);

  String judgeIndex(String description, Map<String, List<Integer>> value);

  Map<String, List<Integer>> buildIndex(String description);

  String judgeStaff(String description, List<? extends Person> value);

  List<? extends Person> buildStaff(String description);

  String judgeDate(String description, Date value);

  Date buildDate(String description);

  String judgeCalendar(String description, Calendar value);

  Calendar buildCalendar(String description);

  String judgeGregorianCalendar(String description, GregorianCalendar value);

  GregorianCalendar buildGregorianCalendar(String description);

  String judgeLocale(String description, Locale value);

  Locale buildLocale(String description);

  String judgeCurrency(String description, Currency value);

  Currency buildCurrency(String description);

  String judgeUuid(String description, UUID value);

  UUID buildUuid(String description);

  String judgeUri(String description, URI value);

  URI buildUri(String description);

  String judgeUrl(String description, URL value);

  URL buildUrl(String description);

  String judgeBigDecimal(String description, BigDecimal value);

  BigDecimal buildBigDecimal(String description);

  String judgeBigInteger(String description, BigInteger value);

  BigInteger buildBigInteger(String description);

  String judgeClass(String description, Class<?> value);

  Class<?> buildClass(String description);

  String judgeSqlDate(String description, java.sql.Date value);

  java.sql.Date buildSqlDate(String description);

  String judgeSqlTime(String description, Time value);

  Time buildSqlTime(String description);

  String judgeSqlTimestamp(String description, Timestamp value);

  Timestamp buildSqlTimestamp(String description);

  String judgeLocalDate(String description, LocalDate value);

  LocalDate buildLocalDate(String description);

  String judgeLocalTime(String description, LocalTime value);

  LocalTime buildLocalTime(String description);

  String judgeLocalDateTime(String description, LocalDateTime value);

  LocalDateTime buildLocalDateTime(String description);

  String judgeInstant(String description, Instant value);

  Instant buildInstant(String description);

  String judgeDuration(String description, Duration value);

  Duration buildDuration(String description);

  String judgePeriod(String description, Period value);

  Period buildPeriod(String description);

  String judgeZonedDateTime(String description, ZonedDateTime value);

  ZonedDateTime buildZonedDateTime(String description);

  String judgeOffsetDateTime(String description, OffsetDateTime value);

  OffsetDateTime buildOffsetDateTime(String description);

  String judgeOffsetTime(String description, OffsetTime value);

  OffsetTime buildOffsetTime(String description);

  String judgeZoneId(String description, ZoneId value);

  ZoneId buildZoneId(String description);

  String judgeZoneOffset(String description, ZoneOffset value);

  ZoneOffset buildZoneOffset(String description);

  String judgeYear(String description, Year value);

  Year buildYear(String description);

  String judgeYearMonth(String description, YearMonth value);

  YearMonth buildYearMonth(String description);

  String judgeMonthDay(String description, MonthDay value);

  MonthDay buildMonthDay(String description);

  String judgeDayOfWeek(String description, DayOfWeek value);

  DayOfWeek buildDayOfWeek(String description);

  String judgeMonth(String description, Month value);

  Month buildMonth(String description);

  String judgeColor(String description, Color value);

  Color buildColor(String description);

  String judgePerson(String description, Person value);

  Person buildPerson(String description);

  String judgeEmployee(String description, Employee value);

  Employee buildEmployee(String description);

  String judgeContractor(String description, Contractor value);

  Contractor buildContractor(String description);

  String judgeLink(String description, Link value);

  Link buildLink(String description);

  String judgeDiary(String description, Diary value);

  Diary buildDiary(String description);

  String judgePacked(String description, Packed value);

  Packed buildPacked(String description);

  String judgeWide(String description, Wide value);

  Wide buildWide(String description);

  String judgeMarker(String description, Marker value);

  Marker buildMarker(String description);

  String judgeTag(String description, Marker.Tag value);

  Marker.Tag buildTag(String description);

  String judgeShape(String description, Shape value);

  Shape buildShape(String description);

  String judgeDrawing(String description, Drawing value);

  Drawing buildDrawing(String description);

  String judgeOrders(String description, ArrayList<Order> value);

  ArrayList<Order> buildOrders(String description);

  String judgeThrowable(String description, Throwable value);

  Throwable buildThrowable(String description);

  String judgeException(String description, Exception value);

  Exception buildException(String description);

  String judgeRuntimeException(String description, RuntimeException value);

  RuntimeException buildRuntimeException(String description);

  String judgeOrderException(String description, OrderException value);

  OrderException buildOrderException(String description);
}
