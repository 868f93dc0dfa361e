package remora.shop;

import jakarta.json.JsonObject;
import jakarta.json.JsonValue;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Currency;
import java.util.Date;
import java.util.GregorianCalendar;
import java.util.Locale;
import java.util.TimeZone;
import java.util.UUID;

/** Values of JDK classes that one text describes. */
final class Scalars {
  private Scalars() {}

  /** Undefined classes (enums are among them) give null. */
  static Object of(String is, JsonValue json) throws ClassNotFoundException {
    String v = Description.text(json);
    return switch (is) {
      case "java.lang.String" -> v;
      case "java.lang.Boolean" -> bool(v);
      case "java.lang.Byte" -> Byte.valueOf(v);
      case "java.lang.Character" -> character(v);
      case "java.lang.Short" -> Short.valueOf(v);
      case "java.lang.Integer" -> Integer.valueOf(v);
      case "java.lang.Long" -> Long.valueOf(v);
      case "java.lang.Float" -> Float.valueOf(v);
      case "java.lang.Double" -> Double.valueOf(v);
      case "java.lang.Class" -> Description.type(v);
      case "java.lang.StringBuilder" -> new StringBuilder(v);
      case "java.math.BigDecimal" -> new BigDecimal(v);
      case "java.math.BigInteger" -> new BigInteger(v);
      case "java.net.URI" -> URI.create(v);
      case "java.net.URL" -> url(v);
      case "java.sql.Date" -> new java.sql.Date(Long.parseLong(v));
      case "java.sql.Time" -> new Time(Long.parseLong(v));
      case "java.util.Currency" -> Currency.getInstance(v);
      case "java.util.Date" -> new Date(Long.parseLong(v));
      case "java.util.Locale" -> locale(v);
      case "java.util.TimeZone" -> TimeZone.getTimeZone(v);
      case "java.util.UUID" -> UUID.fromString(v);
      default -> time(is, v);
    };
  }

  private static Object time(String is, String v) {
    return switch (is) {
      case "java.time.Duration" -> Duration.parse(v);
      case "java.time.Instant" -> Instant.parse(v);
      case "java.time.LocalDate" -> LocalDate.parse(v);
      case "java.time.LocalDateTime" -> LocalDateTime.parse(v);
      case "java.time.LocalTime" -> LocalTime.parse(v);
      case "java.time.MonthDay" -> MonthDay.parse(v);
      case "java.time.OffsetDateTime" -> OffsetDateTime.parse(v);
      case "java.time.OffsetTime" -> OffsetTime.parse(v);
      case "java.time.Period" -> Period.parse(v);
      case "java.time.Year" -> Year.of(Integer.parseInt(v));
      case "java.time.YearMonth" -> YearMonth.parse(v);
      case "java.time.ZonedDateTime" -> ZonedDateTime.parse(v);
      case "java.time.ZoneId" -> ZoneId.of(v);
      case "java.time.ZoneOffset" -> ZoneOffset.of(v);
      default -> null;
    };
  }

  /** The bare content of a field or an array of primitives. */
  static Object primitive(Class<?> type, JsonValue json) {
    String v = Description.text(json);
    return switch (type.getName()) {
      case "boolean" -> bool(v);
      case "byte" -> Byte.valueOf(v);
      case "char" -> character(v);
      case "short" -> Short.valueOf(v);
      case "int" -> Integer.valueOf(v);
      case "long" -> Long.valueOf(v);
      case "float" -> Float.valueOf(v);
      default -> Double.valueOf(v);
    };
  }

  private static Boolean bool(String v) {
    if (v.equals("true")) return true;
    if (v.equals("false")) return false;
    throw new IllegalArgumentException("no boolean: " + v);
  }

  private static Character character(String v) {
    if (v.length() != 1) throw new IllegalArgumentException("not one char: " + v);
    return v.charAt(0);
  }

  @SuppressWarnings("deprecation")
  private static URL url(String v) {
    try {
      return new URL(v);
    } catch (MalformedURLException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /** A language tag, or the parts with "_": language_COUNTRY_variant. */
  @SuppressWarnings("deprecation")
  private static Locale locale(String v) {
    if (!v.contains("_")) return Locale.forLanguageTag(v);
    String[] parts = v.split("_", 3);
    return new Locale(parts[0], parts[1], parts.length < 3 ? "" : parts[2]);
  }

  static GregorianCalendar calendar(JsonObject json) {
    GregorianCalendar calendar =
        new GregorianCalendar(
            TimeZone.getTimeZone(json.getString("zone", "UTC")),
            locale(json.getString("locale", "en-US")));
    calendar.setTimeInMillis(Long.parseLong(Description.text(json.get("ms"))));
    calendar.setLenient(json.getBoolean("lenient", true));
    if (json.containsKey("firstDayOfWeek")) {
      calendar.setFirstDayOfWeek(json.getInt("firstDayOfWeek"));
    }
    if (json.containsKey("minimalDays")) {
      calendar.setMinimalDaysInFirstWeek(json.getInt("minimalDays"));
    }
    return calendar;
  }

  static Timestamp timestamp(JsonObject json) {
    Timestamp timestamp = new Timestamp(Long.parseLong(Description.text(json.get("ms"))));
    timestamp.setNanos(json.getInt("nanos"));
    return timestamp;
  }
}
