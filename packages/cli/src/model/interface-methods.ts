import { has } from "../class-file/access-flags.ts";
import type { ClassFile, ClassMethod } from "../class-file/class-file.ts";
import {
  type GenericType,
  methodDescriptorParts,
  type TypeParameter,
  typeOfDescriptor,
} from "../class-file/generic-type.ts";
import { parseClassSignature, parseMethodSignature } from "../class-file/signature.ts";
import type { ClassPath } from "../class-path/class-path.ts";
import { shortTypeName } from "./java-names.ts";
import { erasedVariables, substituted, type TypeArguments } from "./type-arguments.ts";

/** A method of an interface, inherited or its own. */
export interface InterfaceMethod {
  readonly name: string;
  readonly descriptor: string;
  /** The interface that declares it. */
  readonly declaredIn: ClassFile;
  readonly method: ClassMethod;
  /** With type arguments, those that a subinterface gives included. */
  readonly params: readonly GenericType[];
  readonly result: GenericType;
  readonly isStatic: boolean;
}

/** An interface above another is not on the class path, so the methods are not all known. */
export interface MissingInterface {
  readonly missing: string;
}

/**
 * All public methods of an interface as Java's `getMethods` gives them: what a subinterface declares again
 * replaces the inherited method. Sorted by name, then descriptor.
 */
export function interfaceMethods(
  file: ClassFile,
  classPath: ClassPath,
): readonly InterfaceMethod[] | MissingInterface {
  const found = new Map<string, InterfaceMethod>();
  const missing = collect(file, new Map(), classPath, found, true);
  if (missing !== undefined) return { missing };
  return [...found.values()].sort((a, b) =>
    a.name === b.name ? (a.descriptor < b.descriptor ? -1 : 1) : a.name < b.name ? -1 : 1,
  );
}

function collect(
  file: ClassFile,
  given: TypeArguments,
  classPath: ClassPath,
  found: Map<string, InterfaceMethod>,
  isStart: boolean,
): string | undefined {
  for (const method of file.methods) {
    const { name, descriptor, access } = method;
    const isStatic = has(access, "static");
    if (!has(access, "public") || name === "<clinit>" || (isStatic && !isStart)) continue;
    const key = `${name}${descriptor.slice(0, descriptor.indexOf(")") + 1)}`;
    const known = found.get(key);
    // A bridge gives way to the method that it leads to; inherited ones give way to those below.
    if (known !== undefined && !(known.declaredIn === file && has(known.method.access, "bridge"))) {
      continue;
    }
    found.set(key, {
      name,
      descriptor,
      declaredIn: file,
      method,
      isStatic,
      ...types(method, given),
    });
  }
  const signature = parseClassSignature(file.signature);
  for (const [index, name] of file.interfaces.entries()) {
    const above = classPath.find(name);
    if (above === undefined) return name;
    const generic = signature?.interfaces[index];
    const missing = collect(above, argumentsFor(above, generic, given), classPath, found, false);
    if (missing !== undefined) return missing;
  }
  return undefined;
}

/** What the type parameters of a superinterface stand for below it. */
function argumentsFor(
  above: ClassFile,
  generic: GenericType | undefined,
  given: TypeArguments,
): TypeArguments {
  const parameters: readonly TypeParameter[] =
    parseClassSignature(above.signature)?.parameters ?? [];
  const args = generic?.kind === "class" ? generic.args : [];
  const inner = new Map<string, GenericType>();
  for (const [index, parameter] of parameters.entries()) {
    const argument = args[index];
    inner.set(
      parameter.name,
      argument === undefined
        ? erasedVariables(parameter, parameters)
        : substituted(argument, given),
    );
  }
  return inner;
}

function types(
  method: ClassMethod,
  given: TypeArguments,
): { readonly params: readonly GenericType[]; readonly result: GenericType } {
  const erased = methodDescriptorParts(method.descriptor);
  const erasedParams = erased.params.map(typeOfDescriptor);
  const erasedResult = typeOfDescriptor(erased.result);
  const generic = parseMethodSignature(method.signature);
  if (generic === undefined || generic.params.length !== erasedParams.length) {
    return { params: erasedParams, result: erasedResult };
  }
  const scope = new Map(given);
  for (const parameter of generic.parameters) {
    scope.set(parameter.name, erasedVariables(parameter, generic.parameters));
  }
  // A variable by itself travels as its erasure does, whatever stands for it below; inside `List<T>` it may be known.
  const type = (one: GenericType, erasure: GenericType): GenericType =>
    isBareVariable(one) ? erasure : substituted(one, scope);
  return {
    params: generic.params.map((one, index) => type(one, erasedParams[index] ?? one)),
    result: type(generic.result, erasedResult),
  };
}

function isBareVariable(type: GenericType): boolean {
  return type.kind === "variable" || (type.kind === "array" && isBareVariable(type.element));
}

/** `find(long, Order)`: how messages and overlays name a method. */
export function methodLabel(name: string, descriptor: string): string {
  return `${name}(${methodDescriptorParts(descriptor).params.map(shortTypeName).join(", ")})`;
}
