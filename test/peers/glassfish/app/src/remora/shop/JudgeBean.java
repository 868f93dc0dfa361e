package remora.shop;

import jakarta.ejb.EJB;
import jakarta.ejb.Stateless;
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

@Stateless(name = "JudgeBean")
public class JudgeBean implements Judge {
  @EJB private Greeter greeter;

  private Object built(String description) {
    return Description.build(description, () -> greeter);
  }

  /** The caller knows which type it described; a wrong one fails there. */
  @SuppressWarnings("unchecked")
  private <T> T made(String description) {
    return (T) built(description);
  }

  @Override
  public String judge(String description, Object value) {
    return Comparison.of(built(description), value);
  }

  @Override
  public Object build(String description) {
    return built(description);
  }

  @Override
  public String check(String description) {
    built(description);
    return "ok";
  }

  @Override
  public int javaRelease() {
    return Runtime.version().feature();
  }

  @Override
  public String judgeBoolean(String description, boolean value) {
    return judge(description, value);
  }

  @Override
  public boolean buildBoolean(String description) {
    return made(description);
  }

  @Override
  public String judgeByte(String description, byte value) {
    return judge(description, value);
  }

  @Override
  public byte buildByte(String description) {
    return made(description);
  }

  @Override
  public String judgeChar(String description, char value) {
    return judge(description, value);
  }

  @Override
  public char buildChar(String description) {
    return made(description);
  }

  @Override
  public String judgeShort(String description, short value) {
    return judge(description, value);
  }

  @Override
  public short buildShort(String description) {
    return made(description);
  }

  @Override
  public String judgeInt(String description, int value) {
    return judge(description, value);
  }

  @Override
  public int buildInt(String description) {
    return made(description);
  }

  @Override
  public String judgeLong(String description, long value) {
    return judge(description, value);
  }

  @Override
  public long buildLong(String description) {
    return made(description);
  }

  @Override
  public String judgeFloat(String description, float value) {
    return judge(description, value);
  }

  @Override
  public float buildFloat(String description) {
    return made(description);
  }

  @Override
  public String judgeDouble(String description, double value) {
    return judge(description, value);
  }

  @Override
  public double buildDouble(String description) {
    return made(description);
  }

  @Override
  public String judgeString(String description, String value) {
    return judge(description, value);
  }

  @Override
  public String buildString(String description) {
    return made(description);
  }

  @Override
  public String judgeBoxedBoolean(String description, Boolean value) {
    return judge(description, value);
  }

  @Override
  public Boolean buildBoxedBoolean(String description) {
    return made(description);
  }

  @Override
  public String judgeBoxedByte(String description, Byte value) {
    return judge(description, value);
  }

  @Override
  public Byte buildBoxedByte(String description) {
    return made(description);
  }

  @Override
  public String judgeBoxedChar(String description, Character value) {
    return judge(description, value);
  }

  @Override
  public Character buildBoxedChar(String description) {
    return made(description);
  }

  @Override
  public String judgeBoxedShort(String description, Short value) {
    return judge(description, value);
  }

  @Override
  public Short buildBoxedShort(String description) {
    return made(description);
  }

  @Override
  public String judgeInteger(String description, Integer value) {
    return judge(description, value);
  }

  @Override
  public Integer buildInteger(String description) {
    return made(description);
  }

  @Override
  public String judgeBoxedLong(String description, Long value) {
    return judge(description, value);
  }

  @Override
  public Long buildBoxedLong(String description) {
    return made(description);
  }

  @Override
  public String judgeBoxedFloat(String description, Float value) {
    return judge(description, value);
  }

  @Override
  public Float buildBoxedFloat(String description) {
    return made(description);
  }

  @Override
  public String judgeBoxedDouble(String description, Double value) {
    return judge(description, value);
  }

  @Override
  public Double buildBoxedDouble(String description) {
    return made(description);
  }

  @Override
  public String judgeNumber(String description, Number value) {
    return judge(description, value);
  }

  @Override
  public Number buildNumber(String description) {
    return made(description);
  }

  @Override
  public String judgeComparable(String description, Comparable<?> value) {
    return judge(description, value);
  }

  @Override
  public Comparable<?> buildComparable(String description) {
    return made(description);
  }

  @Override
  public String judgeCharSequence(String description, CharSequence value) {
    return judge(description, value);
  }

  @Override
  public CharSequence buildCharSequence(String description) {
    return made(description);
  }

  @Override
  public String judgeIterable(String description, Iterable<Object> value) {
    return judge(description, value);
  }

  @Override
  public Iterable<Object> buildIterable(String description) {
    return made(description);
  }

  @Override
  public String judgeRunnable(String description, Runnable value) {
    return judge(description, value);
  }

  @Override
  public Runnable buildRunnable(String description) {
    return made(description);
  }

  @Override
  public String judgeBooleans(String description, boolean[] value) {
    return judge(description, value);
  }

  @Override
  public boolean[] buildBooleans(String description) {
    return made(description);
  }

  @Override
  public String judgeBytes(String description, byte[] value) {
    return judge(description, value);
  }

  @Override
  public byte[] buildBytes(String description) {
    return made(description);
  }

  @Override
  public String judgeChars(String description, char[] value) {
    return judge(description, value);
  }

  @Override
  public char[] buildChars(String description) {
    return made(description);
  }

  @Override
  public String judgeShorts(String description, short[] value) {
    return judge(description, value);
  }

  @Override
  public short[] buildShorts(String description) {
    return made(description);
  }

  @Override
  public String judgeInts(String description, int[] value) {
    return judge(description, value);
  }

  @Override
  public int[] buildInts(String description) {
    return made(description);
  }

  @Override
  public String judgeLongs(String description, long[] value) {
    return judge(description, value);
  }

  @Override
  public long[] buildLongs(String description) {
    return made(description);
  }

  @Override
  public String judgeFloats(String description, float[] value) {
    return judge(description, value);
  }

  @Override
  public float[] buildFloats(String description) {
    return made(description);
  }

  @Override
  public String judgeDoubles(String description, double[] value) {
    return judge(description, value);
  }

  @Override
  public double[] buildDoubles(String description) {
    return made(description);
  }

  @Override
  public String judgeStrings(String description, String[] value) {
    return judge(description, value);
  }

  @Override
  public String[] buildStrings(String description) {
    return made(description);
  }

  @Override
  public String judgeMatrix(String description, int[][] value) {
    return judge(description, value);
  }

  @Override
  public int[][] buildMatrix(String description) {
    return made(description);
  }

  @Override
  public String judgeStringMatrix(String description, String[][] value) {
    return judge(description, value);
  }

  @Override
  public String[][] buildStringMatrix(String description) {
    return made(description);
  }

  @Override
  public String judgeCube(String description, byte[][][] value) {
    return judge(description, value);
  }

  @Override
  public byte[][][] buildCube(String description) {
    return made(description);
  }

  @Override
  public String judgeObjects(String description, Object[] value) {
    return judge(description, value);
  }

  @Override
  public Object[] buildObjects(String description) {
    return made(description);
  }

  @Override
  public String judgePersons(String description, Person[] value) {
    return judge(description, value);
  }

  @Override
  public Person[] buildPersons(String description) {
    return made(description);
  }

  @Override
  public String judgeColors(String description, Color[] value) {
    return judge(description, value);
  }

  @Override
  public Color[] buildColors(String description) {
    return made(description);
  }

  @Override
  public String judgeIntegers(String description, Integer[] value) {
    return judge(description, value);
  }

  @Override
  public Integer[] buildIntegers(String description) {
    return made(description);
  }

  @Override
  public String judgeDates(String description, Date[] value) {
    return judge(description, value);
  }

  @Override
  public Date[] buildDates(String description) {
    return made(description);
  }

  @Override
  public String judgeObject(String description, Object value) {
    return judge(description, value);
  }

  @Override
  public Object buildObject(String description) {
    return made(description);
  }

  @Override
  public String judgeSerializable(String description, Serializable value) {
    return judge(description, value);
  }

  @Override
  public Serializable buildSerializable(String description) {
    return made(description);
  }

  @Override
  public String judgeExternalizable(String description, Externalizable value) {
    return judge(description, value);
  }

  @Override
  public Externalizable buildExternalizable(String description) {
    return made(description);
  }

  @Override
  public String judgeCollection(String description, Collection<Object> value) {
    return judge(description, value);
  }

  @Override
  public Collection<Object> buildCollection(String description) {
    return made(description);
  }

  @Override
  public String judgeList(String description, List<Object> value) {
    return judge(description, value);
  }

  @Override
  public List<Object> buildList(String description) {
    return made(description);
  }

  @Override
  public String judgeArrayList(String description, ArrayList<Object> value) {
    return judge(description, value);
  }

  @Override
  public ArrayList<Object> buildArrayList(String description) {
    return made(description);
  }

  @Override
  public String judgeLinkedList(String description, LinkedList<Object> value) {
    return judge(description, value);
  }

  @Override
  public LinkedList<Object> buildLinkedList(String description) {
    return made(description);
  }

  @Override
  public String judgeVector(String description, Vector<Object> value) {
    return judge(description, value);
  }

  @Override
  public Vector<Object> buildVector(String description) {
    return made(description);
  }

  @Override
  public String judgeArrayDeque(String description, ArrayDeque<Object> value) {
    return judge(description, value);
  }

  @Override
  public ArrayDeque<Object> buildArrayDeque(String description) {
    return made(description);
  }

  @Override
  public String judgeQueue(String description, Queue<Object> value) {
    return judge(description, value);
  }

  @Override
  public Queue<Object> buildQueue(String description) {
    return made(description);
  }

  @Override
  public String judgeDeque(String description, Deque<Object> value) {
    return judge(description, value);
  }

  @Override
  public Deque<Object> buildDeque(String description) {
    return made(description);
  }

  @Override
  public String judgeSet(String description, Set<Object> value) {
    return judge(description, value);
  }

  @Override
  public Set<Object> buildSet(String description) {
    return made(description);
  }

  @Override
  public String judgeSortedSet(String description, SortedSet<Object> value) {
    return judge(description, value);
  }

  @Override
  public SortedSet<Object> buildSortedSet(String description) {
    return made(description);
  }

  @Override
  public String judgeHashSet(String description, HashSet<Object> value) {
    return judge(description, value);
  }

  @Override
  public HashSet<Object> buildHashSet(String description) {
    return made(description);
  }

  @Override
  public String judgeLinkedHashSet(String description, LinkedHashSet<Object> value) {
    return judge(description, value);
  }

  @Override
  public LinkedHashSet<Object> buildLinkedHashSet(String description) {
    return made(description);
  }

  @Override
  public String judgeTreeSet(String description, TreeSet<Object> value) {
    return judge(description, value);
  }

  @Override
  public TreeSet<Object> buildTreeSet(String description) {
    return made(description);
  }

  @Override
  public String judgeMap(String description, Map<Object, Object> value) {
    return judge(description, value);
  }

  @Override
  public Map<Object, Object> buildMap(String description) {
    return made(description);
  }

  @Override
  public String judgeSortedMap(String description, SortedMap<Object, Object> value) {
    return judge(description, value);
  }

  @Override
  public SortedMap<Object, Object> buildSortedMap(String description) {
    return made(description);
  }

  @Override
  public String judgeHashMap(String description, HashMap<Object, Object> value) {
    return judge(description, value);
  }

  @Override
  public HashMap<Object, Object> buildHashMap(String description) {
    return made(description);
  }

  @Override
  public String judgeLinkedHashMap(String description, LinkedHashMap<Object, Object> value) {
    return judge(description, value);
  }

  @Override
  public LinkedHashMap<Object, Object> buildLinkedHashMap(String description) {
    return made(description);
  }

  @Override
  public String judgeTreeMap(String description, TreeMap<Object, Object> value) {
    return judge(description, value);
  }

  @Override
  public TreeMap<Object, Object> buildTreeMap(String description) {
    return made(description);
  }

  @Override
  public String judgeHashtable(String description, Hashtable<Object, Object> value) {
    return judge(description, value);
  }

  @Override
  public Hashtable<Object, Object> buildHashtable(String description) {
    return made(description);
  }

  @Override
  public String judgeEnumMap(String description, EnumMap<Color, Object> value) {
    return judge(description, value);
  }

  @Override
  public EnumMap<Color, Object> buildEnumMap(String description) {
    return made(description);
  }

  @Override
  public String judgeProperties(String description, Properties value) {
    return judge(description, value);
  }

  @Override
  public Properties buildProperties(String description) {
    return made(description);
  }

  @Override
  public String judgeNames(String description, List<String> value) {
    return judge(description, value);
  }

  @Override
  public List<String> buildNames(String description) {
    return made(description);
  }

  @Override
  public String judgePeople(String description, Map<String, Person> value) {
    return judge(description, value);
  }

  @Override
  public Map<String, Person> buildPeople(String description) {
    return made(description);
  }

  @Override
  public String judgePalette(String description, Set<Color> value) {
    return judge(description, value);
  }

  @Override
  public Set<Color> buildPalette(String description) {
    return made(description);
  }

  @Override
  public String judgeIndex(String description, Map<String, List<Integer>> value) {
    return judge(description, value);
  }

  @Override
  public Map<String, List<Integer>> buildIndex(String description) {
    return made(description);
  }

  @Override
  public String judgeStaff(String description, List<? extends Person> value) {
    return judge(description, value);
  }

  @Override
  public List<? extends Person> buildStaff(String description) {
    return made(description);
  }

  @Override
  public String judgeDate(String description, Date value) {
    return judge(description, value);
  }

  @Override
  public Date buildDate(String description) {
    return made(description);
  }

  @Override
  public String judgeCalendar(String description, Calendar value) {
    return judge(description, value);
  }

  @Override
  public Calendar buildCalendar(String description) {
    return made(description);
  }

  @Override
  public String judgeGregorianCalendar(String description, GregorianCalendar value) {
    return judge(description, value);
  }

  @Override
  public GregorianCalendar buildGregorianCalendar(String description) {
    return made(description);
  }

  @Override
  public String judgeLocale(String description, Locale value) {
    return judge(description, value);
  }

  @Override
  public Locale buildLocale(String description) {
    return made(description);
  }

  @Override
  public String judgeCurrency(String description, Currency value) {
    return judge(description, value);
  }

  @Override
  public Currency buildCurrency(String description) {
    return made(description);
  }

  @Override
  public String judgeUuid(String description, UUID value) {
    return judge(description, value);
  }

  @Override
  public UUID buildUuid(String description) {
    return made(description);
  }

  @Override
  public String judgeUri(String description, URI value) {
    return judge(description, value);
  }

  @Override
  public URI buildUri(String description) {
    return made(description);
  }

  @Override
  public String judgeUrl(String description, URL value) {
    return judge(description, value);
  }

  @Override
  public URL buildUrl(String description) {
    return made(description);
  }

  @Override
  public String judgeBigDecimal(String description, BigDecimal value) {
    return judge(description, value);
  }

  @Override
  public BigDecimal buildBigDecimal(String description) {
    return made(description);
  }

  @Override
  public String judgeBigInteger(String description, BigInteger value) {
    return judge(description, value);
  }

  @Override
  public BigInteger buildBigInteger(String description) {
    return made(description);
  }

  @Override
  public String judgeClass(String description, Class<?> value) {
    return judge(description, value);
  }

  @Override
  public Class<?> buildClass(String description) {
    return made(description);
  }

  @Override
  public String judgeSqlDate(String description, java.sql.Date value) {
    return judge(description, value);
  }

  @Override
  public java.sql.Date buildSqlDate(String description) {
    return made(description);
  }

  @Override
  public String judgeSqlTime(String description, Time value) {
    return judge(description, value);
  }

  @Override
  public Time buildSqlTime(String description) {
    return made(description);
  }

  @Override
  public String judgeSqlTimestamp(String description, Timestamp value) {
    return judge(description, value);
  }

  @Override
  public Timestamp buildSqlTimestamp(String description) {
    return made(description);
  }

  @Override
  public String judgeLocalDate(String description, LocalDate value) {
    return judge(description, value);
  }

  @Override
  public LocalDate buildLocalDate(String description) {
    return made(description);
  }

  @Override
  public String judgeLocalTime(String description, LocalTime value) {
    return judge(description, value);
  }

  @Override
  public LocalTime buildLocalTime(String description) {
    return made(description);
  }

  @Override
  public String judgeLocalDateTime(String description, LocalDateTime value) {
    return judge(description, value);
  }

  @Override
  public LocalDateTime buildLocalDateTime(String description) {
    return made(description);
  }

  @Override
  public String judgeInstant(String description, Instant value) {
    return judge(description, value);
  }

  @Override
  public Instant buildInstant(String description) {
    return made(description);
  }

  @Override
  public String judgeDuration(String description, Duration value) {
    return judge(description, value);
  }

  @Override
  public Duration buildDuration(String description) {
    return made(description);
  }

  @Override
  public String judgePeriod(String description, Period value) {
    return judge(description, value);
  }

  @Override
  public Period buildPeriod(String description) {
    return made(description);
  }

  @Override
  public String judgeZonedDateTime(String description, ZonedDateTime value) {
    return judge(description, value);
  }

  @Override
  public ZonedDateTime buildZonedDateTime(String description) {
    return made(description);
  }

  @Override
  public String judgeOffsetDateTime(String description, OffsetDateTime value) {
    return judge(description, value);
  }

  @Override
  public OffsetDateTime buildOffsetDateTime(String description) {
    return made(description);
  }

  @Override
  public String judgeOffsetTime(String description, OffsetTime value) {
    return judge(description, value);
  }

  @Override
  public OffsetTime buildOffsetTime(String description) {
    return made(description);
  }

  @Override
  public String judgeZoneId(String description, ZoneId value) {
    return judge(description, value);
  }

  @Override
  public ZoneId buildZoneId(String description) {
    return made(description);
  }

  @Override
  public String judgeZoneOffset(String description, ZoneOffset value) {
    return judge(description, value);
  }

  @Override
  public ZoneOffset buildZoneOffset(String description) {
    return made(description);
  }

  @Override
  public String judgeYear(String description, Year value) {
    return judge(description, value);
  }

  @Override
  public Year buildYear(String description) {
    return made(description);
  }

  @Override
  public String judgeYearMonth(String description, YearMonth value) {
    return judge(description, value);
  }

  @Override
  public YearMonth buildYearMonth(String description) {
    return made(description);
  }

  @Override
  public String judgeMonthDay(String description, MonthDay value) {
    return judge(description, value);
  }

  @Override
  public MonthDay buildMonthDay(String description) {
    return made(description);
  }

  @Override
  public String judgeDayOfWeek(String description, DayOfWeek value) {
    return judge(description, value);
  }

  @Override
  public DayOfWeek buildDayOfWeek(String description) {
    return made(description);
  }

  @Override
  public String judgeMonth(String description, Month value) {
    return judge(description, value);
  }

  @Override
  public Month buildMonth(String description) {
    return made(description);
  }

  @Override
  public String judgeColor(String description, Color value) {
    return judge(description, value);
  }

  @Override
  public Color buildColor(String description) {
    return made(description);
  }

  @Override
  public String judgePerson(String description, Person value) {
    return judge(description, value);
  }

  @Override
  public Person buildPerson(String description) {
    return made(description);
  }

  @Override
  public String judgeEmployee(String description, Employee value) {
    return judge(description, value);
  }

  @Override
  public Employee buildEmployee(String description) {
    return made(description);
  }

  @Override
  public String judgeContractor(String description, Contractor value) {
    return judge(description, value);
  }

  @Override
  public Contractor buildContractor(String description) {
    return made(description);
  }

  @Override
  public String judgeLink(String description, Link value) {
    return judge(description, value);
  }

  @Override
  public Link buildLink(String description) {
    return made(description);
  }

  @Override
  public String judgeDiary(String description, Diary value) {
    return judge(description, value);
  }

  @Override
  public Diary buildDiary(String description) {
    return made(description);
  }

  @Override
  public String judgePacked(String description, Packed value) {
    return judge(description, value);
  }

  @Override
  public Packed buildPacked(String description) {
    return made(description);
  }

  @Override
  public String judgeWide(String description, Wide value) {
    return judge(description, value);
  }

  @Override
  public Wide buildWide(String description) {
    return made(description);
  }

  @Override
  public String judgeMarker(String description, Marker value) {
    return judge(description, value);
  }

  @Override
  public Marker buildMarker(String description) {
    return made(description);
  }

  @Override
  public String judgeTag(String description, Marker.Tag value) {
    return judge(description, value);
  }

  @Override
  public Marker.Tag buildTag(String description) {
    return made(description);
  }

  @Override
  public String judgeShape(String description, Shape value) {
    return judge(description, value);
  }

  @Override
  public Shape buildShape(String description) {
    return made(description);
  }

  @Override
  public String judgeDrawing(String description, Drawing value) {
    return judge(description, value);
  }

  @Override
  public Drawing buildDrawing(String description) {
    return made(description);
  }

  @Override
  public String judgeOrders(String description, ArrayList<Order> value) {
    return judge(description, value);
  }

  @Override
  public ArrayList<Order> buildOrders(String description) {
    return made(description);
  }

  @Override
  public String judgeThrowable(String description, Throwable value) {
    return judge(description, value);
  }

  @Override
  public Throwable buildThrowable(String description) {
    return made(description);
  }

  @Override
  public String judgeException(String description, Exception value) {
    return judge(description, value);
  }

  @Override
  public Exception buildException(String description) {
    return made(description);
  }

  @Override
  public String judgeRuntimeException(String description, RuntimeException value) {
    return judge(description, value);
  }

  @Override
  public RuntimeException buildRuntimeException(String description) {
    return made(description);
  }

  @Override
  public String judgeOrderException(String description, OrderException value) {
    return judge(description, value);
  }

  @Override
  public OrderException buildOrderException(String description) {
    return made(description);
  }
}
