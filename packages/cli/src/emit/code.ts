import { propertyName, quoted } from "./source-text.ts";

/** An expression of generated code, to be printed as formatters print it. */
export type Code =
  /** Printed as it is. */
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "string"; readonly value: string }
  | { readonly kind: "call"; readonly callee: string; readonly args: readonly Code[] }
  | { readonly kind: "array"; readonly items: readonly Code[] }
  /** `isOpen`: one property a line, even where all would fit on one. */
  | { readonly kind: "object"; readonly properties: readonly Property[]; readonly isOpen: boolean }
  /** A function without parameters. */
  | { readonly kind: "function"; readonly body: Code };

/** A property of an object; `key` alone where key and value are the same identifier; `...` for a value that is spread. */
export interface Property {
  readonly key: string;
  readonly value: Code;
}

/** Longest line. */
const width = 100;

/** Code that is printed as it is. */
export function text(value: string): Code {
  return { kind: "text", text: value };
}

/** A call. */
export function call(callee: string, ...args: readonly Code[]): Code {
  return { kind: "call", callee, args };
}

/** An object literal that is on one line where it fits. */
export function object(properties: readonly Property[], isOpen = false): Code {
  return { kind: "object", properties, isOpen };
}

/** An expression that starts at a column, in a block with an indentation; `behind` octets follow on its last line. */
export function printCode(code: Code, indent: number, column: number, behind: number): string {
  const flat = onOneLine(code);
  if (flat !== undefined && column + flat.length + behind <= width) return flat;
  switch (code.kind) {
    case "text":
      return code.text;
    case "string":
      return quoted(code.value);
    case "array":
      return lines("[", code.items, "]", indent);
    case "object":
      return openObject(code.properties, indent);
    case "function": {
      const isObject = code.body.kind === "object";
      const body = printCode(
        code.body,
        indent,
        column + 6 + (isObject ? 1 : 0),
        behind + (isObject ? 1 : 0),
      );
      return isObject ? `() => (${body})` : `() => ${body}`;
    }
    case "call":
      return brokenCall(code, indent, column);
  }
}

function brokenCall(
  { callee, args }: Extract<Code, { kind: "call" }>,
  indent: number,
  column: number,
): string {
  const last = args.at(-1);
  const before = args.slice(0, -1);
  if (last !== undefined && !isComposition(args) && canHug(last, before.at(-1))) {
    const flat = before.map(onOneLine);
    if (flat.every((one) => one !== undefined)) {
      const head = `${callee}(${flat.map((one) => `${one}, `).join("")}`;
      if (column + head.length + 1 <= width) {
        return `${head}${printCode(last, indent, width, 1)})`;
      }
    }
  }
  return lines(`${callee}(`, args, ")", indent);
}

/** Formatters keep the last argument beside the parenthesis, unless the one before it is of the same kind. */
function canHug(last: Code, before: Code | undefined): boolean {
  const hasContent =
    (last.kind === "object" && last.properties.length > 0) ||
    (last.kind === "array" && last.items.length > 0);
  return hasContent && before?.kind !== last.kind;
}

/** One of several arguments is a call with a function: formatters then give each argument its line. */
function isComposition(args: readonly Code[]): boolean {
  return (
    args.length > 1 &&
    args.some((one) => one.kind === "call" && one.args.some(({ kind }) => kind === "function"))
  );
}

function lines(open: string, items: readonly Code[], close: string, indent: number): string {
  if (items.length === 0) return `${open}${close}`;
  const inside = indent + 2;
  const pad = " ".repeat(inside);
  const printed = items.map((item) => `${pad}${printCode(item, inside, inside, 1)},\n`);
  return `${open}\n${printed.join("")}${" ".repeat(indent)}${close}`;
}

function openObject(properties: readonly Property[], indent: number): string {
  if (properties.length === 0) return "{}";
  const inside = indent + 2;
  const pad = " ".repeat(inside);
  const printed = properties.map((one) => `${pad}${property(one, inside)},\n`);
  return `{\n${printed.join("")}${" ".repeat(indent)}}`;
}

function property({ key, value }: Property, indent: number): string {
  if (value.kind === "text" && value.text === key) return key;
  const head = keyText(key);
  const printed = printCode(value, indent, indent + head.length, 1);
  const isLong = indent + head.length + printed.length + 1 > width;
  if (value.kind === "string" && isLong)
    return `${head.trimEnd()}\n${" ".repeat(indent + 2)}${printed}`;
  return `${head}${printed}`;
}

function keyText(key: string): string {
  return key === "..." ? key : `${propertyName(key)}: `;
}

/** The code on one line; undefined where formatters would not have it so. */
function onOneLine(code: Code): string | undefined {
  switch (code.kind) {
    case "text":
      return code.text;
    case "string":
      return quoted(code.value);
    case "array":
      return joined("[", code.items.map(onOneLine), "]");
    case "function": {
      const body = onOneLine(code.body);
      if (body === undefined) return undefined;
      return code.body.kind === "object" ? `() => (${body})` : `() => ${body}`;
    }
    case "call":
      return isComposition(code.args)
        ? undefined
        : joined(`${code.callee}(`, code.args.map(onOneLine), ")");
    case "object": {
      if (code.properties.length === 0) return "{}";
      if (code.isOpen) return undefined;
      const parts = code.properties.map(({ key, value }) => {
        const flat = onOneLine(value);
        if (flat === undefined || flat === key) return flat;
        return `${keyText(key)}${flat}`;
      });
      return joined("{ ", parts, " }");
    }
  }
}

function joined(
  open: string,
  parts: readonly (string | undefined)[],
  close: string,
): string | undefined {
  return parts.every((part) => part !== undefined)
    ? `${open}${parts.join(", ")}${close}`
    : undefined;
}
