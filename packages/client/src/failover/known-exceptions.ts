import {
  exceptionIdOf,
  type InterfaceKind,
  type JavaThrowable,
  type RemoteMethod,
} from "@remora/protocol/internal";
import type { UserException, UserExceptionClass } from "../errors.ts";

/** The class of an exception together with the Java class that it stands for. */
interface DescribedException extends UserExceptionClass<UserException> {
  readonly descriptor: { readonly name: string };
}

/** What is known of the exceptions of a method: asked only when one came. */
export interface KnownExceptions {
  /** What the interface is to the server; undefined for calls without an interface. */
  readonly view: InterfaceKind | undefined;
  /** The nearest class for what was thrown; `repositoryId` names the declared one. */
  classOf(
    thrown: JavaThrowable | undefined,
    repositoryId?: string,
  ): UserExceptionClass<UserException> | undefined;
  /** Members that have answered the operation, when one that has not says that it does not know it. */
  answeredElsewhere(member: string | undefined): readonly string[];
}

function isDescribed(entry: unknown): entry is DescribedException {
  return (
    typeof entry === "function" &&
    "descriptor" in entry &&
    typeof (entry.descriptor as { name?: unknown } | undefined)?.name === "string"
  );
}

/** Found anew for each exception: they are rare, and few. */
function classesOf(method: RemoteMethod): ReadonlyMap<string, DescribedException> {
  // What the method declares wins over what the interface knows beside it: its `classes`, and what other methods
  // declare, which may be a subclass of what this one does.
  const { owner } = method;
  const others: readonly RemoteMethod[] = Object.values(owner?.methods ?? {});
  const described = [
    ...(owner?.classes?.() ?? []),
    ...others.flatMap(({ throws }) => throws),
    ...method.throws,
  ].filter(isDescribed);
  return new Map(described.map((each) => [each.descriptor.name, each]));
}

/** Knows the exceptions that a method and its interface name. */
export function knownExceptions(
  method: RemoteMethod,
  answeredElsewhere: (member: string | undefined) => readonly string[],
): KnownExceptions {
  return {
    view: method.owner?.kind,
    classOf(thrown, repositoryId) {
      const classes = classesOf(method);
      if (classes.size === 0) return undefined;
      const actual = thrown === undefined ? undefined : classes.get(thrown.javaClass);
      if (actual !== undefined) return actual;
      // A class that nobody described was read as the nearest one that is.
      for (let layout = thrown?.layout; layout !== undefined; layout = layout.superclass) {
        const near = classes.get(layout.name);
        if (near !== undefined) return near;
      }
      if (repositoryId === undefined) return undefined;
      for (const [name, each] of classes) {
        if (exceptionIdOf(name) === repositoryId) return each;
      }
      return undefined;
    },
    answeredElsewhere,
  };
}
