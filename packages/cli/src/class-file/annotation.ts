import { ClassFileError } from "./class-file-error.ts";
import type { ClassReader } from "./class-reader.ts";
import type { ConstantPool } from "./constant-pool.ts";
import { classOfDescriptor } from "./generic-type.ts";

/** A value inside an annotation. */
export type AnnotationValue =
  | { readonly kind: "constant"; readonly value: number | bigint | string | undefined }
  | { readonly kind: "class"; readonly name: string }
  | { readonly kind: "enum"; readonly name: string }
  | { readonly kind: "annotation"; readonly annotation: Annotation }
  | { readonly kind: "array"; readonly values: readonly AnnotationValue[] };

/** An annotation on a class, field, method or parameter. */
export interface Annotation {
  /** Java name of the annotation, for instance `jakarta.ejb.Remote`. */
  readonly type: string;
  readonly values: ReadonlyMap<string, AnnotationValue>;
}

/** Reads a list of annotations (JVM specification, 4.7.16). */
export function readAnnotations(reader: ClassReader, pool: ConstantPool): Annotation[] {
  return Array.from({ length: reader.u2() }, () => readAnnotation(reader, pool));
}

/** Reads one annotation. */
export function readAnnotation(
  reader: ClassReader,
  pool: ConstantPool,
  depth: number = 0,
): Annotation {
  const at = reader.offset;
  const descriptor = pool.text(reader.u2(), at);
  const values = new Map<string, AnnotationValue>();
  for (let left = reader.u2(); left > 0; left--) {
    const name = pool.text(reader.u2(), reader.offset);
    values.set(name, readValue(reader, pool, depth));
  }
  return { type: classOfDescriptor(descriptor) ?? descriptor, values };
}

/** Deepest nesting of annotation values. */
const deepest = 100;

function readValue(reader: ClassReader, pool: ConstantPool, depth = 0): AnnotationValue {
  const at = reader.offset;
  if (depth > deepest) throw new ClassFileError("annotations are nested too deeply", at);
  const tag = String.fromCharCode(reader.u1());
  switch (tag) {
    case "e": {
      reader.skip(2);
      return { kind: "enum", name: pool.text(reader.u2(), at) };
    }
    case "c": {
      const descriptor = pool.text(reader.u2(), at);
      return { kind: "class", name: classOfDescriptor(descriptor) ?? descriptor };
    }
    case "@":
      return { kind: "annotation", annotation: readAnnotation(reader, pool, depth + 1) };
    case "[":
      return {
        kind: "array",
        values: Array.from({ length: reader.u2() }, () => readValue(reader, pool, depth + 1)),
      };
    default:
      if (!"BCDFIJSZs".includes(tag)) {
        throw new ClassFileError(`no annotation value has the tag "${tag}"`, at);
      }
      return { kind: "constant", value: pool.constant(reader.u2(), at) };
  }
}

/** Annotations of the types of one declaration: `List<@Nullable X>` is not looked into. */
export interface TypeAnnotations {
  /** On the type of a field or result. */
  readonly own: readonly Annotation[];
  /** On the types of parameters, by their number from 0. */
  readonly params: ReadonlyMap<number, readonly Annotation[]>;
}

/** Reads RuntimeVisibleTypeAnnotations (JVM specification, 4.7.20); only those on whole types are kept. */
export function readTypeAnnotations(reader: ClassReader, pool: ConstantPool): TypeAnnotations {
  const own: Annotation[] = [];
  const params = new Map<number, Annotation[]>();
  for (let left = reader.u2(); left > 0; left--) {
    const target = reader.u1();
    const param = target === 0x16 ? reader.u1() : undefined;
    if (param === undefined) skipTarget(reader, target);
    const depth = reader.u1();
    reader.skip(2 * depth);
    const annotation = readAnnotation(reader, pool);
    if (depth > 0) continue;
    if (param !== undefined) params.set(param, [...(params.get(param) ?? []), annotation]);
    else if (target === 0x13 || target === 0x14) own.push(annotation);
  }
  return { own, params };
}

function skipTarget(reader: ClassReader, target: number): void {
  if (target === 0x00 || target === 0x01) reader.skip(1);
  else if ([0x10, 0x11, 0x12, 0x17].includes(target)) reader.skip(2);
  else if (target === 0x40 || target === 0x41) reader.skip(6 * reader.u2());
  else if (target >= 0x42 && target <= 0x46) reader.skip(2);
  else if (target >= 0x47 && target <= 0x4b) reader.skip(3);
  else if (target < 0x13 || target > 0x15) {
    throw new ClassFileError(`no type annotation has the target ${target}`, reader.offset - 1);
  }
}
