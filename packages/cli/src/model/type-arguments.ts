import type { GenericType, TypeParameter } from "../class-file/generic-type.ts";

/** What type parameters stand for, by name. */
export type TypeArguments = ReadonlyMap<string, GenericType>;

const anything: GenericType = { kind: "class", name: "java.lang.Object", args: [] };

/** The type with its variables replaced; unknown variables become `java.lang.Object`. */
export function substituted(type: GenericType, args: TypeArguments): GenericType {
  switch (type.kind) {
    case "variable":
      return args.get(type.name) ?? anything;
    case "array":
      return { kind: "array", element: substituted(type.element, args) };
    case "wildcard":
      return { kind: "wildcard", bound: type.bound && substituted(type.bound, args) };
    case "class":
      return { ...type, args: type.args.map((one) => substituted(one, args)) };
    case "primitive":
      return type;
  }
}

/** The first bound of a type parameter, as far as it is no variable that leads back to itself. */
export function erasedVariables(
  parameter: TypeParameter,
  all: readonly TypeParameter[],
): GenericType {
  let bound = parameter.bounds[0];
  for (let steps = 0; bound?.kind === "variable" && steps < all.length; steps++) {
    const { name }: { name: string } = bound;
    bound = all.find((one) => one.name === name)?.bounds[0];
  }
  // Arguments of the bound may name the variable itself: `T extends Comparable<T>`.
  return bound?.kind === "class" ? { ...bound, args: [] } : anything;
}
