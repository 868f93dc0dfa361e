import { methodDescriptorParts } from "../class-file/generic-type.ts";
import { GenerateError } from "../generate-error.ts";
import { methodLabel } from "./interface-methods.ts";
import { javaTypeName, shortTypeName } from "./java-names.ts";
import type { SelectableMethod } from "./method-selector.ts";

/** Names that would change what a stub is; they get a trailing `_`, and no overlay can give them. */
export const reservedMethodNames: ReadonlySet<string> = new Set([
  ...Object.getOwnPropertyNames(Object.prototype),
  "then",
  "toJSON",
  "prototype",
]);

/**
 * JavaScript names of an interface's methods. Overloads are told apart by their parameters' types: `find_long`,
 * `find_String`; the one without parameters keeps the plain name. Throws {@link GenerateError} for names that
 * collide, with the overlay entry that parts them.
 */
export function methodScriptNames<T extends SelectableMethod>(
  interfaceName: string,
  methods: readonly T[],
  renames: ReadonlyMap<T, string>,
): ReadonlyMap<T, string> {
  const perName = new Map<string, number>();
  for (const { name } of methods) perName.set(name, (perName.get(name) ?? 0) + 1);
  const names = new Map<T, string>();
  const owners = new Map<string, T>();
  for (const method of methods) {
    const name = renames.get(method) ?? ownName(method, (perName.get(method.name) ?? 0) > 1);
    const other = owners.get(name);
    if (other !== undefined) throw collision(interfaceName, other, method, name);
    owners.set(name, method);
    names.set(method, name);
  }
  return names;
}

function ownName(method: SelectableMethod, isOverloaded: boolean): string {
  const { params } = methodDescriptorParts(method.descriptor);
  const types = params.map((descriptor) => shortTypeName(descriptor).replaceAll("[]", "Array"));
  const name = isOverloaded ? [method.name, ...types].join("_") : method.name;
  return reservedMethodNames.has(name) ? `${name}_` : name;
}

function collision(
  interfaceName: string,
  one: SelectableMethod,
  other: SelectableMethod,
  name: string,
): GenerateError {
  const short = methodLabel(other.name, other.descriptor);
  const label = short === methodLabel(one.name, one.descriptor) ? longLabel(other) : short;
  const entry = JSON.stringify({ [interfaceName]: { rename: { [label]: "…" } } });
  return new GenerateError(
    `${interfaceName}: ${longLabel(one)} and ${longLabel(other)} would both be called ${name} in JavaScript; give one another name in an overlay: ${entry}`,
  );
}

function longLabel({ name, descriptor }: SelectableMethod): string {
  const { params } = methodDescriptorParts(descriptor);
  const types = params.map((param) => javaTypeName(param));
  return `${name}(${types.join(", ")})`;
}
