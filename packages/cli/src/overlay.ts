import { readFile } from "node:fs/promises";
import { GenerateError } from "./generate-error.ts";
import { didYouMean } from "./nearest-name.ts";

/** What the overlay says of one class or interface; methods as `find(long)` or, where there is one only, `find`. */
export interface OverlayEntry {
  /** Java method or field → JavaScript name. */
  readonly rename: ReadonlyMap<string, string>;
  /** Methods that may run twice. */
  readonly idempotent: readonly string[];
  /** `method` (its result), `method:parameter` (name, or number from 1), or a field. */
  readonly nonNull: readonly string[];
  /** As `nonNull`, against an annotation. */
  readonly nullable: readonly string[];
  /** Methods that are left out. */
  readonly exclude: readonly string[];
  /** Classes that values of this interface may be of, besides those that were found. */
  readonly classes: readonly string[];
  readonly kind: "business" | "rmi" | undefined;
  readonly bean: "stateless" | "stateful" | "singleton" | undefined;
  /** The method that ends a session. */
  readonly remove: string | undefined;
  /** Decimal text; for a class that computes its own when it is loaded. */
  readonly serialVersionUID: bigint | undefined;
}

/** What the user adds to the jar's own words. */
export interface Overlay {
  /** Name of the file, for messages. */
  readonly file: string;
  /** By Java class name. */
  readonly entries: ReadonlyMap<string, OverlayEntry>;
  /** Patterns of class names that are left out. */
  readonly exclude: readonly string[];
  /** Java class → `module#export` of its hand-written part; the module is relative to the overlay. */
  readonly custom: ReadonlyMap<string, { readonly module: string; readonly export: string }>;
}

const noEntry: OverlayEntry = {
  rename: new Map(),
  idempotent: [],
  nonNull: [],
  nullable: [],
  exclude: [],
  classes: [],
  kind: undefined,
  bean: undefined,
  remove: undefined,
  serialVersionUID: undefined,
};

/** An overlay that says nothing. */
export const emptyOverlay: Overlay = {
  file: "",
  entries: new Map(),
  exclude: [],
  custom: new Map(),
};

/** What an overlay says of a class; nothing by default. */
export function overlayEntry(overlay: Overlay, name: string): OverlayEntry {
  return overlay.entries.get(name) ?? noEntry;
}

/** Reads an overlay file; throws {@link GenerateError} that names the key and the accepted form. */
export async function readOverlay(file: string): Promise<Overlay> {
  const text = await readFile(file, "utf8").catch(() => {
    throw new GenerateError(`${file}: the overlay cannot be read`);
  });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new GenerateError(`${file}: not JSON: ${reason}`);
  }
  return parseOverlay(file, value);
}

/** Checks the parsed JSON of an overlay. */
export function parseOverlay(file: string, value: unknown): Overlay {
  const root = objectAt(file, "the overlay", value);
  const entries = new Map<string, OverlayEntry>();
  const custom = new Map<string, { module: string; export: string }>();
  let exclude: readonly string[] = [];
  for (const [key, content] of Object.entries(root)) {
    if (key === "exclude") exclude = textsAt(file, key, content);
    else if (key === "custom") {
      for (const [name, target] of Object.entries(objectAt(file, key, content))) {
        const match = typeof target === "string" ? /^([^#]+)#([\w$]+)$/.exec(target) : null;
        if (match === null) {
          throw wrong(file, `custom, ${name}`, '"./module.ts#export" is accepted', target);
        }
        custom.set(name, { module: match[1] ?? "", export: match[2] ?? "" });
      }
    } else entries.set(key, entryAt(file, key, content));
  }
  return { file, entries, exclude, custom };
}

const entryKeys = Object.keys(noEntry);

function entryAt(file: string, name: string, value: unknown): OverlayEntry {
  const found: { -readonly [K in keyof OverlayEntry]: OverlayEntry[K] } = { ...noEntry };
  for (const [key, content] of Object.entries(objectAt(file, name, value))) {
    const place = `${name}, ${key}`;
    switch (key) {
      case "rename":
        found.rename = renamesAt(file, place, content);
        break;
      case "idempotent":
      case "nonNull":
      case "nullable":
      case "exclude":
      case "classes":
        found[key] = textsAt(file, place, content);
        break;
      case "kind":
        found.kind = oneOf(file, place, content, ["business", "rmi"]);
        break;
      case "bean":
        found.bean = oneOf(file, place, content, ["stateless", "stateful", "singleton"]);
        break;
      case "remove":
        if (typeof content !== "string") throw wrong(file, place, "a method is accepted", content);
        found.remove = content;
        break;
      case "serialVersionUID":
        if (typeof content !== "string" || !/^-?\d{1,19}$/.test(content)) {
          throw wrong(file, place, "a decimal number as a string is accepted", content);
        }
        found.serialVersionUID = BigInt(content);
        break;
      default:
        throw new GenerateError(
          `${file}: ${name}: nothing is called "${key}"${didYouMean(key, entryKeys)} (there are ${entryKeys.join(", ")})`,
        );
    }
  }
  return found;
}

function renamesAt(file: string, place: string, value: unknown): ReadonlyMap<string, string> {
  const renames = new Map<string, string>();
  for (const [from, to] of Object.entries(objectAt(file, place, value))) {
    if (typeof to !== "string" || !/^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(to)) {
      throw wrong(file, `${place}, ${from}`, "a JavaScript name is accepted", to);
    }
    renames.set(from, to);
  }
  return renames;
}

function objectAt(file: string, place: string, value: unknown): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw wrong(file, place, "an object is accepted", value);
  }
  return value as Record<string, unknown>;
}

function textsAt(file: string, place: string, value: unknown): readonly string[] {
  if (!Array.isArray(value) || !value.every((item) => typeof item === "string")) {
    throw wrong(file, place, "a list of strings is accepted", value);
  }
  return value;
}

function oneOf<const T extends string>(
  file: string,
  place: string,
  value: unknown,
  accepted: readonly T[],
): T {
  const found = accepted.find((one) => one === value);
  if (found === undefined) {
    throw wrong(
      file,
      place,
      `${accepted.map((one) => `"${one}"`).join(" or ")} is accepted`,
      value,
    );
  }
  return found;
}

function wrong(file: string, place: string, accepted: string, value: unknown): GenerateError {
  const shown = JSON.stringify(value) ?? String(value);
  return new GenerateError(`${file}: ${place}: ${accepted}, not ${shown.slice(0, 60)}`);
}
