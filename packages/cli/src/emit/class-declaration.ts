import type {
  EnumModel,
  FieldModel,
  ThrowableModel,
  ValueModel,
} from "../model/generation-model.ts";
import { type Code, call, object, type Property, printCode, text } from "./code.ts";
import type { ModuleScope } from "./module-scope.ts";
import { comment, propertyName, quoted, wrappedType } from "./source-text.ts";
import { typeExpression, typeText } from "./type-code.ts";

/** `export type Color = "RED" | …` and its descriptor. */
export function enumDeclaration(model: EnumModel, scope: ModuleScope): string {
  const local = scope.local(model.name);
  const constants = model.constants.map(quoted);
  const flat = `export type ${local} = ${constants.join(" | ") || "never"};`;
  const type =
    flat.length <= 100
      ? flat
      : `export type ${local} =\n${constants.map((one) => `  | ${one}`).join("\n")};`;
  const items = model.constants.map((value): Code => ({ kind: "string", value }));
  const made = call(
    `${scope.runtime("java")}.enum<${local}>`,
    { kind: "string", value: model.name },
    { kind: "array", items },
  );
  const head = `export const ${local}: ${scope.runtimeType("JavaType")}<${local} | null> =`;
  return [comment(`Java enum \`${model.name}\`.`), type, statement(head, made, 0)].join("\n");
}

/** The interface of a value class's objects and its descriptor. */
export function valueDeclaration(model: ValueModel, scope: ModuleScope): string {
  const local = scope.local(model.name);
  const above = model.superclass === undefined ? "" : ` extends ${scope.local(model.superclass)}`;
  const members = model.fields.map(({ name, type, serialised }) => {
    const head = `  readonly ${propertyName(name)}${serialised ? "" : "?"}: `;
    const found = `${typeText(type, scope)}${serialised ? "" : " | undefined"}`;
    return `${head}${wrappedType(found, 2, head.length, 1)};\n`;
  });
  const body = members.length === 0 ? "{}" : `{\n${members.join("")}}`;
  const options: Property[] = [uid(model.serialVersionUid)];
  if (model.superclass !== undefined) options.push(superclass(scope.local(model.superclass)));
  options.push(...fieldsOption(model.fields, scope));
  if (model.writeObject) options.push({ key: "writeObject", value: text("true") });
  if (model.externalizable) options.push({ key: "externalizable", value: text("true") });
  if (model.custom !== undefined) {
    const value = text(scope.custom(model.custom.module, model.custom.export));
    options.push({ key: "custom", value });
  }
  const made = call(
    `${scope.runtime("javaClass")}<${local}>`,
    { kind: "string", value: model.name },
    object(options),
  );
  const head = `export const ${local}: ${scope.runtimeType("JavaClass")}<${local}> =`;
  return [
    comment(`Java class \`${model.name}\`.`),
    interfaceHead(local, above) + body,
    statement(head, made, 0),
  ].join("\n");
}

function interfaceHead(local: string, above: string): string {
  const head = `export interface ${local}${above} `;
  return head.length <= 99 ? head : `export interface ${local}\n ${above} `;
}

/** The class of an exception, with its descriptor. */
export function throwableDeclaration(model: ThrowableModel, scope: ModuleScope): string {
  const local = scope.local(model.name);
  const above =
    model.superclass === undefined ? scope.runtime("UserException") : scope.local(model.superclass);
  const options: Property[] = [uid(model.serialVersionUid)];
  if (model.superclass !== undefined) options.push(superclass(`${above}.descriptor`));
  else if (model.isRuntime) {
    options.push(superclass(`${scope.runtime("java")}.lang.RuntimeException`));
  }
  options.push(...fieldsOption(model.fields, scope));
  const made = call(
    scope.runtime("javaThrowable"),
    { kind: "string", value: model.name },
    object(options),
  );
  const override = model.superclass === undefined ? "" : "override ";
  const head = `static ${override}readonly descriptor: ${scope.runtimeType("JavaThrowableClass")} =`;
  const members = model.fields.map((field) => {
    const start = `  declare readonly ${propertyName(field.name)}: `;
    return `${start}${wrappedType(typeText(field.type, scope), 2, start.length, 1)};\n`;
  });
  return [
    comment(`Java exception \`${model.name}\`.`),
    `export class ${local} extends ${above} {`,
    `  ${statement(head, made, 2)}`,
    `${members.join("")}}`,
  ].join("\n");
}

/** `head value;`, the value on the next line where its first part does not fit. */
export function statement(head: string, value: Code, indent: number): string {
  const beside = printCode(value, indent, indent + head.length + 1, 1);
  const [first = ""] = beside.split("\n");
  if (indent + head.length + 1 + first.length <= 100) return `${head} ${beside};`;
  const pad = " ".repeat(indent + 2);
  return `${head}\n${pad}${printCode(value, indent + 2, indent + 2, 1)};`;
}

function uid(value: bigint): Property {
  return { key: "serialVersionUID", value: text(`${value}n`) };
}

function superclass(descriptor: string): Property {
  return { key: "extends", value: { kind: "function", body: text(descriptor) } };
}

function fieldsOption(fields: readonly FieldModel[], scope: ModuleScope): readonly Property[] {
  const properties = fields
    .filter(({ serialised }) => serialised)
    .map(({ name, javaName, type }): Property => {
      const value = typeExpression(type, scope);
      if (name === javaName) return { key: name, value };
      const field = scope.runtime("javaField");
      return { key: name, value: call(field, { kind: "string", value: javaName }, value) };
    });
  if (properties.length === 0) return [];
  return [{ key: "fields", value: { kind: "function", body: object(properties) } }];
}
