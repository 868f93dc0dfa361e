import { describe, expect, it } from "vitest";
import { parseJavaProperties } from "./java-properties.ts";

function pairs(text: string): readonly (readonly [string, string, number])[] {
  return parseJavaProperties(text, "jndi.properties").map(({ name, value, line }) => [
    name,
    value,
    line,
  ]);
}

describe("parseJavaProperties", () => {
  it.each([
    ["a=b", "a", "b"],
    ["a:b", "a", "b"],
    ["a b", "a", "b"],
    ["a", "a", ""],
    ["a=", "a", ""],
    ["a = b ", "a", "b "],
    ["a\t:\tb", "a", "b"],
    ["a==b", "a", "=b"],
    ["a: :b", "a", ":b"],
    ["  a=b", "a", "b"],
    ["=b", "", "b"],
    ["a\\=b=c", "a=b", "c"],
    ["a\\:b\\ c=d", "a:b c", "d"],
    ["a=b\\tc\\nd", "a", "b\tc\nd"],
    ["a=\\u0041\\u00e9", "a", "Aé"],
    ["a=c:\\\\dir", "a", "c:\\dir"],
    ["a=\\q\\'", "a", "q'"],
    ["url=iiop://h:3700", "url", "iiop://h:3700"],
  ])("%j → %j = %j", (text, name, value) => {
    expect(pairs(text)).toEqual([[name, value, 1]]);
  });

  it("skips comments and blank lines and counts lines of any kind", () => {
    expect(pairs("# c\r\n! c\n\n  # c\ra=1\nb=2")).toEqual([
      ["a", "1", 5],
      ["b", "2", 6],
    ]);
  });

  it("continues a line after an odd number of backslashes and reports where it began", () => {
    expect(pairs("a=h1:1,\\\n    h2:2\nb=3")).toEqual([
      ["a", "h1:1,h2:2", 1],
      ["b", "3", 3],
    ]);
    expect(pairs("a=x\\\\\nb=3")).toEqual([
      ["a", "x\\", 1],
      ["b", "3", 2],
    ]);
    expect(pairs("a=1\\\n# no comment")).toEqual([["a", "1# no comment", 1]]);
    expect(pairs("a=1\\")).toEqual([["a", "1", 1]]);
  });

  it("does not continue a comment", () => {
    expect(pairs("# c \\\na=1")).toEqual([["a", "1", 2]]);
  });

  it("drops a byte order mark", () => {
    expect(pairs("\ufeffa=1")).toEqual([["a", "1", 1]]);
  });

  it("refuses a malformed \\u with its line", () => {
    expect(() => pairs("a=1\nb=\\u12")).toThrow(
      'jndi.properties:2: "\\u12" is no character; \\u needs four hexadecimal digits',
    );
    expect(() => pairs("b=\\uzzzz")).toThrow("jndi.properties:1");
  });
});
