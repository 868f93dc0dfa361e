import { isIdlKeyword } from "./idl-keywords.ts";

/** A method of a Java interface, as far as its name on the wire depends on it. */
export interface JavaMethod {
  /** Name in Java. */
  readonly name: string;
  /** JVM descriptor: `(ILjava/lang/String;)V`. */
  readonly descriptor: string;
  /** It declares a checked exception other than `java.rmi.RemoteException` and its subclasses: then it is no attribute. */
  readonly throwsChecked?: boolean;
}

/** How the names of an interface are made. */
export interface MethodNameOptions {
  /**
   * Getters and setters become attributes, `_get_x` and `_set_x`. True for interfaces that extend
   * `java.rmi.Remote` themselves; false for EJB 3 views, whose generated methods all declare a checked exception.
   */
  readonly attributes: boolean;
  /** Whether a class (by JVM descriptor) implements `org.omg.CORBA.portable.IDLEntity`. Default: none does. */
  readonly isIdlEntity?: (descriptor: string) => boolean;
}

interface NamedMethod {
  readonly method: JavaMethod;
  /** Set for attributes: the prefix on the wire. */
  readonly attribute: "_get_" | "_set_" | undefined;
  readonly original: string;
  mangled: string;
}

/**
 * The operation names of a Java interface (Java to IDL mapping 1.4, 1.3.2, in the order in which the ORB
 * of GlassFish applies its rules), one for each given method. The methods are all of the interface, inherited ones
 * included, since a name depends on its neighbours. Two equal names mean that the ORB refuses the interface.
 */
export function methodNames(
  interfaceName: string,
  methods: readonly JavaMethod[],
  options: MethodNameOptions,
): readonly string[] {
  const named = methods.map((method): NamedMethod => {
    const attribute = options.attributes ? attributeOf(method, methods) : undefined;
    const original = attribute === undefined ? method.name : attributeName(method.name);
    return { method, attribute, original, mangled: original };
  });
  for (const one of named) {
    const differsInCase = ({ original }: NamedMethod): boolean =>
      original !== one.original && equalsIgnoringCase(original, one.original);
    if (named.some(differsInCase)) one.mangled = withCapitals(one.original);
  }
  for (const one of named) one.mangled = identifier(one.mangled, one.attribute !== undefined);
  const operations = named.filter(({ attribute }) => attribute === undefined);
  for (const one of operations) {
    if (operations.some((other) => other !== one && other.original === one.original)) {
      one.mangled = overloadName(one.mangled, one.method.descriptor, options.isIdlEntity);
    }
  }
  for (const one of named) {
    if (one.attribute === undefined) continue;
    if (operations.some(({ mangled }) => mangled === one.mangled)) one.mangled += "__";
  }
  const container = identifier(splitName(interfaceName).member, false);
  for (const one of operations) {
    if (equalsIgnoringCase(one.mangled, container)) one.mangled += "_";
  }
  return named.map(({ attribute, mangled }) => `${attribute ?? ""}${mangled}`);
}

/** What `foo` becomes where there are several: `foo__long__CORBA_WStringValue`. */
function overloadName(
  mangled: string,
  descriptor: string,
  isIdlEntity: MethodNameOptions["isIdlEntity"],
): string {
  return `${mangled}__${parametersOf(descriptor)
    .map((parameter) => idlTypeName(parameter, isIdlEntity))
    .join("__")}`;
}

/** The name of a Java type (a JVM descriptor) inside the operation name of an overloaded method. */
export function idlTypeName(
  descriptor: string,
  isIdlEntity: (descriptor: string) => boolean = () => false,
): string {
  const { modules, member, fixed } = idlType(descriptor, isIdlEntity);
  const name = [...modules, member].join("_");
  // The ORB looks for keywords in the joined name only, so just a class without a package can be one.
  return legalCharacters(!fixed && isIdlKeyword(name) ? `_${name}` : name);
}

interface IdlType {
  readonly modules: readonly string[];
  readonly member: string;
  /** A name of the standard's tables, which no other rule changes. */
  readonly fixed: boolean;
}

const primitives: Readonly<Record<string, string>> = {
  V: "void",
  Z: "boolean",
  C: "wchar",
  B: "octet",
  S: "short",
  I: "long",
  J: "long_long",
  F: "float",
  D: "double",
};

// Table 1-1 of the mapping.
const specialCases: Readonly<Record<string, readonly [readonly string[], string]>> = {
  "Ljava/lang/Object;": [["java", "lang"], "Object"],
  "Ljava/lang/String;": [["CORBA"], "WStringValue"],
  "Ljava/lang/Class;": [["javax", "rmi", "CORBA"], "ClassDesc"],
  "Ljava/io/Serializable;": [["java", "io"], "Serializable"],
  "Ljava/io/Externalizable;": [["java", "io"], "Externalizable"],
  "Ljava/rmi/Remote;": [["java", "rmi"], "Remote"],
  "Lorg/omg/CORBA/Object;": [[], "Object"],
};

function idlType(descriptor: string, isIdlEntity: (descriptor: string) => boolean): IdlType {
  const primitive = primitives[descriptor];
  if (primitive !== undefined) return { modules: [], member: primitive, fixed: true };
  const dimensions = descriptor.lastIndexOf("[") + 1;
  if (dimensions > 0) {
    const element = idlType(descriptor.slice(dimensions), isIdlEntity);
    return {
      modules: ["org", "omg", "boxedRMI", ...element.modules],
      member: `seq${dimensions}_${element.member}`,
      fixed: false,
    };
  }
  const special = specialCases[descriptor];
  if (special !== undefined) return { modules: special[0], member: special[1], fixed: true };
  const { packages, member } = splitName(descriptor.slice(1, -1).replaceAll("/", "."));
  const modules = isIdlEntity(descriptor) ? ["org", "omg", "boxedIDL", ...packages] : packages;
  return {
    modules: modules.map(withoutLeadingUnderscore),
    member: withoutLeadingUnderscore(member.replaceAll("$", "__")),
    fixed: false,
  };
}

/** Package and simple name of a class; of a nested class `Outer$Inner`. */
function splitName(name: string): {
  readonly packages: readonly string[];
  readonly member: string;
} {
  const parts = name.split(".");
  const member = parts.pop() ?? "";
  // Since Java 9 a class without a package has one whose name is empty, and this ORB cuts a character too many there.
  return { packages: parts, member: parts.length === 0 ? member.slice(1) : member };
}

function attributeOf(
  method: JavaMethod,
  all: readonly JavaMethod[],
): "_get_" | "_set_" | undefined {
  const { name, descriptor } = method;
  const prefix = /^(?:get|set|is)/.exec(name)?.[0];
  if (prefix === undefined || name.length === prefix.length || method.throwsChecked === true) {
    return undefined;
  }
  const result = descriptor.slice(descriptor.indexOf(")") + 1);
  const withoutParameters = descriptor.startsWith("()");
  switch (prefix) {
    case "get":
      return withoutParameters && result !== "V" ? "_get_" : undefined;
    case "is": {
      if (!withoutParameters || result !== "Z") return undefined;
      // Where there are isX and getX, the ORB follows rmic: getX is the attribute.
      const getter = readerOf(all, `get${name.slice(2)}`);
      return getter !== undefined && attributeOf(getter, all) !== undefined ? undefined : "_get_";
    }
    default: {
      const parameters = parametersOf(descriptor);
      if (result !== "V" || parameters.length !== 1) return undefined;
      const matches = (reader: JavaMethod | undefined): boolean =>
        reader !== undefined &&
        reader.descriptor === `()${parameters[0]}` &&
        attributeOf(reader, all) !== undefined;
      const rest = name.slice(3);
      return matches(readerOf(all, `get${rest}`)) || matches(readerOf(all, `is${rest}`))
        ? "_set_"
        : undefined;
    }
  }
}

function readerOf(all: readonly JavaMethod[], name: string): JavaMethod | undefined {
  return all.find((method) => method.name === name && method.descriptor.startsWith("()"));
}

/** `getOwner` → `owner`, `getURL` → `URL`. */
function attributeName(method: string): string {
  const rest = method.slice(method.startsWith("is") ? 2 : 3);
  if (rest.length >= 2 && isCapital(rest.charAt(0)) && isCapital(rest.charAt(1))) return rest;
  return rest.charAt(0).toLowerCase() + rest.slice(1);
}

/** Rules for one name by itself: leading underscores, keywords, characters that IDL has not. */
function identifier(name: string, isAttribute: boolean): string {
  const visible = withoutLeadingUnderscore(name);
  return legalCharacters(!isAttribute && isIdlKeyword(visible) ? `_${visible}` : visible);
}

function withoutLeadingUnderscore(name: string): string {
  return name.startsWith("_") ? `J${name}` : name;
}

function legalCharacters(name: string): string {
  return name.replace(
    /[^0-9A-Z_a-z\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u00FF]/g,
    (character) => `U${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`,
  );
}

/** Names that differ in case only: each gets the places of its capitals, `fooBar` → `fooBar_3`. */
function withCapitals(name: string): string {
  const places = Array.from({ length: name.length }, (_, index) => index).filter((index) =>
    isCapital(name.charAt(index)),
  );
  return `${name}_${places.join("_")}`;
}

function isCapital(character: string): boolean {
  return /^\p{Uppercase}$/u.test(character);
}

/** As Java's `equalsIgnoreCase`: unit by unit, without changes of length. */
function equalsIgnoringCase(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  for (let index = 0; index < a.length; index++) {
    const [one, other] = [a.charAt(index), b.charAt(index)];
    if (one === other || one.toUpperCase() === other.toUpperCase()) continue;
    if (one.toLowerCase() !== other.toLowerCase()) return false;
  }
  return true;
}

/** The parameter types of a method descriptor. */
function parametersOf(descriptor: string): readonly string[] {
  const text = descriptor.slice(1, descriptor.indexOf(")"));
  return text.match(/\[*(?:L[^;]*;|[BCDFIJSZ])/g) ?? [];
}
