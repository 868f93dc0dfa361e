import { describe, expect, it } from "vitest";
import { splitShellWords } from "./shell-words.ts";

describe("splitShellWords", () => {
  it.each<[string, readonly string[]]>([
    ["", []],
    ["  \n ", []],
    ["-Da=b -Dc=d", ["-Da=b", "-Dc=d"]],
    ["-Da='x y'", ["-Da=x y"]],
    ['"-Da=x y" -v', ["-Da=x y", "-v"]],
    ['-Da="x \\"y\\" \\\\ \\n"', ['-Da=x "y" \\ \\n']],
    ["-Da=x\\ y", ["-Da=x y"]],
    ["'a\\b'", ["a\\b"]],
    ["'' x", ["", "x"]],
    ["a'b'\"c\"", ["abc"]],
    ["c:\\\\dir", ["c:\\dir"]],
    ["trailing\\", ["trailing\\"]],
    ["$HOME *", ["$HOME", "*"]],
  ])("%j", (text, words) => {
    expect(splitShellWords(text)).toEqual({ ok: true, words });
  });

  it("says where an unclosed quote is", () => {
    expect(splitShellWords("-Da='x y")).toEqual({
      ok: false,
      problem: "the quote (') at column 5 is not closed",
    });
  });
});
