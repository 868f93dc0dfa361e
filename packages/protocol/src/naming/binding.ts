// Names and bindings of CosNaming as CDR (Naming Service 1.3, §2.3.1).
import type { CdrReader } from "../cdr/reader.ts";
import type { CdrWriter } from "../cdr/writer.ts";
import type { Name, NameComponent } from "./compound-name.ts";

/** What is bound under a name, as a listing tells it; listings hold names of one component. */
export interface Binding {
  readonly name: Name;
  readonly type: "object" | "context";
}

/** Reads a name. */
export function readName(reader: CdrReader): Name {
  const name: NameComponent[] = [];
  // Two strings of at least a length each.
  for (let left = reader.sequenceLength(8); left > 0; left--) {
    const id = reader.string();
    name.push({ id, kind: reader.string() });
  }
  return name;
}

/** Writes a name: the whole argument list of `resolve`, `unbind` and `bind_new_context`. */
export function writeName(writer: CdrWriter, name: Name): void {
  writer.ulong(name.length);
  for (const { id, kind } of name) {
    writer.string(id);
    writer.string(kind);
  }
}

/** Reads one binding. */
export function readBinding(reader: CdrReader): Binding {
  const name = readName(reader);
  const type = reader.ulong();
  if (type > 1) reader.fail(`binding of type ${type}, where 0 (object) and 1 (context) are known`);
  return { name, type: type === 0 ? "object" : "context" };
}

/** Writes one binding. */
export function writeBinding(writer: CdrWriter, binding: Binding): void {
  writeName(writer, binding.name);
  writer.ulong(binding.type === "object" ? 0 : 1);
}

/** Reads a list of bindings. */
export function readBindings(reader: CdrReader): readonly Binding[] {
  const bindings: Binding[] = [];
  // A name without components and a type.
  for (let left = reader.sequenceLength(8); left > 0; left--) bindings.push(readBinding(reader));
  return bindings;
}

/** Writes a list of bindings. */
export function writeBindings(writer: CdrWriter, bindings: readonly Binding[]): void {
  writer.ulong(bindings.length);
  for (const binding of bindings) writeBinding(writer, binding);
}
