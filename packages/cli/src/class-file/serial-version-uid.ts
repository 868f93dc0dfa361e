import { modifiedUtf8, sha1 } from "@remora/protocol/internal";
import { access, has } from "./access-flags.ts";
import type { ClassFile, ClassMethod } from "./class-file.ts";

/** What a class says of its serialVersionUID. */
export type SerialVersionUid =
  | { readonly kind: "declared" | "computed"; readonly value: bigint }
  /** Declared, but its value is only made when the class is loaded. */
  | { readonly kind: "unknown" };

/** The serialVersionUID of a class: the declared one, else the one that Java computes (Object Serialization, 4.6). */
export function serialVersionUidOf(file: ClassFile): SerialVersionUid {
  if (has(file.access, "enum") && file.superName === "java.lang.Enum") {
    return { kind: "computed", value: 0n };
  }
  const declared = file.fields.find(
    (field) =>
      field.name === "serialVersionUID" &&
      has(field.access, "static") &&
      has(field.access, "final") &&
      /^[JISBC]$/.test(field.descriptor),
  );
  if (declared !== undefined) {
    const { constant } = declared;
    if (typeof constant !== "bigint" && typeof constant !== "number") return { kind: "unknown" };
    return { kind: "declared", value: BigInt(constant) };
  }
  if (file.isRecord) return { kind: "computed", value: 0n };
  return { kind: "computed", value: computed(file) };
}

const fieldFlags =
  access.public |
  access.private |
  access.protected |
  access.static |
  access.final |
  access.volatile |
  access.transient;
const methodFlags =
  access.public |
  access.private |
  access.protected |
  access.static |
  access.final |
  access.synchronized |
  access.native |
  access.abstract |
  access.strict;

function computed(file: ClassFile): bigint {
  const octets: number[] = [];
  const text = (value: string): void => {
    octets.push(...modifiedUtf8(value));
  };
  const int = (value: number): void => {
    octets.push((value >>> 24) & 0xff, (value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff);
  };
  text(file.name);
  int(classFlags(file));
  for (const name of [...file.interfaces].sort(compare)) text(name);
  for (const field of [...file.fields].sort((a, b) => compare(a.name, b.name))) {
    const flags = field.access & fieldFlags;
    const hidden = has(flags, "private") && (has(flags, "static") || has(flags, "transient"));
    if (hidden) continue;
    text(field.name);
    int(flags);
    text(field.descriptor);
  }
  const named = (name: string): ClassMethod[] =>
    file.methods.filter((method) => method.name === name);
  if (named("<clinit>").length > 0) {
    text("<clinit>");
    int(access.static);
    text("()V");
  }
  const methods = file.methods.filter(({ name }) => name !== "<init>" && name !== "<clinit>");
  const bySignature = (a: ClassMethod, b: ClassMethod): number =>
    compare(a.descriptor, b.descriptor);
  const sorted = [
    ...named("<init>").sort(bySignature),
    ...methods.sort((a, b) => compare(a.name, b.name) || bySignature(a, b)),
  ];
  for (const method of sorted) {
    if (has(method.access, "private")) continue;
    text(method.name);
    int(method.access & methodFlags);
    text(method.descriptor.replaceAll("/", "."));
  }
  const digest = sha1(Uint8Array.from(octets));
  let hash = 0n;
  for (let index = 7; index >= 0; index--) hash = (hash << 8n) | BigInt(digest[index] ?? 0);
  return BigInt.asIntN(64, hash);
}

/** An interface counts as abstract only if it has methods, whatever the compiler wrote. */
function classFlags(file: ClassFile): number {
  const flags = file.access & (access.public | access.final | access.interface | access.abstract);
  if (!has(flags, "interface")) return flags;
  return file.methods.some(({ name }) => name !== "<clinit>")
    ? flags | access.abstract
    : flags & ~access.abstract;
}

/** The order of Java's `String.compareTo`: by UTF-16 units. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
