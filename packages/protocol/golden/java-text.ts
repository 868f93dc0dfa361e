// What the recorder printed of a value: `String.valueOf` of Java, arrays by `Arrays.deepToString`. Made here from our own
// values, so that a value decoded wrongly shows.
import {
  JavaCalendar,
  JavaClassName,
  type JavaValue,
  SqlDate,
  SqlTimestamp,
} from "../src/java-values/index.ts";
import { javaClassOf } from "../src/rmi/class-layout.ts";
import { JavaThrowable } from "../src/rmi/throwable.ts";
import type { Person } from "./echo-classes.ts";

const days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");
const two = (value: number): string => String(value).padStart(2, "0");

/** Text of Java for a value whose class the recorder told; undefined where Java prints an identity hash. */
export function javaText(value: unknown, javaClass: string): string | undefined {
  const text = javaClass.startsWith("[") ? `[${textOf(value, "")}]` : textOf(value, javaClass);
  return text?.replaceAll("\0", "\\0");
}

function textOf(value: unknown, javaClass: string): string | undefined {
  if (value === null || value === undefined) return "null";
  if (typeof value === "number") return numberText(value, javaClass);
  if (typeof value !== "object") return `${value as string | boolean | bigint}`;
  if (ArrayBuffer.isView(value)) return listText([...signed(value)], javaClass);
  if (Array.isArray(value)) return listText(value, "");
  if (value instanceof Set) return listText([...value], "");
  if (value instanceof Map) {
    return `{${[...value].map(([key, each]) => `${textOf(key, "")}=${textOf(each, "")}`).join(", ")}}`;
  }
  if (value instanceof JavaThrowable) return `${value.javaClass}: ${value.message}`;
  if (value instanceof Date) return dateText(value);
  if (JavaCalendar.is(value)) {
    return `java.util.GregorianCalendar[time=${value.time.getTime()},areFieldsSet=true,areAllFieldsSet=false,lenient=${value.lenient},zone=sun.util.calendar.ZoneInfo[id="${value.zone}"`;
  }
  if (JavaClassName.is(value)) return value.name.includes(".") ? `class ${value.name}` : value.name;
  if (!(javaClassOf in value)) return (value as JavaValue).toString();
  return personText(value);
}

function listText(elements: readonly unknown[], javaClass: string): string {
  return `[${elements.map((each) => textOf(each, javaClass)).join(", ")}]`;
}

/** Java's bytes are signed. */
function signed(array: ArrayBufferView): Iterable<unknown> {
  const numbers = array as unknown as Iterable<number>;
  return array instanceof Uint8Array ? Int8Array.from(array) : numbers;
}

function numberText(value: number, javaClass: string): string {
  // The shortest text that gives the same float.
  if (javaClass === "java.lang.Float") return String(Number(value.toPrecision(8)));
  return String(value);
}

function dateText(date: Date): string {
  const iso = date.toISOString();
  if (date instanceof SqlDate) return iso.slice(0, 10);
  if (date instanceof SqlTimestamp) return `${iso.slice(0, 19).replace("T", " ")}.${date.nanos}`;
  return `${days[date.getUTCDay()]} ${months[date.getUTCMonth()]} ${two(date.getUTCDate())} ${iso.slice(11, 19)} UTC ${date.getUTCFullYear()}`;
}

/** The one class of the recorder with a `toString` of its own. */
function personText(value: object): string | undefined {
  const { name, age, friend, [javaClassOf]: javaClass } = value as Person & Tagged;
  const simpleName = javaClass.split(".").at(-1);
  if (simpleName !== "Person" && simpleName !== "Employee") return undefined;
  const friendText = friend === null ? "-" : friend === value ? "self" : friend.name;
  return `${simpleName}(${name},${age},${friendText})`;
}

interface Tagged {
  readonly [javaClassOf]: string;
}
