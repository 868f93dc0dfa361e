import type { ClassPath } from "../class-path/class-path.ts";
import { GenerateError } from "../generate-error.ts";
import type { GenerationReport } from "../generation-report.ts";
import type { Overlay } from "../overlay.ts";
import { beanClasses, ejbAnnotation } from "./bean-classes.ts";
import type { ClassModel, InterfaceModel, TypeUse } from "./generation-model.ts";
import { eachType } from "./generation-model.ts";
import { Hierarchy } from "./hierarchy.ts";
import { type InterfaceContext, interfaceModel } from "./interface-models.ts";
import { byName } from "./java-names.ts";
import { nothingRemote, type RemoteInterfaceFound, remoteInterfaces } from "./remote-interfaces.ts";
import { TypeResolver } from "./type-resolver.ts";
import { ValueClasses } from "./value-classes.ts";

/** What is asked of the model. */
export interface DescribeOptions {
  readonly classPath: ClassPath;
  readonly inputs: readonly string[];
  readonly overlay: Overlay;
  readonly report: GenerationReport;
  /** Remote interfaces to start from; the overlay's own words not counted. */
  readonly isIncluded: (name: string) => boolean;
  /** Classes and interfaces that nothing is generated for. */
  readonly isExcluded: (name: string) => boolean;
}

/**
 * Everything that is generated: the remote interfaces of the inputs and all classes that can be reached from them, by
 * name. Throws {@link GenerateError} when there is no remote interface.
 */
export function describedClasses(options: DescribeOptions): ReadonlyMap<string, ClassModel> {
  const { classPath, overlay, report, isExcluded } = options;
  const hierarchy = new Hierarchy(classPath);
  const beans = beanClasses(classPath);
  const remotes = remoteInterfaces(classPath, hierarchy, beans, overlay, report);
  if (remotes.size === 0) throw nothingRemote(options.inputs, classPath.own.length);
  const starts = [...remotes.keys()].filter(
    (name) => options.isIncluded(name) && !isExcluded(name),
  );
  if (starts.length === 0) {
    throw new GenerateError(
      `--include and --exclude leave none of the ${remotes.size} remote interfaces: ${[...remotes.keys()].slice(0, 5).join(", ")}${remotes.size > 5 ? ", …" : ""}`,
    );
  }
  const values = new ValueClasses(classPath, hierarchy, overlay, report);
  const resolver = new TypeResolver({
    hierarchy,
    report,
    isExcluded,
    isBusiness: (name) => remotes.get(name)?.view === "business",
    problemOf: (name) => values.problemOf(name),
  });
  const context: InterfaceContext = {
    ...{ classPath, hierarchy, overlay, report, resolver, beans, isExcluded },
    problemOf: (name) => values.problemOf(name),
  };
  const models = new Walk(context, values, remotes).from(starts);
  for (const name of [...overlay.entries.keys(), ...overlay.custom.keys()]) {
    if (models.has(name)) continue;
    report.note(name, `${overlay.file} names it, and no remote interface leads to it`);
  }
  return models;
}

class Walk {
  readonly #context: InterfaceContext;
  readonly #values: ValueClasses;
  readonly #remotes: ReadonlyMap<string, RemoteInterfaceFound>;
  readonly #models = new Map<string, ClassModel>();
  /** Left out as a whole, or not describable. */
  readonly #tried = new Set<string>();

  constructor(
    context: InterfaceContext,
    values: ValueClasses,
    remotes: ReadonlyMap<string, RemoteInterfaceFound>,
  ) {
    this.#context = context;
    this.#values = values;
    this.#remotes = remotes;
  }

  from(starts: readonly string[]): ReadonlyMap<string, ClassModel> {
    this.#reach(starts);
    for (let before = -1; before !== this.#models.size; ) {
      before = this.#models.size;
      // Classes that are only met as subclasses may lead to further interfaces, so until nothing new is found.
      for (const model of [...this.#models.values()]) {
        if (model.kind === "interface") {
          this.#models.set(model.name, { ...model, classes: this.#classesOf(model) });
        }
      }
    }
    return new Map([...this.#models].sort(([a], [b]) => byName(a, b)));
  }

  #reach(names: readonly string[]): void {
    const waiting = [...names].reverse();
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
      if (this.#tried.has(name) || this.#context.isExcluded(name)) continue;
      this.#tried.add(name);
      const model = this.#model(name);
      if (model === undefined) continue;
      this.#models.set(name, model);
      waiting.push(...namesIn(model));
    }
  }

  #model(name: string): ClassModel | undefined {
    const { hierarchy, resolver } = this.#context;
    const remote = this.#remotes.get(name);
    if (remote !== undefined) return interfaceModel(remote, this.#context);
    const kind = hierarchy.kindOf(name);
    switch (kind.kind) {
      case "remote":
        return interfaceModel({ file: kind.file, view: "rmi" }, this.#context);
      case "enum":
        return this.#values.enumeration(kind.file);
      case "throwable":
        return this.#values.throwable(kind.file, resolver);
      case "value":
        return this.#values.value(kind.file, resolver);
      default:
        return undefined;
    }
  }

  /** Classes that may stand where an interface's methods declare something wider. */
  #classesOf(model: InterfaceModel): readonly string[] {
    const { hierarchy, report, isExcluded } = this.#context;
    const closure = this.#closure(namesIn(model), model);
    const extra = new Set(this.#told(model));
    this.#reach([...extra]);
    for (let before = -1; before !== extra.size; ) {
      before = extra.size;
      const all = this.#closure([...closure.names, ...extra], model);
      const wide = new Set([...all.names, ...extra, ...all.opaque]);
      for (const name of [...wide].sort(byName)) {
        for (const below of hierarchy.subtypesOf(name)) {
          if (extra.has(below) || closure.names.has(below) || isExcluded(below)) continue;
          if (!this.#canStandAlone(below)) continue;
          const isEnum = hierarchy.kindOf(below).kind === "enum";
          const problem = isEnum ? undefined : this.#values.problemOf(below);
          if (problem === undefined) extra.add(below);
          else report.leaveOut(below, problem);
        }
      }
      this.#reach([...extra].sort(byName));
    }
    const all = this.#closure([...closure.names, ...extra], model);
    // Exceptions are met where they are thrown; those that no method declares are among the extra ones.
    const open = [...all.names].filter((name) => this.#models.get(name)?.kind !== "throwable");
    const named = all.isOpen ? [...open, ...extra] : [...extra];
    return [...new Set(named)]
      .filter((name) => {
        const found = this.#models.get(name);
        return found !== undefined && found.kind !== "interface";
      })
      .sort(byName);
  }

  /** Classes that the overlay adds, and exceptions that the server throws without declaring them. */
  #told({ name, view, methods }: InterfaceModel): readonly string[] {
    const { overlay, classPath, hierarchy, isExcluded } = this.#context;
    const told = overlay.entries.get(name)?.classes ?? [];
    for (const one of told) {
      const { kind } = hierarchy.kindOf(one);
      if (["value", "enum", "throwable"].includes(kind)) continue;
      throw new GenerateError(
        `${overlay.file}: ${name}, classes: ${one} is no serialisable class on the class path`,
      );
    }
    const wide = new Set(methods.flatMap(({ throwsAnyBelow }) => throwsAnyBelow));
    const is = (one: string, above: string): boolean => hierarchy.isSubtype(one, above) === "yes";
    const undeclared = classPath.own.filter((one) => {
      const file = classPath.find(one);
      if (file === undefined || isExcluded(one) || !is(one, "java.lang.Throwable")) return false;
      const isApplication =
        view === "business" &&
        is(one, "java.lang.RuntimeException") &&
        ejbAnnotation(file.annotations, "ApplicationException") !== undefined;
      const mayCome =
        isApplication ||
        ([...wide].some((above) => is(one, above)) && !is(one, "java.rmi.RemoteException"));
      return mayCome && this.#values.problemOf(one) === undefined;
    });
    return [...told, ...undeclared];
  }

  #canStandAlone(name: string): boolean {
    const { kind } = this.#context.hierarchy.kindOf(name);
    if (kind === "record") {
      this.#context.report.leaveOut(name, "a record, and GlassFish 7 and 8 cannot marshal records");
    }
    // Anonymous and local classes belong to the program that made them.
    return ["value", "enum", "throwable"].includes(kind) && !/\$\d/.test(name);
  }

  /** What can be reached without passing through another remote interface. */
  #closure(
    start: readonly string[],
    model: InterfaceModel,
  ): {
    readonly names: ReadonlySet<string>;
    readonly opaque: ReadonlySet<string>;
    readonly isOpen: boolean;
  } {
    const names = new Set<string>();
    const opaque = new Set<string>();
    let isOpen = false;
    const look = (type: TypeUse): void => {
      if (type.kind === "opaque") {
        opaque.add(type.name);
        isOpen = true;
      } else if (type.kind === "jdk" && type.type.text === "unknown") isOpen = true;
    };
    for (const type of typesIn(model)) eachType(type, look);
    const waiting = [...start];
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
      const found = this.#models.get(name);
      if (found === undefined || found.kind === "interface" || names.has(name)) continue;
      names.add(name);
      for (const type of typesIn(found)) eachType(type, look);
      waiting.push(...namesIn(found));
    }
    return { names, opaque, isOpen };
  }
}

function typesIn(model: ClassModel): readonly TypeUse[] {
  switch (model.kind) {
    case "enum":
      return [];
    case "interface":
      return model.methods.flatMap(({ params, result }) => [
        ...params.map(({ type }) => type),
        result,
      ]);
    default:
      return model.fields.map(({ type }) => type);
  }
}

/** The classes that a model names: types of fields, parameters and results, superclass, exceptions. */
export function namesIn(model: ClassModel): readonly string[] {
  const names = new Set<string>();
  for (const type of typesIn(model)) {
    eachType(type, (one) => {
      const isNamed = ["value", "enum", "throwable", "reference"].includes(one.kind);
      if (isNamed && "name" in one && one.name !== undefined) names.add(one.name);
    });
  }
  if ("superclass" in model && model.superclass !== undefined) names.add(model.superclass);
  if (model.kind === "interface") {
    for (const { throws } of model.methods) for (const name of throws) names.add(name);
  }
  return [...names].sort(byName);
}
