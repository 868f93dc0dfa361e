import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { environmentVariables } from "./config/environment.ts";
import { knownPropertyNames } from "./config/glassfish-properties.ts";
import { defaultOptions } from "./options.ts";

const root = new URL("../../../", import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), "utf8");
const text = read("docs/configuration.md");

/** The cells of every row whose first cell is one word in code. */
const rows = new Map(
  [...text.matchAll(/^\| `(\w+)` \| (.*) \|$/gm)].map(([, name, rest]) => [
    name as string,
    (rest as string).split(" | "),
  ]),
);

/** Names of the members of an interface in a source file. */
function membersOf(file: string, name: string): string[] {
  const [, body = ""] =
    new RegExp(`interface ${name}\\b[^{]*\\{([\\s\\S]*?)\\n\\}`).exec(
      read(`packages/client/src/${file}`),
    ) ?? [];
  const names = [...body.matchAll(/^ {2}readonly (\w+)\??:/gm)].map(
    ([, member]) => member as string,
  );
  expect(names.length).toBeGreaterThan(0);
  return names;
}

test("every option of an Orb has a row", () => {
  const missing = membersOf("options.ts", "OrbOptions").filter((name) => !rows.has(name));
  expect(missing).toEqual([]);
});

test("every row tells the default that is in force", () => {
  const wrong = Object.entries(defaultOptions).flatMap(([name, value]) => {
    // The option timeoutMs has a row among the options of a call too, further down.
    const first = new RegExp(`^\\| \`${name}\` \\| (.*) \\|$`, "m").exec(text)?.[1] ?? "";
    const shown = first.split(" | ")[2]?.replaceAll(",", "").replaceAll('"', "");
    const isOff = value === 0 && name.endsWith("Ms");
    const wanted = isOff
      ? "never"
      : typeof value === "object"
        ? JSON.stringify(value).replace(/[",]/g, "")
        : String(value);
    const plain = (words: string | undefined): string => (words ?? "").replaceAll(" ", "");
    return plain(shown) === plain(wanted) ? [] : [`${name}: ${shown}, in force: ${wanted}`];
  });
  expect(wrong).toEqual([]);
});

test.each([
  ["options.ts", "CallOptions"],
  ["naming/lookup-options.ts", "NamingOptions"],
  ["naming/lookup-options.ts", "LookupOptions"],
  ["naming/name-listing.ts", "ListOptions"],
  ["orb.ts", "OrbLookupOptions"],
  ["orb.ts", "ContextOptions"],
  ["orb.ts", "CloseOptions"],
  ["policy/drain.ts", "DrainOptions"],
  ["orb.ts", "ClientContainerXmlOptions"],
  ["ping.ts", "PingOptions"],
])("every option in %s %s is explained", (file, name) => {
  expect(membersOf(file, name).filter((member) => !text.includes(`\`${member}\``))).toEqual([]);
});

test("every environment variable and every property is explained", () => {
  const names = [...environmentVariables, ...knownPropertyNames()];
  expect(names.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
});

test("every element and attribute of the client container file is explained", () => {
  const source = read("packages/client/src/config/client-container-dtd.ts");
  const [, table = ""] = /const rules[^=]*= \{\n([\s\S]*?)\n\};/.exec(source) ?? [];
  const names = [...table.matchAll(/^\s*"?([a-z][a-z0-9-]+)"?: (?!\{ (?:oneOf)|"once")/gm)].map(
    ([, name]) => name as string,
  );
  const wanted = names.filter((name) => !["attributes", "children", "text"].includes(name));
  expect(wanted.length).toBeGreaterThan(20);
  expect(wanted.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
});

test("every word of the runner is explained", () => {
  const source = read("examples/src/appclient/options.ts");
  const [, table = ""] = /const optionRules[^=]*= \{\n([\s\S]*?)\n\};/.exec(source) ?? [];
  const words = [...table.matchAll(/^ {2}(\w+):/gm)].map(([, word]) => word as string);
  expect(words.length).toBeGreaterThan(15);
  expect(words.filter((word) => !text.includes(`\`-${word}`))).toEqual([]);
});
