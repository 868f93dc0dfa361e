import type { ClassModel } from "../model/generation-model.ts";
import { eachType, type TypeUse } from "../model/generation-model.ts";
import { byName, nameInPackage, packageOf } from "../model/java-names.ts";

/** A generated file that declares classes; other files only lead to it. */
export interface GeneratedModule {
  /** Relative to the output folder, with `/`. */
  readonly path: string;
  /** Java names, in the order in which they must be declared. */
  readonly classes: readonly string[];
}

/** Which class is in which file. */
export interface ModuleLayout {
  readonly modules: readonly GeneratedModule[];
  /** The path under which a class is imported. */
  readonly pathOf: ReadonlyMap<string, string>;
}

/** What a class needs of others: some when its module is evaluated, some only when it is used. */
export interface ClassNeeds {
  readonly eager: ReadonlySet<string>;
  readonly lazy: ReadonlySet<string>;
}

/** What the declaration of a class names, and when. */
export function needsOf(model: ClassModel): ClassNeeds {
  const eager = new Set<string>();
  const lazy = new Set<string>();
  const add = (type: TypeUse, when: Set<string>): void =>
    eachType(type, (one) => {
      if (one.kind === "reference") {
        if (one.name !== undefined) lazy.add(one.name);
      } else if (one.kind === "value" || one.kind === "enum" || one.kind === "throwable") {
        when.add(one.name);
      }
    });
  switch (model.kind) {
    case "enum":
      break;
    case "interface":
      for (const { params, result, throws } of model.methods) {
        for (const { type } of params) add(type, eager);
        add(result, eager);
        for (const name of throws) eager.add(name);
      }
      for (const name of model.classes) lazy.add(name);
      break;
    case "throwable":
      if (model.superclass !== undefined) eager.add(model.superclass);
      for (const { type } of model.fields) add(type, lazy);
      break;
    case "value":
      if (model.superclass !== undefined) lazy.add(model.superclass);
      for (const { type } of model.fields) add(type, lazy);
      break;
  }
  return { eager, lazy };
}

/**
 * One file per class, in folders like the packages. Where files would import each other in a circle, classes of which
 * one is needed when the other is evaluated share a file: whichever file a program imports first, no declaration runs
 * before what it needs.
 */
export function moduleLayout(models: ReadonlyMap<string, ClassModel>): ModuleLayout {
  const needs = new Map([...models].map(([name, model]) => [name, needsOf(model)]));
  const pathOf = paths([...models.keys()]);
  const modules: GeneratedModule[] = [];
  for (const circle of components(needs)) {
    for (const classes of joinedByNeed(circle, needs)) {
      const isInterface = (name: string): boolean => models.get(name)?.kind === "interface";
      const home = classes.find(isInterface) ?? classes[0] ?? "";
      modules.push({ path: pathOf.get(home) ?? "", classes: ordered(classes, needs) });
    }
  }
  return { modules: modules.sort((a, b) => byName(a.path, b.path)), pathOf };
}

/** The classes of a circle in groups, such that what one needs at once is in its group. */
function joinedByNeed(
  circle: readonly string[],
  needs: ReadonlyMap<string, ClassNeeds>,
): readonly (readonly string[])[] {
  const groups = new Map(circle.map((name) => [name, [name]]));
  for (const name of circle) {
    for (const other of needs.get(name)?.eager ?? []) {
      const mine = groups.get(name);
      const others = groups.get(other);
      if (mine === undefined || others === undefined || mine === others) continue;
      mine.push(...others);
      for (const member of others) groups.set(member, mine);
    }
  }
  return [...new Set(groups.values())].map((group) => group.sort(byName));
}

/** `com.acme.Outer$Inner` → `com/acme/outer-inner.ts`. */
function paths(names: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const taken = new Set<string>(["index.ts"]);
  for (const name of [...names].sort(byName)) {
    const folder = packageOf(name).replaceAll(".", "/");
    const base = `${folder === "" ? "" : `${folder}/`}${kebabCase(nameInPackage(name))}`;
    let path = `${base}.ts`;
    // Names that differ in case or `$` only; file systems may not tell them apart.
    for (let count = 2; taken.has(path.toLowerCase()); count++) path = `${base}-${count}.ts`;
    taken.add(path.toLowerCase());
    found.set(name, path);
  }
  return found;
}

function kebabCase(name: string): string {
  return name
    .replace(/([\p{Ll}\p{Nd}])(\p{Lu})/gu, "$1-$2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1-$2")
    .replace(/[$_]+/g, "-")
    .replace(/^-|-$/g, "")
    .toLowerCase();
}

/** Declarations after what they need at once; otherwise by name. */
function ordered(
  names: readonly string[],
  needs: ReadonlyMap<string, ClassNeeds>,
): readonly string[] {
  const result: string[] = [];
  const inside = new Set(names);
  const done = new Set<string>();
  const visit = (name: string): void => {
    if (done.has(name)) return;
    done.add(name);
    for (const other of [...(needs.get(name)?.eager ?? [])].sort(byName)) {
      if (inside.has(other)) visit(other);
    }
    result.push(name);
  };
  for (const name of [...names].sort(byName)) visit(name);
  return result;
}

/** Strongly connected components of the import graph (Tarjan's algorithm, without recursion). */
function components(needs: ReadonlyMap<string, ClassNeeds>): readonly (readonly string[])[] {
  const found: string[][] = [];
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const open: string[] = [];
  const isOpen = new Set<string>();
  for (const start of [...needs.keys()].sort(byName)) {
    if (index.has(start)) continue;
    const frames = [{ name: start, next: targets(start, needs) }];
    enter(start);
    for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
      const { name } = frame;
      const target = frame.next.pop();
      if (target === undefined) {
        frames.pop();
        const above = frames.at(-1)?.name;
        if (above !== undefined) lower(above, low.get(name) ?? 0);
        if (low.get(name) === index.get(name)) found.push(close(name));
      } else if (!index.has(target)) {
        enter(target);
        frames.push({ name: target, next: targets(target, needs) });
      } else if (isOpen.has(target)) lower(name, index.get(target) ?? 0);
    }
  }
  return found;

  function enter(name: string): void {
    index.set(name, index.size);
    low.set(name, index.size - 1);
    open.push(name);
    isOpen.add(name);
  }
  function lower(name: string, value: number): void {
    low.set(name, Math.min(low.get(name) ?? 0, value));
  }
  function close(name: string): string[] {
    const members = open.splice(open.indexOf(name));
    for (const member of members) isOpen.delete(member);
    return members;
  }
}

function targets(name: string, needs: ReadonlyMap<string, ClassNeeds>): string[] {
  const { eager = new Set<string>(), lazy = new Set<string>() } = needs.get(name) ?? {};
  return [...new Set([...eager, ...lazy])].filter((one) => needs.has(one)).sort(byName);
}
