import {
  BigDecimal,
  javaValueClass,
  SqlDate,
  SqlTime,
  SqlTimestamp,
} from "../java-values/index.ts";
import { classType, textType } from "./class-types.ts";
import type { JavaType } from "./java-type.ts";
import {
  bigDecimalLayout,
  isUrl,
  uriLayout,
  urlLayout,
  writeBigInteger,
} from "./java-values-layouts.ts";
import { anyType } from "./object-types.ts";
import { valueType } from "./value-type.ts";

const isText = (value: unknown): value is string => typeof value === "string";
const isOf =
  (javaClass: string) =>
  (value: unknown): boolean =>
    javaValueClass(value) === javaClass;

const bigInteger = valueType<bigint>({
  name: "java.math.BigInteger",
  accepted: "a bigint or null",
  is: (value) => typeof value === "bigint",
  write: (values, value) => writeBigInteger(values, value),
});

/** Types of `java.math`. */
export interface JavaMathTypes {
  readonly BigDecimal: JavaType<BigDecimal | null>;
  readonly BigInteger: JavaType<bigint | null>;
}

/** Types of `java.net`. */
export interface JavaNetTypes {
  readonly URI: JavaType<string | null>;
  readonly URL: JavaType<string | null>;
}

/** Types of `java.sql`. */
export interface JavaSqlTypes {
  readonly Date: JavaType<SqlDate | null>;
  readonly Time: JavaType<SqlTime | null>;
  readonly Timestamp: JavaType<SqlTimestamp | null>;
}

/** Types of `java.io`. */
export interface JavaIoTypes {
  readonly Serializable: JavaType<unknown>;
  readonly Externalizable: JavaType<unknown>;
}

/** `java.math`. */
export const javaMath: JavaMathTypes = Object.freeze({
  BigDecimal: classType<BigDecimal>(bigDecimalLayout.name, "a BigDecimal", BigDecimal.is),
  BigInteger: bigInteger,
});

/** `java.net`. */
export const javaNet: JavaNetTypes = Object.freeze({
  URI: textType(uriLayout, "a URI as text", isText),
  URL: textType(urlLayout, "a URL as text, with its protocol", isUrl),
});

/** `java.sql`. */
export const javaSql: JavaSqlTypes = Object.freeze({
  Date: classType<SqlDate>("java.sql.Date", "a SqlDate", isOf("java.sql.Date")),
  Time: classType<SqlTime>("java.sql.Time", "a SqlTime", isOf("java.sql.Time")),
  Timestamp: classType<SqlTimestamp>(
    "java.sql.Timestamp",
    "a SqlTimestamp",
    isOf("java.sql.Timestamp"),
  ),
});

/** `java.io`. */
export const javaIo: JavaIoTypes = Object.freeze({
  Serializable: anyType("java.io.Serializable"),
  Externalizable: anyType("java.io.Externalizable"),
});
