/** The package of a class; empty for none. */
export function packageOf(name: string): string {
  return name.slice(0, Math.max(0, name.lastIndexOf(".")));
}

/** The class name without its package: `Outer$Inner`. */
export function nameInPackage(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}

/** The last part of a class name: `Inner` of `com.acme.Outer$Inner`. */
export function simpleName(name: string): string {
  const inside = nameInPackage(name);
  const last = inside.slice(inside.lastIndexOf("$") + 1);
  return last === "" ? inside : last;
}

const primitiveNames: Readonly<Record<string, string>> = {
  V: "void",
  Z: "boolean",
  B: "byte",
  C: "char",
  S: "short",
  I: "int",
  J: "long",
  F: "float",
  D: "double",
};

/** A type as Java source writes it: `[Lcom/acme/Order;` → `com.acme.Order[]`. */
export function javaTypeName(descriptor: string): string {
  if (descriptor.startsWith("[")) return `${javaTypeName(descriptor.slice(1))}[]`;
  if (descriptor.startsWith("L")) return descriptor.slice(1, -1).replaceAll("/", ".");
  return primitiveNames[descriptor] ?? descriptor;
}

/** As {@link javaTypeName}, without packages: `Order[]`. */
export function shortTypeName(descriptor: string): string {
  const name = javaTypeName(descriptor);
  const base = name.replace(/(?:\[\])+$/, "");
  return simpleName(base) + name.slice(base.length);
}

// Packages of the JDK below javax; other javax and all jakarta names belong to libraries.
const jdkJavax =
  /^javax\.(?:accessibility|annotation\.processing|crypto|imageio|lang\.model|management(?!\.j2ee)|naming|net|print|script|security\.(?:auth|cert|sasl)|sound|sql|swing|tools|transaction\.xa|xml\.(?:catalog|crypto|datatype|namespace|parsers|stream|transform|validation|xpath|XMLConstants))\b/;

/** Whether a class comes with Java itself. */
export function isJdkClass(name: string): boolean {
  return name.startsWith("java.") || jdkJavax.test(name);
}

/** Whether a text can be a JavaScript identifier. */
export function isIdentifier(text: string): boolean {
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(text);
}

/** Order by UTF-16 units, the same everywhere. */
export function byName(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
