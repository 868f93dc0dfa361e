import { java } from "@remora/protocol";
import { expect, test } from "vitest";
import { jdkType, jdkTypeNames } from "./jdk-types.ts";

function found(expression: string): unknown {
  let value: unknown = { java };
  for (const part of expression.split(".")) value = (value as Record<string, unknown>)[part];
  return value;
}

test.each(jdkTypeNames())(
  "%s is a type of the run time, with the arguments that it takes",
  (name) => {
    const known = jdkType(name);
    const value = found(known?.expression ?? "");
    const made =
      typeof value === "function" && known?.arity !== 0
        ? (value as (...args: unknown[]) => unknown)(
            name.endsWith(".EnumMap") ? java.time.Month : java.string,
            java.string,
          )
        : value;
    expect(typeof value === "function" ? value.length : 0).toBe(known?.arity);
    expect(made).toMatchObject({ name, descriptor: `L${name.replaceAll(".", "/")};` });
  },
);

test("every package of the run time is known", () => {
  const packages = ["lang", "util", "time", "math", "net", "sql", "io"] as const;
  const all = packages.flatMap((one) =>
    Object.keys(java[one]).map((name) => `java.${one}.${name}`),
  );
  expect(all.filter((name) => jdkType(name) === undefined)).toEqual([]);
});
