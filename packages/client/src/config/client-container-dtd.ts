import { suggest } from "./suggest.ts";
import type { RefuseXml, XmlElement } from "./xml-document.ts";

/** What an attribute may hold. */
interface AttributeRule {
  readonly required?: true;
  /** Closed set of values; compared as written. */
  readonly oneOf?: readonly string[];
  /** A required text may be empty (a password), otherwise it may not. */
  readonly mayBeEmpty?: true;
}

interface ElementRule {
  readonly attributes: Readonly<Record<string, AttributeRule>>;
  /** Child elements with how often they may occur. */
  readonly children: Readonly<Record<string, "once" | "many">>;
  readonly text?: true;
}

/** The DTD's parameter entity `boolean`. */
export const booleanWords: readonly string[] = [
  "true",
  "false",
  "yes",
  "no",
  "on",
  "off",
  "1",
  "0",
];

/** The DTD's parameter entity `severity`. */
export const severities: readonly string[] = [
  "FINEST",
  "FINER",
  "FINE",
  "CONFIG",
  "INFO",
  "WARNING",
  "SEVERE",
  "ALERT",
  "FATAL",
];

const flag: AttributeRule = { oneOf: booleanWords };
const required: AttributeRule = { required: true };
const properties = { property: "many" } as const;
const policy: ElementRule = {
  attributes: {
    "auth-source": { oneOf: ["sender", "content"] },
    "auth-recipient": { oneOf: ["before-content", "after-content"] },
  },
  children: {},
};

/**
 * `sun-application-client-container_1_2.dtd` and `glassfish-application-client-container_1_3.dtd`,
 * which have the same shape, as a table. The order of elements is not checked: GlassFish only prints
 * its validation errors, and the guide's own example puts a property first.
 */
const rules: Readonly<Record<string, ElementRule>> = {
  "client-container": {
    attributes: { "send-password": flag },
    children: {
      "target-server": "many",
      "auth-realm": "once",
      "client-credential": "once",
      "log-service": "once",
      "message-security-config": "many",
      property: "many",
    },
  },
  "target-server": {
    attributes: { name: required, address: required, port: required },
    children: { description: "once", security: "once" },
  },
  description: { attributes: {}, children: {}, text: true },
  security: { attributes: {}, children: { ssl: "once", "cert-db": "once" } },
  ssl: {
    attributes: {
      "cert-nickname": {},
      "ssl2-enabled": flag,
      "ssl2-ciphers": {},
      "ssl3-enabled": flag,
      "ssl3-tls-ciphers": {},
      "tls-enabled": flag,
      "tls-rollback-enabled": flag,
    },
    children: {},
  },
  "cert-db": {
    attributes: { path: required, password: { required: true, mayBeEmpty: true } },
    children: {},
  },
  "auth-realm": { attributes: { name: required, classname: required }, children: properties },
  "client-credential": {
    attributes: {
      "user-name": required,
      password: { required: true, mayBeEmpty: true },
      realm: {},
    },
    children: properties,
  },
  "log-service": { attributes: { file: {}, level: { oneOf: severities } }, children: properties },
  "message-security-config": {
    attributes: {
      "auth-layer": { required: true, oneOf: ["SOAP"] },
      "default-provider": {},
      "default-client-provider": {},
    },
    children: { "provider-config": "many" },
  },
  "provider-config": {
    attributes: {
      "provider-id": required,
      "provider-type": { required: true, oneOf: ["client", "server", "client-server"] },
      "class-name": required,
    },
    children: { "request-policy": "once", "response-policy": "once", property: "many" },
  },
  "request-policy": policy,
  "response-policy": policy,
  property: {
    attributes: { name: required, value: { required: true, mayBeEmpty: true } },
    children: {},
  },
};

/** Checks a whole document against the table and refuses the first thing that is wrong, in reading order. Tokens have been replaced before. */
export function requireClientContainer(root: XmlElement, refuse: RefuseXml): void {
  if (root.name !== "client-container") {
    const near = hint(root.name, ["client-container"]);
    refuse(
      root.position,
      `the root element is <${root.name}>${near}; it must be <client-container>`,
    );
  }
  requireElement(root, refuse);
}

/** An element, then its children: the first thing wrong in reading order is the one that is told. */
function requireElement(element: XmlElement, refuse: RefuseXml): void {
  const rule = rules[element.name];
  if (rule === undefined) return;
  requireAttributes(element, rule, refuse);
  if (element.text !== "" && rule.text !== true) {
    const text = shorten(element.text);
    refuse(element.position, `<${element.name}> may not contain text, found "${text}"`);
  }
  const seen = new Map<string, XmlElement>();
  for (const child of element.children) {
    const occurs = Object.hasOwn(rule.children, child.name) ? rule.children[child.name] : undefined;
    if (occurs === undefined) refuse(child.position, unknownChild(element, child, rule));
    const first = seen.get(child.name);
    if (first !== undefined && occurs === "once") {
      const where = `the first one is in line ${first.position.line}`;
      refuse(child.position, `<${element.name}> may have only one <${child.name}>; ${where}`);
    }
    seen.set(child.name, child);
    requireElement(child, refuse);
  }
}

/** Unknown names before missing ones: a misspelt attribute is both, and the spelling is what helps. */
function requireAttributes(element: XmlElement, rule: ElementRule, refuse: RefuseXml): void {
  const names = Object.keys(rule.attributes);
  for (const { name, value, position } of element.attributes) {
    const attribute = Object.hasOwn(rule.attributes, name) ? rule.attributes[name] : undefined;
    if (attribute === undefined) {
      const accepted = names.length === 0 ? "it takes none" : `accepted: ${names.join(", ")}`;
      const near = hint(name, names);
      refuse(position, `unknown attribute "${name}" in <${element.name}>${near}; ${accepted}`);
    }
    requireValue({ element: element.name, name, value, position }, attribute, refuse);
  }
  const missing = names.filter(
    (name) =>
      rule.attributes[name]?.required === true &&
      !element.attributes.some((attribute) => attribute.name === name),
  );
  if (missing.length > 0) {
    const list = missing.map((name) => `${name}="…"`).join(" ");
    refuse(element.position, `<${element.name}> lacks ${list}`);
  }
}

/** One attribute value and where it stands. */
interface PlacedValue {
  readonly element: string;
  readonly name: string;
  readonly value: string;
  readonly position: XmlElement["position"];
}

/** White space alone counts as empty, except where a text may be empty. */
function requireValue(placed: PlacedValue, rule: AttributeRule, refuse: RefuseXml): void {
  const { element, name, value, position } = placed;
  if (rule.required === true && rule.mayBeEmpty !== true && value.trim() === "") {
    refuse(position, `attribute ${name} of <${element}> is empty`);
  }
  if (rule.oneOf !== undefined && !rule.oneOf.includes(value)) {
    const accepted = `accepted: ${rule.oneOf.join(", ")}`;
    const near = hint(value, rule.oneOf);
    refuse(position, `${name}="${shorten(value)}" in <${element}>${near}; ${accepted}`);
  }
}

/** Where an element belongs, when the DTD knows it elsewhere; else the nearest name. */
function unknownChild(parent: XmlElement, child: XmlElement, rule: ElementRule): string {
  const names = Object.keys(rule.children);
  const near = suggest(child.name, names);
  const accepted =
    names.length === 0 ? "it has no child elements" : `accepted: ${names.join(", ")}`;
  const known = Object.hasOwn(rules, child.name) && near === undefined;
  if (known) {
    const parents = Object.keys(rules).filter((name) =>
      Object.hasOwn(rules[name]?.children ?? {}, child.name),
    );
    const place = parents.length === 0 ? "at the root" : `in <${parents.join(">, <")}>`;
    return `<${child.name}> does not belong in <${parent.name}> but ${place}; ${accepted}`;
  }
  const meant = near === undefined ? "" : ` (did you mean <${near}>?)`;
  return `unknown element <${child.name}> in <${parent.name}>${meant}; ${accepted}`;
}

function hint(word: string, candidates: readonly string[]): string {
  const near = suggest(word, candidates);
  return near === undefined ? "" : ` (did you mean "${near}"?)`;
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
