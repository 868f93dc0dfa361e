import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import * as cluster from "./index.ts";

test("the example of the README runs, and says what it promises", () => {
  const text = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  const [, code = ""] = /```ts\n([\s\S]*?)```/.exec(text) ?? [];
  // Without its few types it is JavaScript, and runs against the source.
  const script = code
    .replace(/import \{([\s\S]*?)\} from "@remora\/cluster";/, "const {$1} = cluster;")
    .replaceAll(" as const", "");
  const lines: string[] = [];
  const log = (...words: readonly unknown[]): void => {
    lines.push(words.join(" "));
  };
  new Function("cluster", "console", script)(cluster, { log });
  expect(lines).toHaveLength(2);
  expect(lines[0]?.split(", ").sort()).toEqual(["i1", "i2", "i3"]);
  expect(lines[1]).toBe("next-endpoint nothing-sent");
});
