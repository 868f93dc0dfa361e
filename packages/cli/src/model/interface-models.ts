import type { GenericType } from "../class-file/generic-type.ts";
import type { ClassPath } from "../class-path/class-path.ts";
import { GenerateError } from "../generate-error.ts";
import type { GenerationReport } from "../generation-report.ts";
import { didYouMean } from "../nearest-name.ts";
import { type Overlay, type OverlayEntry, overlayEntry } from "../overlay.ts";
import { type BeanClass, ejbAnnotation, hasAnnotation } from "./bean-classes.ts";
import type { InterfaceModel, MethodModel, ParameterModel, TypeUse } from "./generation-model.ts";
import type { Hierarchy } from "./hierarchy.ts";
import { type InterfaceMethod, interfaceMethods, methodLabel } from "./interface-methods.ts";
import { methodScriptNames, reservedMethodNames } from "./method-script-names.ts";
import { selectMethod } from "./method-selector.ts";
import { annotatedNonNull, withoutNull } from "./nullability.ts";
import { parameterNames } from "./parameter-names.ts";
import type { RemoteInterfaceFound } from "./remote-interfaces.ts";
import { LeftOut, notOnClassPath, type TypeResolver } from "./type-resolver.ts";
import { wireNames } from "./wire-names.ts";

/** What the models of interfaces are made from. */
export interface InterfaceContext {
  readonly classPath: ClassPath;
  readonly hierarchy: Hierarchy;
  readonly overlay: Overlay;
  readonly report: GenerationReport;
  readonly resolver: TypeResolver;
  readonly beans: readonly BeanClass[];
  readonly isExcluded: (name: string) => boolean;
  /** Why an exception class cannot be described; undefined when it can. */
  readonly problemOf: (name: string) => string | undefined;
}

/** The overlay's words about the methods of one interface, found. */
interface MethodWishes {
  readonly renames: ReadonlyMap<InterfaceMethod, string>;
  readonly idempotent: ReadonlySet<InterfaceMethod>;
  readonly excluded: ReadonlySet<InterfaceMethod>;
  /** Undefined key: the result. */
  readonly nonNull: ReadonlyMap<InterfaceMethod, ReadonlyMap<number | undefined, boolean>>;
}

/** The model of a remote interface without its `classes`; undefined when it is left out as a whole. */
export function interfaceModel(
  { file, view }: RemoteInterfaceFound,
  context: InterfaceContext,
): InterfaceModel | undefined {
  const { name } = file;
  const { classPath, hierarchy, report, overlay } = context;
  const all = interfaceMethods(file, classPath);
  if ("missing" in all) {
    report.leaveOut(
      name,
      `${notOnClassPath(all.missing)} (names of methods depend on all that are inherited)`,
    );
    return undefined;
  }
  const wire = wireNames(name, view, all, hierarchy);
  if (view === "rmi") {
    const local = all.find((method) => !canFailRemotely(method));
    if (local !== undefined) {
      const label = methodLabel(local.name, local.descriptor);
      report.note(name, `no ORB serves it: ${label} does not declare java.rmi.RemoteException`);
    } else if (overlayEntry(overlay, name).kind === undefined) noteOnView(name, wire, context);
  }
  const callable = all.filter(({ isStatic }) => !isStatic);
  const ejb2 = ejb2Of(name, hierarchy);
  const isGiven = ({ declaredIn }: InterfaceMethod): boolean =>
    ejb2 !== undefined && declaredIn.name === `jakarta.ejb.${ejb2}`;
  const entry = overlayEntry(overlay, name);
  const parameters = new Map(
    callable.map((method) => [method, parameterNames(method, hierarchy, classPath)]),
  );
  const wishes = methodWishes(name, entry, callable, parameters, overlay);
  const changed = [
    ...[...wishes.renames.keys(), ...wishes.idempotent],
    ...[...wishes.excluded, ...wishes.nonNull.keys()],
  ].find(isGiven);
  if (changed !== undefined) {
    throw new GenerateError(
      `${overlay.file}: ${name}: ${methodLabel(changed.name, changed.descriptor)} is a method of ${changed.declaredIn.name}, which is described by @remora/client and cannot be changed`,
    );
  }
  const kept: { readonly found: InterfaceMethod; readonly model: MethodModel }[] = [];
  const wanted = callable.filter((method) => !wishes.excluded.has(method));
  const names = methodScriptNames(name, wanted, wishes.renames);
  for (const found of wanted) {
    const label = methodLabel(found.name, found.descriptor);
    const subject = `${name}.${label}`;
    try {
      kept.push({
        found,
        model: {
          ...methodTypes(found, parameters.get(found) ?? [], wishes, subject, context),
          name: names.get(found) ?? found.name,
          label,
          javaName: found.name,
          wireName: wire.get(found) ?? found.name,
          throws: thrown(found, context),
          throwsAnyBelow: found.method.exceptions.filter((one) => widest.test(one)),
          idempotent:
            wishes.idempotent.has(found) ||
            hasAnnotation([...found.method.annotations, ...file.annotations], "Idempotent"),
        },
      });
    } catch (error) {
      if (!(error instanceof LeftOut)) throw error;
      report.leaveOut(subject, error.message);
    }
  }
  return {
    kind: "interface",
    name,
    view,
    ejb2,
    methods: kept.filter(({ found }) => !isGiven(found)).map(({ model }) => model),
    ...beanOf(name, entry, kept, context),
    classes: [],
  };
}

/** Handles and metadata are values of the server's own classes, which only the run time knows. */
function ejb2Of(name: string, hierarchy: Hierarchy): InterfaceModel["ejb2"] {
  return (["EJBObject", "EJBHome"] as const).find((one) => {
    const above = `jakarta.ejb.${one}`;
    return name !== above && hierarchy.isSubtype(name, above) === "yes";
  });
}

/** Java to IDL mapping 1.4, 1.2.3: every method must declare RemoteException or a class above it. */
function canFailRemotely({ method }: InterfaceMethod): boolean {
  return method.exceptions.some((name) =>
    /^java\.(?:rmi\.RemoteException|io\.IOException|lang\.(?:Exception|Throwable))$/.test(name),
  );
}

/** An EJB 3 view may extend java.rmi.Remote as well, and only its bean class, which is rarely in the jar, tells. */
function noteOnView(
  name: string,
  wire: ReadonlyMap<InterfaceMethod, string>,
  { hierarchy, report }: InterfaceContext,
): void {
  const isEjb2 = ["javax", "jakarta"].some((prefix) =>
    ["EJBHome", "EJBObject"].some(
      (one) => hierarchy.isSubtype(name, `${prefix}.ejb.${one}`) === "yes",
    ),
  );
  const attribute = [...wire.values()].find((one) => /^_[gs]et_/.test(one));
  if (isEjb2 || attribute === undefined) return;
  report.note(
    name,
    `taken for a plain RMI interface, whose getters are attributes on the wire (${attribute}); if it is the EJB 3 view of a bean, say so in the overlay: "kind": "business"`,
  );
}

function methodWishes(
  name: string,
  entry: OverlayEntry,
  methods: readonly InterfaceMethod[],
  parameters: ReadonlyMap<InterfaceMethod, readonly string[]>,
  overlay: Overlay,
): MethodWishes {
  const place = `${overlay.file}: ${name}`;
  const select = (selector: string, key: string): InterfaceMethod =>
    selectMethod(methods, selector, `${place}, ${key}`);
  const nonNull = new Map<InterfaceMethod, Map<number | undefined, boolean>>();
  const addNullability = (key: "nonNull" | "nullable"): void => {
    for (const wish of entry[key]) {
      const [selector = "", parameter] = wish.split(":");
      const method = select(selector, key);
      const known = parameters.get(method) ?? [];
      const index =
        parameter === undefined ? undefined : parameterIndex(parameter, known, `${place}, ${key}`);
      const wishes = nonNull.get(method) ?? new Map<number | undefined, boolean>();
      nonNull.set(method, wishes.set(index, key === "nonNull"));
    }
  };
  addNullability("nonNull");
  addNullability("nullable");
  for (const [selector, to] of entry.rename) {
    if (!reservedMethodNames.has(to)) continue;
    throw new GenerateError(
      `${place}, rename, ${selector}: a stub cannot have a method "${to}"; choose another name`,
    );
  }
  return {
    renames: new Map([...entry.rename].map(([selector, to]) => [select(selector, "rename"), to])),
    idempotent: new Set(entry.idempotent.map((selector) => select(selector, "idempotent"))),
    excluded: new Set(entry.exclude.map((selector) => select(selector, "exclude"))),
    nonNull,
  };
}

function parameterIndex(parameter: string, known: readonly string[], place: string): number {
  const index = /^\d+$/.test(parameter) ? Number(parameter) - 1 : known.indexOf(parameter);
  if (known[index] !== undefined) return index;
  throw new GenerateError(
    `${place}: there is no parameter "${parameter}"${didYouMean(parameter, known)} (there are ${known.join(", ") || "none"}; numbers count from 1)`,
  );
}

function methodTypes(
  found: InterfaceMethod,
  names: readonly string[],
  wishes: MethodWishes,
  subject: string,
  { resolver }: InterfaceContext,
): { readonly params: readonly ParameterModel[]; readonly result: TypeUse } {
  const place = { kind: "method", subject } as const;
  const { method } = found;
  const wish = wishes.nonNull.get(found);
  const nullable = (
    type: TypeUse,
    index: number | undefined,
    annotated: boolean | undefined,
  ): TypeUse => ((wish?.get(index) ?? annotated) === true ? withoutNull(type) : type);
  // Annotations of parameters leave out those that the compiler added, which interfaces have not.
  const params = found.params.map((param, index) => ({
    name: names[index] ?? `arg${index + 1}`,
    type: nullable(
      resolver.resolve(param, place),
      index,
      annotatedNonNull(method.parameterAnnotations[index] ?? []),
    ),
  }));
  const annotated = annotatedNonNull(method.annotations);
  const future = futureResult(found.result);
  if (future === undefined) {
    return {
      params,
      result: nullable(resolver.resolve(found.result, place), undefined, annotated),
    };
  }
  const inner = resolver.resolve(future, place);
  return { params, result: { kind: "future", result: nullable(inner, undefined, undefined) } };
}

/** What an asynchronous method promises; undefined for other methods. */
function futureResult(type: GenericType): GenericType | undefined {
  if (type.kind !== "class" || type.name !== "java.util.concurrent.Future") return undefined;
  return type.args[0] ?? { kind: "class", name: "java.lang.Object", args: [] };
}

/** Exceptions that say nothing of what is thrown. */
const widest = /^java\.lang\.(?:Throwable|Exception|RuntimeException)$/;

/** Declared exceptions that get a class. RemoteExceptions reach the caller as errors of the call. */
function thrown(
  { method }: InterfaceMethod,
  { hierarchy, report, problemOf, isExcluded }: InterfaceContext,
): readonly string[] {
  return method.exceptions.filter((name) => {
    const is = (above: string): boolean => hierarchy.isSubtype(name, above) === "yes";
    if (is("java.rmi.RemoteException") || isExcluded(name)) return false;
    if (widest.test(name)) return false;
    // An exception that is not described is decoded all the same, without a class of its own.
    if (hierarchy.kindOf(name).kind === "jdk") return false;
    const problem = problemOf(name);
    if (problem === undefined) return true;
    report.note(name, `it is thrown, and gets no class of its own: ${problem}`);
    return false;
  });
}

function beanOf(
  name: string,
  entry: OverlayEntry,
  kept: readonly { readonly found: InterfaceMethod; readonly model: MethodModel }[],
  { beans, hierarchy, overlay, report }: InterfaceContext,
): Pick<InterfaceModel, "bean" | "remove"> {
  const serving = beans.filter(
    ({ file, remotes }) => remotes.includes(name) || hierarchy.isSubtype(file.name, name) === "yes",
  );
  const kinds = new Set(serving.map(({ bean }) => bean).filter((kind) => kind !== undefined));
  if (kinds.size > 1 && entry.bean === undefined) {
    report.note(
      name,
      `beans of several kinds serve it (${serving.map(({ file }) => file.name).join(", ")}); say which in the overlay: "bean"`,
    );
  }
  const bean = entry.bean ?? (kinds.size === 1 ? [...kinds][0] : undefined);
  if (entry.remove !== undefined) {
    const methods = kept.map(({ found }) => found);
    const found = selectMethod(methods, entry.remove, `${overlay.file}: ${name}, remove`);
    if (found.params.length > 0) {
      throw new GenerateError(
        `${overlay.file}: ${name}, remove: ${methodLabel(found.name, found.descriptor)} has parameters; leaving a block can only call a method without`,
      );
    }
    return { bean, remove: kept.find((one) => one.found === found)?.model.name };
  }
  if (bean !== "stateful") return { bean, remove: undefined };
  const removing = kept.filter(
    ({ found }) =>
      found.params.length === 0 &&
      serving.some(({ file }) =>
        file.methods.some(
          (method) =>
            method.name === found.name &&
            method.descriptor === found.descriptor &&
            ejbAnnotation(method.annotations, "Remove") !== undefined,
        ),
      ),
  );
  if (removing.length > 1) {
    const labels = removing.map(({ model }) => model.label).join(", ");
    report.note(
      name,
      `several methods end a session (${labels}); say which in the overlay: "remove"`,
    );
    return { bean, remove: undefined };
  }
  return { bean, remove: removing[0]?.model.name };
}
