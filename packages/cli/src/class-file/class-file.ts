import { access, has } from "./access-flags.ts";
import { type Annotation, readAnnotations, readTypeAnnotations } from "./annotation.ts";
import { ClassFileError } from "./class-file-error.ts";
import { ClassReader } from "./class-reader.ts";
import { ConstantPool } from "./constant-pool.ts";

/** A field of a class. */
export interface ClassField {
  readonly name: string;
  readonly descriptor: string;
  readonly access: number;
  /** The Signature attribute, where the type has type arguments. */
  readonly signature?: string;
  /** The ConstantValue attribute. */
  readonly constant?: number | bigint | string;
  readonly annotations: readonly Annotation[];
}

/** A method of a class, constructors and the static initialiser included. */
export interface ClassMethod {
  readonly name: string;
  readonly descriptor: string;
  readonly access: number;
  /** The Signature attribute, where there are type parameters or arguments. */
  readonly signature?: string;
  /** Declared exceptions, with dots. */
  readonly exceptions: readonly string[];
  readonly annotations: readonly Annotation[];
  /** Annotations of each parameter. */
  readonly parameterAnnotations: readonly (readonly Annotation[])[];
  /** Names of the parameters, as far as the class file tells them. */
  readonly parameterNames: readonly (string | undefined)[];
}

/** What the generator needs of a class file. Names of classes have dots, nested ones a `$`. */
export interface ClassFile {
  readonly name: string;
  /** As Java's reflection sees them: of a nested class those of its declaration. */
  readonly access: number;
  /** Undefined for `java.lang.Object` and modules. */
  readonly superName: string | undefined;
  readonly interfaces: readonly string[];
  /** The Signature attribute. */
  readonly signature?: string;
  readonly fields: readonly ClassField[];
  readonly methods: readonly ClassMethod[];
  readonly annotations: readonly Annotation[];
  readonly isRecord: boolean;
}

interface MemberAttributes {
  signature?: string;
  constant?: number | bigint | string;
  exceptions: string[];
  annotations: Annotation[];
  parameterAnnotations: Annotation[][];
  parameterNames: (string | undefined)[];
  /** From the LocalVariableTable: slot → name. */
  slots: Map<number, string>;
}

/** Reads a class file (JVM specification, 4); throws {@link ClassFileError} for what is none. */
export function readClassFile(octets: Uint8Array): ClassFile {
  const reader = new ClassReader(octets);
  if (reader.u4() !== 0xcafebabe) {
    throw new ClassFileError("a class file starts with CAFEBABE", 0);
  }
  reader.skip(4);
  const pool = new ConstantPool(reader);
  const flags = reader.u2();
  const name = pool.className(reader.u2(), reader.offset - 2);
  const superName = pool.optionalClassName(reader.u2(), reader.offset - 2);
  const interfaces = names(reader, pool);
  const fields = Array.from({ length: reader.u2() }, () => readField(reader, pool));
  const methods = Array.from({ length: reader.u2() }, () => readMethod(reader, pool));
  let accessFlags = flags;
  let signature: string | undefined;
  let isRecord = false;
  const annotations: Annotation[] = [];
  eachAttribute(reader, pool, (attribute, body) => {
    if (attribute === "Signature") signature = pool.text(body.u2(), body.offset - 2);
    else if (attribute === "Record") isRecord = true;
    else if (/^Runtime(?:Inv|V)isibleAnnotations$/.test(attribute)) {
      annotations.push(...readAnnotations(body, pool));
    } else if (attribute === "InnerClasses") {
      accessFlags = declaredAccess(body, pool, name) ?? accessFlags;
    }
  });
  return {
    name,
    access: accessFlags,
    superName,
    interfaces,
    ...(signature !== undefined && { signature }),
    fields,
    methods,
    annotations,
    isRecord,
  };
}

function names(reader: ClassReader, pool: ConstantPool): string[] {
  return Array.from({ length: reader.u2() }, () => pool.className(reader.u2(), reader.offset - 2));
}

function declaredAccess(body: ClassReader, pool: ConstantPool, name: string): number | undefined {
  let found: number | undefined;
  for (let left = body.u2(); left > 0; left--) {
    const inner = pool.className(body.u2(), body.offset - 2);
    body.skip(4);
    const flags = body.u2();
    if (inner === name) found = flags;
  }
  return found;
}

function eachAttribute(
  reader: ClassReader,
  pool: ConstantPool,
  visit: (name: string, body: ClassReader) => void,
): void {
  for (let left = reader.u2(); left > 0; left--) {
    const at = reader.offset;
    const name = pool.text(reader.u2(), at);
    visit(name, reader.part(reader.u4()));
  }
}

function readField(reader: ClassReader, pool: ConstantPool): ClassField {
  const flags = reader.u2();
  const name = pool.text(reader.u2(), reader.offset - 2);
  const descriptor = pool.text(reader.u2(), reader.offset - 2);
  const { signature, constant, annotations } = readMemberAttributes(reader, pool);
  return {
    name,
    descriptor,
    access: flags,
    ...(signature !== undefined && { signature }),
    ...(constant !== undefined && { constant }),
    annotations,
  };
}

function readMethod(reader: ClassReader, pool: ConstantPool): ClassMethod {
  const flags = reader.u2();
  const name = pool.text(reader.u2(), reader.offset - 2);
  const at = reader.offset;
  const descriptor = pool.text(reader.u2(), at);
  if (!/^\((?:\[*(?:L[^;]+;|[BCDFIJSZ]))*\)(?:\[*(?:L[^;]+;|[BCDFIJSZ])|V)$/.test(descriptor)) {
    throw new ClassFileError(`"${descriptor}" is no method descriptor`, at);
  }
  const attributes = readMemberAttributes(reader, pool);
  return {
    name,
    descriptor,
    access: flags,
    ...(attributes.signature !== undefined && { signature: attributes.signature }),
    exceptions: attributes.exceptions,
    annotations: attributes.annotations,
    parameterAnnotations: attributes.parameterAnnotations,
    parameterNames:
      attributes.parameterNames.length > 0
        ? attributes.parameterNames
        : namesOfSlots(descriptor, has(flags, "static"), attributes.slots),
  };
}

function readMemberAttributes(reader: ClassReader, pool: ConstantPool): MemberAttributes {
  const found: MemberAttributes = {
    exceptions: [],
    annotations: [],
    parameterAnnotations: [],
    parameterNames: [],
    slots: new Map(),
  };
  eachAttribute(reader, pool, (name, body) => readMemberAttribute(name, body, pool, found));
  return found;
}

function readMemberAttribute(
  name: string,
  body: ClassReader,
  pool: ConstantPool,
  found: MemberAttributes,
): void {
  const addToParameter = (index: number, annotations: readonly Annotation[]): void => {
    while (found.parameterAnnotations.length <= index) found.parameterAnnotations.push([]);
    found.parameterAnnotations[index]?.push(...annotations);
  };
  switch (name) {
    case "Signature":
      found.signature = pool.text(body.u2(), body.offset - 2);
      break;
    case "ConstantValue": {
      const constant = pool.constant(body.u2(), body.offset - 2);
      if (constant !== undefined) found.constant = constant;
      break;
    }
    case "Exceptions":
      found.exceptions.push(...names(body, pool));
      break;
    case "RuntimeVisibleAnnotations":
    case "RuntimeInvisibleAnnotations":
      found.annotations.push(...readAnnotations(body, pool));
      break;
    case "RuntimeVisibleParameterAnnotations":
    case "RuntimeInvisibleParameterAnnotations": {
      const count = body.u1();
      for (let index = 0; index < count; index++) {
        addToParameter(index, readAnnotations(body, pool));
      }
      break;
    }
    case "RuntimeVisibleTypeAnnotations":
    case "RuntimeInvisibleTypeAnnotations": {
      const { own, params } = readTypeAnnotations(body, pool);
      found.annotations.push(...own);
      for (const [index, annotations] of params) addToParameter(index, annotations);
      break;
    }
    case "MethodParameters":
      for (let left = body.u1(); left > 0; left--) {
        const index = body.u2();
        found.parameterNames.push(index === 0 ? undefined : pool.text(index, body.offset - 2));
        body.skip(2);
      }
      break;
    case "Code":
      readLocalVariables(body, pool, found.slots);
      break;
    default:
  }
}

/** Default methods of interfaces, and bean classes, tell their parameters' names only so. */
function readLocalVariables(
  body: ClassReader,
  pool: ConstantPool,
  slots: Map<number, string>,
): void {
  body.skip(4);
  body.skip(body.u4());
  body.skip(8 * body.u2());
  eachAttribute(body, pool, (name, table) => {
    if (name !== "LocalVariableTable") return;
    for (let left = table.u2(); left > 0; left--) {
      const start = table.u2();
      table.skip(2);
      const variable = pool.text(table.u2(), table.offset - 2);
      table.skip(2);
      const slot = table.u2();
      if (start === 0) slots.set(slot, variable);
    }
  });
}

function namesOfSlots(
  descriptor: string,
  isStatic: boolean,
  slots: ReadonlyMap<number, string>,
): (string | undefined)[] {
  if (slots.size === 0) return [];
  let slot = isStatic ? 0 : 1;
  const params = descriptor.slice(1, descriptor.indexOf(")")).match(/\[*(?:L[^;]*;|.)/g) ?? [];
  return params.map((param) => {
    const name = slots.get(slot);
    slot += param === "J" || param === "D" ? 2 : 1;
    return name;
  });
}

/** Whether the class is an interface; annotations are none for us. */
export function isInterface(file: ClassFile): boolean {
  return (file.access & (access.interface | access.annotation)) === access.interface;
}
