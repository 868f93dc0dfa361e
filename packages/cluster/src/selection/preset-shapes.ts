import { InvalidPolicyError } from "./policy.ts";

/** The policies of this package by the name that a configuration or a command gives them. */
export type PresetName = "glassfish" | "sgd" | "sapGateway" | "alteonGslb";

/** All names that `policyNamed` knows. */
export const presetNames: readonly PresetName[] = ["glassfish", "sgd", "sapGateway", "alteonGslb"];

/** What the value of an option looks like, for texts that have no types of their own. */
export type PresetOptionKind =
  | "text"
  | "number"
  | "switch"
  | "table"
  | "list"
  | "text or list"
  | "function";

/** The options of each policy, and what their values look like. */
export const presetOptions: Readonly<
  Record<PresetName, Readonly<Record<string, PresetOptionKind>>>
> = {
  glassfish: { policy: "text", sequence: "text", perRequest: "switch", compatibility: "text" },
  sgd: {
    method: "text",
    byName: "table",
    affinity: "number",
    affinityTo: "text",
    precedence: "text",
    groups: "text or list",
    members: "table",
    choose: "function",
    sessions: "text",
    unreliableAfterMs: "number",
    outOfContactAfterMs: "number",
    assignmentShare: "number",
    chooser: "text",
    strict: "switch",
  },
  sapGateway: {
    level: "number",
    defaultCost: "number",
    costs: "text or list",
    reapply: "switch",
    busy: "text",
    hosts: "table",
  },
  alteonGslb: {
    rules: "list",
    sites: "table",
    networks: "table",
    regions: "table",
    thresholds: "table",
    onOverflow: "text",
    availabilityPersistence: "switch",
    timeout: "number",
    smask: "number",
    response: "text",
    expiresAfterMs: "number",
    utcOffsetMinutes: "number",
    strict: "switch",
  },
};

/** Whether a value is an object with names. */
export function isTable(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether a value looks as its option wants it, and how to say what is wanted. */
const shapes: Readonly<
  Record<PresetOptionKind, readonly [fits: (value: unknown) => boolean, hint: string]>
> = {
  text: [(value) => typeof value === "string", "give a text"],
  number: [(value) => typeof value === "number", "give a number"],
  switch: [(value) => typeof value === "boolean", "give true or false"],
  table: [isTable, 'give an object: {"name": …}'],
  list: [Array.isArray, "give a list: […]"],
  "text or list": [
    (value) => typeof value === "string" || Array.isArray(value),
    "give a text or a list",
  ],
  function: [(value) => typeof value === "function", "give a function, which only a program can"],
};

/** What the entries of an option look like, and the fields of those that are objects. */
interface EntryShape {
  readonly kind: PresetOptionKind;
  readonly fields?: Readonly<Record<string, PresetOptionKind>>;
}

const entryShapes: Readonly<Record<string, EntryShape>> = {
  "sgd.members": {
    kind: "table",
    fields: { available: "switch", groups: "text or list" },
  },
  "sapGateway.costs": { kind: "table", fields: { key: "text", cost: "number" } },
  "sapGateway.hosts": { kind: "list" },
  "alteonGslb.rules": {
    kind: "table",
    fields: {
      name: "text",
      domain: "text",
      start: "text",
      end: "text",
      metrics: "list",
      enabled: "switch",
    },
  },
  "alteonGslb.sites": { kind: "table", fields: { local: "switch", region: "text" } },
  "alteonGslb.networks": { kind: "list" },
  "alteonGslb.regions": { kind: "text" },
};

function checkShape(path: string, value: unknown, kind: PresetOptionKind): void {
  const [fits, hint] = shapes[kind];
  if (fits(value)) return;
  throw new InvalidPolicyError(path, value, "has the wrong type", hint);
}

/** Lists of names, groups and addresses: whatever is in them must be a text. */
function checkTexts(path: string, value: unknown): void {
  if (!Array.isArray(value)) return;
  for (const [index, each] of value.entries()) checkShape(`${path}[${index}]`, each, "text");
}

function checkFields(
  path: string,
  value: unknown,
  fields: Readonly<Record<string, PresetOptionKind>>,
): void {
  for (const [field, inner] of Object.entries(value as object)) {
    const kind = Object.hasOwn(fields, field) ? fields[field] : undefined;
    if (kind === undefined || inner === undefined) continue;
    checkShape(`${path}.${field}`, inner, kind);
    checkTexts(`${path}.${field}`, inner);
  }
}

/** Refuses values of another shape before a preset looks into them. Names that are unknown are left to the preset. */
export function checkShapes(name: PresetName, options: object): void {
  for (const [option, value] of Object.entries(options) as [string, unknown][]) {
    const kinds = presetOptions[name];
    const kind = Object.hasOwn(kinds, option) ? kinds[option] : undefined;
    if (kind === undefined || value === undefined) continue;
    const path = `${name}.${option}`;
    checkShape(path, value, kind);
    const entries = entryShapes[path];
    if (entries === undefined) checkTexts(path, value);
    if (entries === undefined || typeof value !== "object" || value === null) continue;
    for (const [key, entry] of Object.entries(value)) {
      const place = Array.isArray(value) ? `${path}[${key}]` : `${path}["${key}"]`;
      checkShape(place, entry, entries.kind);
      if (entries.kind === "list") checkTexts(place, entry);
      if (entries.fields !== undefined) checkFields(place, entry, entries.fields);
    }
  }
}
