import type { GenericType } from "../class-file/generic-type.ts";
import type { GenerationReport } from "../generation-report.ts";
import type { TypeUse } from "./generation-model.ts";
import type { Hierarchy } from "./hierarchy.ts";
import { isJdkAbstractInterface, jdkType } from "./jdk-types.ts";

/** Something cannot be described; the reason ends in what to do. */
export class LeftOut extends Error {
  override readonly name: string = "LeftOut";
}

/** Where a type stands: what a method needs must be known, what a field only holds may stay opaque. */
export interface TypePlace {
  readonly kind: "method" | "field";
  /** For the report: `com.acme.Order.name`. */
  readonly subject: string;
}

/** What the resolver asks of the rest of the model. */
export interface ResolverContext {
  readonly hierarchy: Hierarchy;
  readonly report: GenerationReport;
  /** EJB 3 remote business interfaces that do not extend java.rmi.Remote. */
  readonly isBusiness: (name: string) => boolean;
  readonly isExcluded: (name: string) => boolean;
  /** Why a serialisable class cannot be described; undefined when it can. */
  readonly problemOf: (name: string) => string | undefined;
}

/** Reason for a class that is in none of the given jars. */
export function notOnClassPath(name: string): string {
  return `${name} is not on the class path; add its jar with --classpath`;
}

const objectType = jdkType("java.lang.Object");
const anything: TypeUse = {
  kind: "jdk",
  type: objectType as NonNullable<typeof objectType>,
  args: [],
};

function isEnum(type: TypeUse | undefined): boolean {
  if (type?.kind === "jdk") return /^java\.time\.(?:DayOfWeek|Month)$/.test(type.type.expression);
  return type?.kind === "enum";
}

/** Turns Java types into what the generated code says of them. */
export class TypeResolver {
  readonly #context: ResolverContext;

  constructor(context: ResolverContext) {
    this.#context = context;
  }

  /** The type at a place; throws {@link LeftOut} when the place cannot be described. */
  resolve(type: GenericType, place: TypePlace): TypeUse {
    return this.#resolve(type, place, false);
  }

  #resolve(type: GenericType, place: TypePlace, isArgument: boolean): TypeUse {
    switch (type.kind) {
      case "primitive":
        return { kind: "primitive", descriptor: type.descriptor };
      case "array":
        return { kind: "array", element: this.#resolve(type.element, place, isArgument) };
      case "variable":
        return anything;
      case "wildcard":
        return type.bound === undefined ? anything : this.#resolve(type.bound, place, isArgument);
      case "class":
        return this.#class(type, place, isArgument);
    }
  }

  #class(
    type: Extract<GenericType, { kind: "class" }>,
    place: TypePlace,
    isArgument: boolean,
  ): TypeUse {
    const { name } = type;
    const known = jdkType(name);
    if (known !== undefined) {
      const args = Array.from({ length: known.arity }, (_, index) => {
        const argument = type.args[index];
        return argument === undefined ? anything : this.#resolve(argument, place, true);
      });
      // The run time must know the constants of an EnumMap's keys.
      if (name === "java.util.EnumMap" && !isEnum(args[0])) {
        return { kind: "opaque", name, isAbstract: false };
      }
      return { kind: "jdk", type: known, args };
    }
    if (name === "java.rmi.Remote" || name === "org.omg.CORBA.Object") {
      return { kind: "reference", name: undefined, business: false };
    }
    const { hierarchy, report, isBusiness, isExcluded, problemOf } = this.#context;
    const kind = hierarchy.kindOf(name);
    const opaque: TypeUse = { kind: "opaque", name, isAbstract: false };
    switch (kind.kind) {
      case "jdk":
        return { ...opaque, isAbstract: isJdkAbstractInterface(name) };
      case "missing":
        if (!isArgument) throw new LeftOut(notOnClassPath(name));
        report.note(place.subject, `${notOnClassPath(name)}: its values are not typed`);
        return opaque;
      case "incomplete":
        throw new LeftOut(`${notOnClassPath(kind.missing)} (${name} builds on it)`);
      case "record":
        if (place.kind === "method") {
          throw new LeftOut(`${name} is a record, and GlassFish 7 and 8 cannot marshal records`);
        }
        report.note(
          place.subject,
          `${name} is a record, which GlassFish cannot marshal: send null`,
        );
        return opaque;
      case "remote":
        return { kind: "reference", name, business: false };
      case "interface":
        if (isBusiness(name)) return { kind: "reference", name, business: true };
        return { ...opaque, isAbstract: hierarchy.isAbstractInterface(kind.file) };
      case "plain":
        return opaque;
      case "enum":
      case "throwable":
      case "value": {
        if (isExcluded(name)) return opaque;
        const problem = kind.kind === "enum" ? undefined : problemOf(name);
        if (problem === undefined) return { kind: kind.kind, name };
        if (place.kind === "method") throw new LeftOut(`${name} cannot be described: ${problem}`);
        report.note(place.subject, `${name} is not typed: ${problem}`);
        return opaque;
      }
    }
  }
}
