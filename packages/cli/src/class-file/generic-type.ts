/** A Java type with its type arguments, as the Signature attribute has it (JVM specification, 4.7.9.1). */
export type GenericType =
  | { readonly kind: "primitive"; readonly descriptor: string }
  | { readonly kind: "class"; readonly name: string; readonly args: readonly GenericType[] }
  | { readonly kind: "array"; readonly element: GenericType }
  | { readonly kind: "variable"; readonly name: string }
  /** Without a bound: `?` and `? super X`. */
  | { readonly kind: "wildcard"; readonly bound: GenericType | undefined };

/** A type parameter; the first bound is its erasure. */
export interface TypeParameter {
  readonly name: string;
  readonly bounds: readonly GenericType[];
}

/** The type that a descriptor without type arguments names. */
export function typeOfDescriptor(descriptor: string): GenericType {
  if (descriptor.startsWith("[")) {
    return { kind: "array", element: typeOfDescriptor(descriptor.slice(1)) };
  }
  if (descriptor.startsWith("L")) {
    return { kind: "class", name: descriptor.slice(1, -1).replaceAll("/", "."), args: [] };
  }
  return { kind: "primitive", descriptor };
}

/** Parameters and result of a method descriptor, as descriptors. */
export function methodDescriptorParts(descriptor: string): {
  readonly params: readonly string[];
  readonly result: string;
} {
  const close = descriptor.indexOf(")");
  const params = descriptor.slice(1, close).match(/\[*(?:L[^;]*;|[BCDFIJSZ])/g) ?? [];
  return { params, result: descriptor.slice(close + 1) };
}

/** The class that a descriptor names with dots; undefined for primitives and arrays. */
export function classOfDescriptor(descriptor: string): string | undefined {
  return descriptor.startsWith("L") ? descriptor.slice(1, -1).replaceAll("/", ".") : undefined;
}
