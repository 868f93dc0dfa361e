import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const root = new URL("../../../", import.meta.url);
const documented = new Set(
  [...read("docs/errors.md").matchAll(/`([A-Z][A-Z0-9_]+|[a-z]+-[a-z]+)`/g)].map(
    ([, code]) => code,
  ),
);

/** Words in capitals that are no codes of errors: names of variables, levels, constants of the wire. */
const otherWords = new Set([
  ...["REMORA_ENDPOINTS", "REMORA_POLICY", "REMORA_DEBUG", "VMARGS", "SIGINT", "SIGTERM"],
  ...["FINEST", "FINER", "FINE", "CONFIG", "INFO", "WARNING", "SEVERE", "ALERT", "FATAL"],
  ...["SOAP", "SSL", "SSL_MUTUALAUTH", "TLS", "IIOP_CLEAR_TEXT", "GIOP", "INITIAL_GIS"],
  ...["TAG_INTERNET_IOP", "TAG_MULTIPLE_COMPONENTS", "BE8D422EE9ECA99D", "SUN", "NEO", "OMG"],
  ...["AE837E85D7D3C983", "CAC2721920586E3C"],
  ...["ADAPTS", "FORBIDS", "REQUIRES", "EITHER", "SHARED", "UNSHARED"],
  // Words of Java: units of time, days and months, ids of zones and currencies, texts of java.time.
  ...["MILLISECONDS", "MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY", "SATURDAY", "SUNDAY"],
  ...["JANUARY", "FEBRUARY", "MARCH", "APRIL", "MAY", "JUNE", "JULY", "AUGUST", "SEPTEMBER"],
  ...["OCTOBER", "NOVEMBER", "DECEMBER", "GMT", "UTC", "EUR", "ID", "NO", "NY", "CORBA", "UUID"],
  ...["PT0S", "P0D", "P1Y2M3D"],
  // The monitoring interface: how it is asked, and what it says of an answer.
  ...["GET", "SUCCESS"],
  // What the file system says while a file of settings is read: part of a message, never a code.
  ...["ENOENT", "EISDIR"],
]);

function read(path: string): string {
  return readFileSync(new URL(path, root), "utf8");
}

function sourcesOf(name: string): string[] {
  const folder = `packages/${name}/src/`;
  return readdirSync(new URL(folder, root), { recursive: true })
    .map(String)
    .filter((file) => file.endsWith(".ts") && !/\.(test|bench)\.ts$|testing\//.test(file))
    .map((file) => `${folder}${file.replaceAll("\\", "/")}`);
}

test.each(["client", "protocol", "cluster", "mock-cluster"])(
  "every code of an error in %s is explained in docs/errors.md",
  (name) => {
    const missing = sourcesOf(name).flatMap((file) =>
      [...read(file).matchAll(/"([A-Z][A-Z0-9]+(?:_[A-Z0-9]+)*)"/g)]
        .map(([, word]) => word as string)
        // Structural hashes of Java classes are numbers.
        .filter((word) => !/^[0-9A-F]{16}$/.test(word))
        .filter((word) => !documented.has(word) && !otherWords.has(word))
        .map((word) => `${word} in ${file}`),
    );
    expect(missing).toEqual([]);
  },
);

test("every code of Node.js that is put into words is explained", () => {
  const [, table = ""] =
    /const texts[^{]*\{([\s\S]*?)\n\};/.exec(read("packages/client/src/transport/node-error.ts")) ??
    [];
  const codes = [...table.matchAll(/^ {2}([A-Z_]+):/gm)].map(([, code]) => code);
  expect(codes.length).toBeGreaterThan(8);
  expect(codes.filter((code) => !documented.has(code))).toEqual([]);
});

test("every warning about a setting is explained", () => {
  const [, union = ""] =
    /interface SettingWarning \{[\s\S]*?readonly code:([\s\S]*?);/.exec(
      read("packages/client/src/config/setting.ts"),
    ) ?? [];
  const codes = [...union.matchAll(/"([a-z-]+)"/g)].map(([, code]) => code);
  expect(codes.length).toBeGreaterThan(8);
  expect(codes.filter((code) => !documented.has(code))).toEqual([]);
});

test("nothing is explained that no source has", () => {
  const all = ["client", "protocol", "cluster", "mock-cluster"]
    .flatMap(sourcesOf)
    .map(read)
    .join("\n");
  const words = [...documented].filter((code) => code?.includes("_") && !code.startsWith("REMORA"));
  expect(words.filter((code) => code !== undefined && !all.includes(code))).toEqual([]);
});
