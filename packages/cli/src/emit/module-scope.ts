import { byName, nameInPackage } from "../model/java-names.ts";

// Names that generated modules use themselves. A Java class of such a name is exported with a trailing `_`.
const ownNames: ReadonlySet<string> = new Set(
  (
    "java javaClass javaField javaThrowable method nonNull remoteInterface CallOptions JavaClass JavaThrowableClass JavaType " +
    "RemoteInterface AsyncDisposable UserException JavaThrowable Promise ReadonlyMap ReadonlySet Date NonNullable Uint8Array Int16Array Int32Array " +
    "BigInt64Array Float32Array Float64Array Object Error String Number Boolean Symbol Function Array Map Set " +
    "undefined NaN Infinity arguments await break case catch class const continue debugger default delete do else enum eval " +
    "export extends false finally for function if implements import in instanceof interface let new null package private " +
    "protected public return static super switch this throw true try typeof var void while with yield any unknown never " +
    "string number boolean bigint symbol object type"
  ).split(" "),
);

/** The name under which a class is exported: `Order`, `Outer_Inner`. */
export function exportName(name: string): string {
  const inside = nameInPackage(name).replaceAll("$", "_");
  const legal = inside.replace(/[^\p{ID_Continue}$]/gu, "_").replace(/^(?=\p{Nd})/u, "_");
  return ownNames.has(legal) ? `${legal}_` : legal;
}

function qualifiedName(name: string): string {
  return name.replaceAll(/[^\p{ID_Continue}]/gu, "_");
}

/** The names of one generated module: what it declares, and what it imports. */
export class ModuleScope {
  readonly #path: string;
  readonly #pathOf: ReadonlyMap<string, string>;
  readonly #extension: string;
  readonly #locals = new Map<string, string>();
  readonly #declared: ReadonlySet<string>;
  readonly #used = new Set<string>();
  readonly #runtime = new Map<string, "type" | "value">();
  readonly #custom = new Map<string, Set<string>>();

  /** `imported` are classes that the declarations may name. */
  constructor(
    path: string,
    declared: readonly string[],
    imported: Iterable<string>,
    pathOf: ReadonlyMap<string, string>,
    extension: string,
  ) {
    this.#path = path;
    this.#pathOf = pathOf;
    this.#extension = extension;
    this.#declared = new Set(declared);
    const taken = new Set<string>();
    for (const name of [...declared, ...[...imported].sort(byName)]) {
      if (this.#locals.has(name) || !pathOf.has(name)) continue;
      const plain = exportName(name);
      const local = taken.has(plain) ? qualifiedName(name) : plain;
      taken.add(local);
      this.#locals.set(name, local);
    }
  }

  /** Whether a class is generated at all. */
  knows(name: string): boolean {
    return this.#pathOf.has(name);
  }

  /** The identifier of a class in this module; it is imported where needed. */
  local(name: string): string {
    if (!this.#declared.has(name)) this.#used.add(name);
    return this.#locals.get(name) ?? exportName(name);
  }

  /** A value of the run time. */
  runtime(name: string): string {
    this.#runtime.set(name, "value");
    return name;
  }

  /** A type of the run time; where a Java class has its name, it is called otherwise here. */
  runtimeType(name: string): string {
    if (!this.#runtime.has(name)) this.#runtime.set(name, "type");
    return this.#alias(name);
  }

  /** The export of a hand-written module. */
  custom(specifier: string, name: string): string {
    const names = this.#custom.get(specifier) ?? new Set<string>();
    this.#custom.set(specifier, names.add(name));
    return name;
  }

  #alias(name: string): string {
    return [...this.#locals.values()].includes(name) ? `Java${name}` : name;
  }

  /** The import statements: first the run time, then the others by path. */
  imports(): string {
    const lines: string[] = [];
    const runtime = [...this.#runtime].map(([name, kind]) => {
      const local = kind === "type" ? this.#alias(name) : name;
      return { local, item: `${kind === "type" ? "type " : ""}${importItem(name, local)}` };
    });
    if (runtime.length > 0) lines.push(importLine(runtime, "@remora/client"));
    const perPath = new Map<string, ImportItem[]>();
    for (const [specifier, custom] of this.#custom) {
      perPath.set(
        specifier,
        [...custom].map((local) => ({ local, item: local })),
      );
    }
    for (const name of [...this.#used].sort(byName)) {
      const specifier = relativeSpecifier(
        this.#path,
        this.#pathOf.get(name) ?? "",
        this.#extension,
      );
      const local = this.local(name);
      const item = importItem(exportName(name), local);
      perPath.set(specifier, [...(perPath.get(specifier) ?? []), { local, item }]);
    }
    const bySource = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number =>
      byPath(a, b);
    for (const [specifier, items] of [...perPath].sort(bySource)) {
      lines.push(importLine(items, specifier));
    }
    return lines.join("\n");
  }
}

/** The order of import sorters: letters without regard to case, capitals first; digits as numbers. */
export function naturally(a: string, b: string): number {
  const [ones, others] = [a, b].map((name) => name.match(/\d+|\D/g) ?? []);
  for (let index = 0; ; index++) {
    const one = ones?.[index];
    const other = others?.[index];
    if (one === undefined && other === undefined) return 0;
    if (one === undefined || other === undefined) return byName(one ?? "", other ?? "");
    if (one === other) continue;
    const [first, second] = [Number(one), Number(other)];
    if (/^\d/.test(one) && /^\d/.test(other) && first !== second) return first - second;
    return byName(one.toLowerCase(), other.toLowerCase()) || byName(one, other);
  }
}

/** The order of import sorters for paths: folder by folder, `teller` before `teller-home`. */
export function byPath(a: string, b: string): number {
  const [ones, others] = [a, b].map((path) => path.replace(/\.[jt]s$/, "").split("/"));
  for (let index = 0; ; index++) {
    const one = ones?.[index];
    const other = others?.[index];
    if (one === undefined && other === undefined) return 0;
    if (one === undefined || other === undefined) return byName(one ?? "", other ?? "");
    // Farther folders first.
    if (one !== other && (one === ".." || other === "..")) return one === ".." ? -1 : 1;
    const order = naturally(one, other);
    if (order !== 0) return order;
  }
}

interface ImportItem {
  readonly local: string;
  readonly item: string;
}

function importItem(exported: string, local: string): string {
  return exported === local ? exported : `${exported} as ${local}`;
}

function importLine(imported: readonly ImportItem[], specifier: string): string {
  const items = [...imported].sort((a, b) => naturally(a.local, b.local)).map(({ item }) => item);
  const flat = `import { ${items.join(", ")} } from "${specifier}";`;
  // A single name stays on the line, as formatters have it.
  if (flat.length <= 100 || items.length === 1) return flat;
  return `import {\n${items.map((item) => `  ${item},\n`).join("")}} from "${specifier}";`;
}

/** How one generated file names another: `../model/order.js`. */
export function relativeSpecifier(from: string, to: string, extension: string): string {
  const base = from.split("/").slice(0, -1);
  const target = to.split("/");
  let shared = 0;
  while (shared < base.length && shared < target.length - 1 && base[shared] === target[shared]) {
    shared++;
  }
  const up = base.slice(shared).map(() => "..");
  const path = [...(up.length === 0 ? ["."] : up), ...target.slice(shared)].join("/");
  return path.replace(/\.ts$/, extension);
}
