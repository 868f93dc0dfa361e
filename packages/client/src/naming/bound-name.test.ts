import {
  businessObjectFactory,
  iiopObjectFactory,
  JndiReference,
  LocalDate,
  UnknownValue,
} from "@remora/protocol/internal";
import { expect, test } from "vitest";
import { describeBound } from "./bound-name.ts";

function reference(factory: string | null, className: string | null): JndiReference {
  return Object.assign(new JndiReference(), { factory, className });
}

const object = (typeId: string): object => ({
  typeId,
  profiles: [{ tag: 0, data: new Uint8Array() }],
});

test.each([
  ["a business view", reference(businessObjectFactory, "a.Greeter"), "object", "a.Greeter"],
  // The class of every such reference is the word "reference".
  ["a home", reference(iiopObjectFactory, "reference"), "object", undefined],
  [
    "a resource",
    reference("a.DataSourceFactory", "javax.sql.DataSource"),
    "value",
    "javax.sql.DataSource",
  ],
  ["a reference of nothing", reference(null, null), "value", undefined],
  ["an object", object("RMI:a.TellerHome:0000000000000000"), "object", "a.TellerHome"],
  ["a bean's object", object("RMI:a._Greeter_Remote:0000000000000000"), "object", "a.Greeter"],
  [
    "an inner interface",
    object("RMI:a.Outer\\U0024Inner:0000000000000000"),
    "object",
    "a.Outer$Inner",
  ],
  ["an object of IDL", object("IDL:a/Clock:1.0"), "object", undefined],
  ["a text", "x", "value", "java.lang.String"],
  ["a number", 1, "value", "java.lang.Number"],
  ["a long", 1n, "value", "java.lang.Number"],
  ["a flag", true, "value", "java.lang.Boolean"],
  ["a date", new Date(0), "value", "java.util.Date"],
  ["a day", new LocalDate(2026, 11, 30), "value", "java.time.LocalDate"],
  ["octets", new Uint8Array(1), "value", "byte[]"],
  ["a list", [], "value", "java.util.List"],
  ["a set", new Set(), "value", "java.util.Set"],
  ["a map", new Map(), "value", "java.util.Map"],
  ["a class that nobody knows", new UnknownValue("a.Pool", undefined), "value", "a.Pool"],
  ["an object of no class", {}, "value", undefined],
  ["null", null, "value", undefined],
] as const)("%s", (_, value, kind, className) => {
  expect(describeBound("x", value)).toEqual({
    name: "x",
    kind,
    ...(className === undefined ? {} : { className }),
  });
});
