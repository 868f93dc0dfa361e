import type { ClassPath } from "../class-path/class-path.ts";
import type { Hierarchy } from "./hierarchy.ts";
import type { InterfaceMethod } from "./interface-methods.ts";
import { isIdentifier } from "./java-names.ts";

// Words that cannot name a parameter in a TypeScript module.
const words: ReadonlySet<string> = new Set(
  (
    "arguments await break case catch class const continue debugger default delete do else enum eval export extends " +
    "false finally for function if implements import in instanceof interface let new null package private protected " +
    "public return static super switch this throw true try typeof var void while with yield"
  ).split(" "),
);

/**
 * Names of a method's parameters: from the interface if it was compiled with `-parameters`, else from a class in
 * the jar that implements it, else `arg1`, `arg2`, …
 */
export function parameterNames(
  found: InterfaceMethod,
  hierarchy: Hierarchy,
  classPath: ClassPath,
): readonly string[] {
  const told = toldNames(found, hierarchy, classPath);
  const taken = new Set<string>(["options"]);
  return found.params.map((_, index) => {
    const given = told[index];
    let name = given !== undefined && isIdentifier(given) ? given : `arg${index + 1}`;
    while (taken.has(name) || words.has(name)) name += "_";
    taken.add(name);
    return name;
  });
}

function toldNames(
  { method, declaredIn }: InterfaceMethod,
  hierarchy: Hierarchy,
  classPath: ClassPath,
): readonly (string | undefined)[] {
  if (method.parameterNames.length > 0) return method.parameterNames;
  for (const name of hierarchy.subtypesOf(declaredIn.name)) {
    const same = classPath
      .find(name)
      ?.methods.find((one) => one.name === method.name && one.descriptor === method.descriptor);
    if (same !== undefined && same.parameterNames.length > 0) return same.parameterNames;
  }
  return [];
}
