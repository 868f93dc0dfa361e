/** A JDK class that the run time has a type for. */
export interface JdkType {
  /** `java.list`, to be called with type arguments where there are some. */
  readonly expression: string;
  /** TypeScript; `$0` and `$1` stand for the arguments. */
  readonly text: string;
  /** Number of type arguments that the expression takes. */
  readonly arity: 0 | 1 | 2;
  /** Whether null is a value. `unknown` has null already. */
  readonly nullable: boolean;
  /** Types of the text that come from the run time. */
  readonly imports: readonly string[];
}

const table = new Map<string, JdkType>();

function add(name: string, text: string, expression = name, imports: readonly string[] = []): void {
  const arity = text.includes("$1") ? 2 : text.includes("$0") ? 1 : 0;
  table.set(name, { expression, text, arity, nullable: text !== "unknown", imports });
}

add("java.lang.String", "string", "java.string");
add("java.lang.Object", "unknown", "java.object");
add("java.io.Serializable", "unknown", "java.serializable");
add("java.io.Externalizable", "unknown");
add("java.lang.Boolean", "boolean");
add("java.lang.Character", "string");
add("java.lang.Long", "bigint");
for (const name of ["Byte", "Short", "Integer", "Float", "Double"]) {
  add(`java.lang.${name}`, "number");
}
for (const name of ["Number", "Comparable", "CharSequence", "Iterable"]) {
  add(`java.lang.${name}`, "unknown");
}
add("java.lang.Class", "JavaClassName", undefined, ["JavaClassName"]);
for (const name of ["Throwable", "Exception", "RuntimeException", "Error"]) {
  add(`java.lang.${name}`, "JavaThrowable", undefined, ["JavaThrowable"]);
}
const list = "readonly $0[]";
add("java.util.List", list, "java.list");
for (const name of [
  "Collection",
  "ArrayList",
  "LinkedList",
  "Vector",
  "ArrayDeque",
  "Queue",
  "Deque",
]) {
  add(`java.util.${name}`, list);
}
add("java.util.Set", "ReadonlySet<$0>", "java.set");
for (const name of ["SortedSet", "NavigableSet", "HashSet", "LinkedHashSet", "TreeSet"]) {
  add(`java.util.${name}`, "ReadonlySet<$0>");
}
add("java.util.Map", "ReadonlyMap<$0, $1>", "java.map");
for (const name of [
  "SortedMap",
  "NavigableMap",
  "HashMap",
  "LinkedHashMap",
  "TreeMap",
  "Hashtable",
  "EnumMap",
]) {
  add(`java.util.${name}`, "ReadonlyMap<$0, $1>");
}
add("java.util.Properties", "ReadonlyMap<string, string>");
add("java.util.Date", "Date");
for (const name of ["java.util.UUID", "java.util.Currency", "java.net.URI", "java.net.URL"]) {
  add(name, "string");
}
add("java.math.BigInteger", "bigint");
function addClass(name: string, text: string): void {
  add(name, text, name, [text]);
}
addClass("java.math.BigDecimal", "BigDecimal");
addClass("java.util.Locale", "JavaLocale");
addClass("java.util.Calendar", "JavaCalendar");
addClass("java.util.GregorianCalendar", "JavaCalendar");
addClass("java.sql.Date", "SqlDate");
addClass("java.sql.Time", "SqlTime");
addClass("java.sql.Timestamp", "SqlTimestamp");
for (const name of [
  "LocalDate",
  "LocalTime",
  "LocalDateTime",
  "Instant",
  "Duration",
  "Period",
  "ZonedDateTime",
  "OffsetDateTime",
  "OffsetTime",
  "ZoneOffset",
  "Year",
  "YearMonth",
  "MonthDay",
]) {
  addClass(`java.time.${name}`, name);
}
add("java.time.ZoneId", "ZoneId", undefined, ["ZoneId"]);
// The types of the run time's enums, without writing out their constants; null is among them.
for (const name of ["java.time.DayOfWeek", "java.time.Month"]) {
  const type = { expression: name, text: `ReturnType<typeof ${name}.read>` };
  table.set(name, { ...type, arity: 0, nullable: false, imports: [] });
}

/** The type that the run time has for a JDK class. */
export function jdkType(name: string): JdkType | undefined {
  return table.get(name);
}

/** All JDK classes that the run time has types for. */
export function jdkTypeNames(): readonly string[] {
  return [...table.keys()];
}

/**
 * JDK interfaces without methods (or whose methods all throw RemoteException): RMI-IIOP writes them as abstract
 * interfaces. Every other unknown interface of the JDK is written as a value.
 */
const jdkAbstract: ReadonlySet<string> = new Set([
  "java.io.ObjectStreamConstants",
  "java.lang.Cloneable",
  "java.nio.file.CopyOption",
  "java.nio.file.OpenOption",
  "java.security.KeyStore$ProtectionParameter",
  "java.security.Policy$Parameters",
  "java.security.SecureRandomParameters",
  "java.security.spec.AlgorithmParameterSpec",
  "java.security.spec.KeySpec",
  "java.sql.ShardingKey",
  "java.util.EventListener",
  "java.util.RandomAccess",
  "javax.net.ssl.KeyManager",
  "javax.net.ssl.ManagerFactoryParameters",
  "javax.net.ssl.TrustManager",
  "javax.security.auth.callback.Callback",
  "javax.xml.stream.XMLStreamConstants",
]);

/** Whether RMI-IIOP writes a JDK interface as an abstract one. */
export function isJdkAbstractInterface(name: string): boolean {
  return jdkAbstract.has(name);
}

const stateless: ReadonlySet<string> = new Set(
  ["Collection", "List", "Map", "Queue", "SequentialList", "Set"]
    .map((name) => `java.util.Abstract${name}`)
    .concat("java.lang.Object", "java.util.Observable", "java.util.TimerTask", "java.lang.Thread"),
);

/** Whether a class of the JDK that applications extend is known to be without serialised state. */
export function isStatelessJdkClass(name: string): boolean {
  return stateless.has(name);
}
