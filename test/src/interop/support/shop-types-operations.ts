// The beans of `remora.shop` that send values back, judge them and build them: one operation per declared type.
import {
  type JavaType,
  java,
  type MethodDescriptor,
  method,
  type RemoteInterface,
  remoteInterface,
} from "@remora/client";
import { Greeter } from "./beans.ts";
import {
  Color,
  Contractor,
  Diary,
  Drawing,
  Employee,
  Link,
  Marker,
  Packed,
  Person,
  Runnable,
  Shape,
  shopValueClasses,
  Tag,
  Wide,
} from "./shop-types.ts";
import { Order, OrderException } from "./shop-types-orders.ts";

type Options = object;

/** Declared types by the names that the operations of Echo and Judge have for them. */
export const declaredTypes = {
  Boolean: java.boolean,
  Byte: java.byte,
  Char: java.char,
  Short: java.short,
  Int: java.int,
  Long: java.long,
  Float: java.float,
  Double: java.double,
  String: java.string,
  BoxedBoolean: java.lang.Boolean,
  BoxedByte: java.lang.Byte,
  BoxedChar: java.lang.Character,
  BoxedShort: java.lang.Short,
  Integer: java.lang.Integer,
  BoxedLong: java.lang.Long,
  BoxedFloat: java.lang.Float,
  BoxedDouble: java.lang.Double,
  Number: java.lang.Number,
  Comparable: java.lang.Comparable,
  CharSequence: java.lang.CharSequence,
  Iterable: java.lang.Iterable,
  Runnable,
  Booleans: java.array(java.boolean),
  Bytes: java.array(java.byte),
  Chars: java.array(java.char),
  Shorts: java.array(java.short),
  Ints: java.array(java.int),
  Longs: java.array(java.long),
  Floats: java.array(java.float),
  Doubles: java.array(java.double),
  Strings: java.array(java.string),
  Matrix: java.array(java.array(java.int)),
  StringMatrix: java.array(java.array(java.string)),
  Cube: java.array(java.array(java.array(java.byte))),
  Objects: java.array(java.object),
  Persons: java.array(Person),
  Colors: java.array(Color),
  Integers: java.array(java.lang.Integer),
  Dates: java.array(java.util.Date),
  Object: java.object,
  Serializable: java.serializable,
  Externalizable: java.io.Externalizable,
  Collection: java.util.Collection(java.object),
  List: java.list(java.object),
  ArrayList: java.util.ArrayList(java.object),
  LinkedList: java.util.LinkedList(java.object),
  Vector: java.util.Vector(java.object),
  ArrayDeque: java.util.ArrayDeque(java.object),
  Queue: java.util.Queue(java.object),
  Deque: java.util.Deque(java.object),
  Set: java.set(java.object),
  SortedSet: java.util.SortedSet(java.object),
  HashSet: java.util.HashSet(java.object),
  LinkedHashSet: java.util.LinkedHashSet(java.object),
  TreeSet: java.util.TreeSet(java.object),
  Map: java.map(java.object, java.object),
  SortedMap: java.util.SortedMap(java.object, java.object),
  HashMap: java.util.HashMap(java.object, java.object),
  LinkedHashMap: java.util.LinkedHashMap(java.object, java.object),
  TreeMap: java.util.TreeMap(java.object, java.object),
  Hashtable: java.util.Hashtable(java.object, java.object),
  EnumMap: java.util.EnumMap(Color, java.object),
  Properties: java.util.Properties,
  Names: java.list(java.string),
  People: java.map(java.string, Person),
  Palette: java.set(Color),
  Index: java.map(java.string, java.list(java.lang.Integer)),
  Staff: java.list(Person),
  Date: java.util.Date,
  Calendar: java.util.Calendar,
  GregorianCalendar: java.util.GregorianCalendar,
  Locale: java.util.Locale,
  Currency: java.util.Currency,
  Uuid: java.util.UUID,
  Uri: java.net.URI,
  Url: java.net.URL,
  BigDecimal: java.math.BigDecimal,
  BigInteger: java.math.BigInteger,
  Class: java.lang.Class,
  SqlDate: java.sql.Date,
  SqlTime: java.sql.Time,
  SqlTimestamp: java.sql.Timestamp,
  LocalDate: java.time.LocalDate,
  LocalTime: java.time.LocalTime,
  LocalDateTime: java.time.LocalDateTime,
  Instant: java.time.Instant,
  Duration: java.time.Duration,
  Period: java.time.Period,
  ZonedDateTime: java.time.ZonedDateTime,
  OffsetDateTime: java.time.OffsetDateTime,
  OffsetTime: java.time.OffsetTime,
  ZoneId: java.time.ZoneId,
  ZoneOffset: java.time.ZoneOffset,
  Year: java.time.Year,
  YearMonth: java.time.YearMonth,
  MonthDay: java.time.MonthDay,
  DayOfWeek: java.time.DayOfWeek,
  Month: java.time.Month,
  Color,
  Person,
  Employee,
  Contractor,
  Link,
  Diary,
  Packed,
  Wide,
  Marker,
  Tag,
  Shape,
  Drawing,
  Orders: java.util.ArrayList(Order),
  Throwable: java.lang.Throwable,
  Exception: java.lang.Exception,
  RuntimeException: java.lang.RuntimeException,
  OrderException,
} as const satisfies { readonly [name: string]: JavaType<any> };

/** Name of a declared type, as in `echoPerson`. */
export type Declared = keyof typeof declaredTypes;
/** What values of a declared type are in JavaScript. */
export type ValueOf<D extends Declared> =
  (typeof declaredTypes)[D] extends JavaType<infer T> ? T : never;

/** All of them. */
export const declaredNames = Object.keys(declaredTypes) as readonly Declared[];

/** Sends values back. */
export type Echo = {
  readonly [D in Declared as `echo${D}`]: (
    value: ValueOf<D>,
    options?: Options,
  ) => Promise<ValueOf<D>>;
} & {
  whoami(options?: Options): Promise<string>;
  echoReference(other: Greeter | null, options?: Options): Promise<Greeter | null>;
  /** Calls the given reference from the server. */
  ask(other: Greeter, who: string, options?: Options): Promise<string>;
  reference(options?: Options): Promise<Greeter>;
  referenceAsObject(options?: Options): Promise<unknown>;
  referencesInList(options?: Options): Promise<unknown[]>;
  isGreeter(value: unknown, options?: Options): Promise<boolean>;
};

function perType(
  name: (declared: Declared) => string,
  descriptor: (type: JavaType<any>) => MethodDescriptor,
): [string, MethodDescriptor][] {
  return declaredNames.map((declared) => [name(declared), descriptor(declaredTypes[declared])]);
}

export const Echo: RemoteInterface<Echo> = remoteInterface<Echo>(
  "remora.shop.Echo",
  {
    ...Object.fromEntries(
      perType(
        (declared) => `echo${declared}`,
        (type) => method([type], type),
      ),
    ),
    whoami: method([], java.string),
    echoReference: method([java.business(Greeter)], java.business(Greeter)),
    ask: method([java.business(Greeter), java.string], java.string),
    reference: method([], java.business(Greeter)),
    referenceAsObject: method([], java.object),
    referencesInList: method([], java.list(java.object)),
    isGreeter: method([java.object], java.boolean),
  } as { readonly [K in keyof Echo]: MethodDescriptor },
  { classes: shopValueClasses },
);

/** Compares values with those that it builds itself from a description; see JUDGE.md. */
export type Judge = {
  readonly [D in Declared as `judge${D}`]: (
    description: string,
    value: ValueOf<D>,
    options?: Options,
  ) => Promise<string>;
} & {
  readonly [D in Declared as `build${D}`]: (
    description: string,
    options?: Options,
  ) => Promise<ValueOf<D>>;
} & {
  judge(description: string, value: unknown, options?: Options): Promise<string>;
  build(description: string, options?: Options): Promise<unknown>;
  check(description: string, options?: Options): Promise<string>;
};

export const Judge: RemoteInterface<Judge> = remoteInterface<Judge>(
  "remora.shop.Judge",
  {
    ...Object.fromEntries([
      ...perType(
        (declared) => `judge${declared}`,
        (type) => method([java.string, type], java.string),
      ),
      ...perType(
        (declared) => `build${declared}`,
        (type) => method([java.string], type),
      ),
    ]),
    judge: method([java.string, java.object], java.string),
    build: method([java.string], java.object),
    check: method([java.string], java.string),
  } as { readonly [K in keyof Judge]: MethodDescriptor },
  { classes: shopValueClasses },
);

/** JNDI names. */
export const valueBeans = {
  echo: "java:global/shop/EchoBean!remora.shop.Echo",
  judge: "java:global/shop/JudgeBean!remora.shop.Judge",
  evolution: "java:global/shop/EvolutionBean!remora.shop.Evolution",
} as const;
