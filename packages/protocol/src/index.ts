export {
  type CompletionStatus,
  LocalProtocolError,
  type LocalProtocolErrorOptions,
  OrbError,
  type OrbErrorOptions,
  RemoteProtocolError,
  type RemoteProtocolErrorOptions,
} from "./errors.ts";
export { describeIor, type IorDescription } from "./ior/describe-ior.ts";
export { type Ior, isNil, type TaggedProfile } from "./ior/ior.ts";
export { parseIor, stringifyIor } from "./ior/stringified.ts";
export {
  BigDecimal,
  Duration,
  Instant,
  JavaCalendar,
  type JavaCalendarParts,
  JavaClassName,
  JavaLocale,
  type JavaLocaleParts,
  JavaTyped,
  JavaValue,
  LocalDate,
  LocalDateTime,
  LocalTime,
  MonthDay,
  OffsetDateTime,
  OffsetTime,
  Period,
  SqlDate,
  SqlTime,
  SqlTimestamp,
  typed,
  Year,
  YearMonth,
  ZonedDateTime,
  type ZoneId,
  ZoneOffset,
  ZoneRegion,
} from "./java-values/index.ts";
export { defaultLimits, type ProtocolLimits } from "./limits.ts";
export { formatName, type Name, type NameComponent, parseName } from "./naming/compound-name.ts";
export { incompleteBy, javaClassOf, UnknownValue } from "./rmi/class-layout.ts";
export type { ListTypes, MapTypes, SetTypes } from "./rmi/collection-types.ts";
export { JavaInput, JavaOutput } from "./rmi/custom-data.ts";
export type { FutureType } from "./rmi/future-type.ts";
export { idl } from "./rmi/idl-types.ts";
export {
  type CustomData,
  type JavaClass,
  type JavaClassOptions,
  type JavaField,
  type JavaFieldTypes,
  javaClass,
  javaField,
} from "./rmi/java-class.ts";
export type { JavaLangTypes, ThrowableType } from "./rmi/java-lang-types.ts";
export type {
  JavaIoTypes,
  JavaMathTypes,
  JavaNetTypes,
  JavaSqlTypes,
} from "./rmi/java-other-types.ts";
export {
  type JavaThrowableClass,
  type JavaThrowableOptions,
  javaThrowable,
} from "./rmi/java-throwable-class.ts";
export type { JavaTimeTypes } from "./rmi/java-time-types.ts";
export type { JavaType, WireForm } from "./rmi/java-type.ts";
export { type ArrayTypes, type JavaTypes, java, type PrimitiveArrays } from "./rmi/java-types.ts";
export type { JavaUtilTypes } from "./rmi/java-util-types.ts";
export type { EnumType } from "./rmi/object-types.ts";
export type { PrimitiveType } from "./rmi/primitive-types.ts";
export {
  type BeanType,
  type InterfaceKind,
  type MethodDescriptor,
  type MethodOptions,
  method,
  nonNull,
  type ReferenceType,
  type RemoteInterface,
  type RemoteInterfaceOptions,
  type RemoteMethod,
  remoteInterface,
  type ThrowsDescriptor,
} from "./rmi/remote-interface.ts";
export { JavaThrowable, type StackTraceElement } from "./rmi/throwable.ts";
