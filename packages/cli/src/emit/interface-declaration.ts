import type { InterfaceModel, MethodModel } from "../model/generation-model.ts";
import { statement } from "./class-declaration.ts";
import { type Code, call, object, type Property, text } from "./code.ts";
import type { ModuleScope } from "./module-scope.ts";
import { comment, propertyName, wrappedType } from "./source-text.ts";
import { typeExpression, typeText } from "./type-code.ts";

/** The interface of a bean's stubs and its descriptor. */
export function interfaceDeclaration(model: InterfaceModel, scope: ModuleScope): string {
  const local = scope.local(model.name);
  const members = model.methods.map((method) => member(method, scope));
  const methods = object(
    [
      ...inheritedMethods(model, scope),
      ...model.methods.map((method) => ({
        key: method.name,
        value: methodExpression(method, scope),
      })),
    ],
    true,
  );
  const options = optionsOf(model, scope);
  const made = call(
    `${scope.runtime("remoteInterface")}<${local}>`,
    { kind: "string", value: model.name },
    methods,
    ...(options.length === 0 ? [] : [object(options)]),
  );
  const head = `export const ${local}: ${scope.runtimeType("RemoteInterface")}<${local}> =`;
  const note = model.view === "rmi" ? " (extends `java.rmi.Remote`)" : "";
  // With `remove` a stub has Symbol.asyncDispose; without this word `await using` would not compile.
  const bases = [
    ...(model.ejb2 === undefined ? [] : [scope.runtimeType(model.ejb2)]),
    ...(model.remove === undefined ? [] : ["AsyncDisposable"]),
  ];
  const above = bases.length === 0 ? "" : `extends ${bases.join(", ")} `;
  return [
    comment(`Remote interface \`${model.name}\`${note}.`),
    `export interface ${local} ${above}${members.length === 0 ? "{}" : `{\n${members.join("")}}`}`,
    statement(head, made, 0),
  ].join("\n");
}

function inheritedMethods({ ejb2 }: InterfaceModel, scope: ModuleScope): readonly Property[] {
  if (ejb2 === undefined) return [];
  const name = ejb2 === "EJBHome" ? "ejbHomeMethods" : "ejbObjectMethods";
  return [{ key: "...", value: call(scope.runtime(name)) }];
}

function member(method: MethodModel, scope: ModuleScope): string {
  const params = [
    ...method.params.map(({ name, type }) => [`${name}: `, typeText(type, scope)] as const),
    ["options?: ", scope.runtimeType("CallOptions")] as const,
  ];
  const result = typeText(method.result, scope);
  const head = `  ${propertyName(method.name)}(`;
  const note =
    method.name === method.javaName ? "" : `  ${comment(`Java: \`${method.label}\`.`)}\n`;
  const flat = `${head}${params.map((param) => param.join("")).join(", ")}): Promise<${result}>;\n`;
  if (flat.length <= 101) return `${note}${flat}`;
  const lines = params.map(
    ([name, type]) => `    ${name}${wrappedType(type, 4, 4 + name.length, 1)},\n`,
  );
  const end = "  ): Promise<";
  return `${note}${head}\n${lines.join("")}${end}${wrappedType(result, 2, end.length, 2)}>;\n`;
}

function methodExpression(method: MethodModel, scope: ModuleScope): Code {
  const options: Property[] = [];
  if (method.wireName !== method.name) {
    options.push({ key: "wireName", value: { kind: "string", value: method.wireName } });
  }
  if (method.throws.length > 0) {
    const items = method.throws.map((name) => text(scope.local(name)));
    options.push({ key: "throws", value: { kind: "array", items } });
  }
  if (method.idempotent) options.push({ key: "idempotent", value: text("true") });
  return call(
    scope.runtime("method"),
    { kind: "array", items: method.params.map(({ type }) => typeExpression(type, scope)) },
    typeExpression(method.result, scope),
    ...(options.length === 0 ? [] : [object(options)]),
  );
}

function optionsOf(model: InterfaceModel, scope: ModuleScope): readonly Property[] {
  const options: Property[] = [];
  if (model.classes.length > 0) {
    const items = model.classes.map((name) => text(scope.local(name)));
    options.push({ key: "classes", value: { kind: "function", body: { kind: "array", items } } });
  }
  if (model.view === "rmi") options.push({ key: "kind", value: { kind: "string", value: "rmi" } });
  if (model.bean !== undefined) {
    options.push({ key: "bean", value: { kind: "string", value: model.bean } });
  }
  if (model.remove !== undefined) {
    options.push({ key: "remove", value: { kind: "string", value: model.remove } });
  }
  return options;
}
