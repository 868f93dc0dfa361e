import type { TypeUse } from "../model/generation-model.ts";
import { type Code, call, object, text } from "./code.ts";
import type { ModuleScope } from "./module-scope.ts";

const primitives: Readonly<Record<string, { readonly name: string; readonly text: string }>> = {
  Z: { name: "boolean", text: "boolean" },
  B: { name: "byte", text: "number" },
  S: { name: "short", text: "number" },
  I: { name: "int", text: "number" },
  J: { name: "long", text: "bigint" },
  F: { name: "float", text: "number" },
  D: { name: "double", text: "number" },
  C: { name: "char", text: "string" },
  V: { name: "void", text: "void" },
};

const typedArrays: Readonly<Record<string, string>> = {
  B: "Uint8Array",
  S: "Int16Array",
  I: "Int32Array",
  J: "BigInt64Array",
  F: "Float32Array",
  D: "Float64Array",
};

function primitive(descriptor: string): { readonly name: string; readonly text: string } {
  const found = primitives[descriptor];
  if (found === undefined) throw new TypeError(`"${descriptor}" is no primitive type`);
  return found;
}

/** The expression that makes the type at run time: `java.list(Order)`. */
export function typeExpression(type: TypeUse, scope: ModuleScope): Code {
  switch (type.kind) {
    case "primitive":
      return text(`${scope.runtime("java")}.${primitive(type.descriptor).name}`);
    case "jdk": {
      scope.runtime("java");
      const { expression, arity } = type.type;
      if (arity === 0) return text(expression);
      return call(expression, ...type.args.map((one) => typeExpression(one, scope)));
    }
    case "array":
      return call(`${scope.runtime("java")}.array`, typeExpression(type.element, scope));
    case "value":
    case "enum":
      return text(scope.local(type.name));
    case "throwable":
      return text(`${scope.local(type.name)}.descriptor`);
    case "reference": {
      const maker = `${scope.runtime("java")}.${type.business ? "business" : "remote"}`;
      if (type.name === undefined) return call(maker);
      return call(maker, { kind: "function", body: interfaceExpression(type.name, scope) });
    }
    case "opaque": {
      const maker = type.isAbstract ? "abstract" : "value";
      return call(`${scope.runtime("java")}.${maker}`, { kind: "string", value: type.name });
    }
    case "future":
      return call(`${scope.runtime("java")}.future`, typeExpression(type.result, scope));
    case "nonNull":
      return call(scope.runtime("nonNull"), typeExpression(type.type, scope));
  }
}

/** An interface that nothing is generated for still has its name, which hashes of classes depend on. */
function interfaceExpression(name: string, scope: ModuleScope): Code {
  if (scope.knows(name)) return text(scope.local(name));
  const maker = `${scope.runtime("remoteInterface")}<unknown>`;
  return call(maker, { kind: "string", value: name }, object([]));
}

/** The TypeScript type of its values: `readonly Order[] | null`. */
export function typeText(type: TypeUse, scope: ModuleScope): string {
  const found = textOf(type, scope);
  return found.isNullable ? `${found.text} | null` : found.text;
}

interface TypeText {
  readonly text: string;
  readonly isNullable: boolean;
}

function textOf(type: TypeUse, scope: ModuleScope): TypeText {
  switch (type.kind) {
    case "primitive":
      return { text: primitive(type.descriptor).text, isNullable: false };
    case "jdk": {
      let found = type.type.text;
      for (const name of type.type.imports) {
        found = found.replace(new RegExp(`\\b${name}\\b`), scope.runtimeType(name));
      }
      for (const [index, argument] of type.args.entries()) {
        const given = typeText(argument, scope);
        const isElement = found.includes(`$${index}[]`);
        // A function, since `$` in the replacement would mean something.
        found = found.replace(`$${index}`, () => (isElement ? asElement(given) : given));
      }
      return { text: found, isNullable: type.type.nullable };
    }
    case "array": {
      const { element } = type;
      const typed = element.kind === "primitive" ? typedArrays[element.descriptor] : undefined;
      const array = typed ?? `readonly ${asElement(typeText(element, scope))}[]`;
      return { text: array, isNullable: true };
    }
    case "value":
    case "enum":
      return { text: scope.local(type.name), isNullable: true };
    case "throwable":
      return { text: scope.runtimeType("JavaThrowable"), isNullable: true };
    case "reference":
      return type.name === undefined || !scope.knows(type.name)
        ? { text: "unknown", isNullable: false }
        : { text: scope.local(type.name), isNullable: true };
    case "opaque":
      return { text: "unknown", isNullable: false };
    case "future":
      return textOf(type.result, scope);
    case "nonNull": {
      const inner = textOf(type.type, scope);
      // What is not nullable by itself has null among its values, as `unknown` has.
      return {
        text: inner.isNullable ? inner.text : `NonNullable<${inner.text}>`,
        isNullable: false,
      };
    }
  }
}

/** Unions and `readonly` bind less than `[]`. */
function asElement(type: string): string {
  const outside = type.replace(/<.*>/, "");
  return /[|\s]/.test(outside) ? `(${type})` : type;
}
