// The table of a context's names, as GlassFish's naming provider answers `list` with it. Values of any class may stand in
// it, so it is written by the codec's writer.
import {
  businessObjectFactory,
  CdrWriter,
  type ValueWriter as CodecWriter,
  iiopObjectFactory,
  LocalProtocolError,
  valueWriterOf,
} from "@remora/protocol/internal";
import type { JndiContext, JndiEntry } from "../servants/jndi-tree.ts";
import {
  hashtableId,
  loadFactor,
  type NamingValues,
  smallestTable,
  writeReference,
} from "./naming-values.ts";
import type { TypeCode } from "./type-code.ts";
import type { StreamFormat } from "./value-writer.ts";

/** Names with what stands under them. */
export type Bindings = ReadonlyMap<string, JndiEntry | JndiContext>;

/** The words of the mock's own writer over that of the codec. */
class CodecValues implements NamingValues {
  readonly codec: CodecWriter;
  readonly #format: StreamFormat;

  constructor(codec: CodecWriter, format: StreamFormat) {
    this.codec = codec;
    this.#format = format;
    codec.streamFormat = format;
  }

  begin(repositoryId: string, chunked: boolean): number {
    return this.codec.begin(repositoryId, chunked);
  }

  end(): void {
    this.codec.end();
  }

  customClass(repositoryId: string, fields: () => void, optional?: () => void): void {
    this.#octet(this.#format);
    this.boolean(true);
    fields();
    if (this.#format === 1) {
      optional?.();
    } else if (optional === undefined) {
      this.null();
    } else {
      this.begin(`RMI:org.omg.custom.${repositoryId.slice("RMI:".length)}`, true);
      optional();
      this.end();
    }
  }

  null(): void {
    this.codec.null();
  }

  string(text: string | null): void {
    this.codec.string(text, "name");
  }

  boolean(value: boolean): void {
    this.#octet(value ? 1 : 0);
  }

  long(value: number): void {
    this.codec.open();
    this.codec.writer.long(value);
  }

  typeCode(type: TypeCode): void {
    this.codec.open();
    type(this.codec.writer);
  }

  #octet(value: number): void {
    this.codec.open();
    this.codec.writer.octet(value);
  }
}

/**
 * Writes the table: each name with what stands there. Homes are References for a factory of the server here; contexts
 * are left out, and so is what cannot be serialised (captures/glassfish/lookups.jsonl, lines 63 and 67).
 */
export function writeNamesTable(writer: CdrWriter, bindings: Bindings, format: StreamFormat): void {
  const entries = [...bindings].filter(([, node]) => isListed(node));
  // Java makes the table for all of them, before some are left out.
  const capacity = Math.max(2 * bindings.size, smallestTable);
  const values = new CodecValues(valueWriterOf(writer), format);
  values.begin(hashtableId, true);
  values.customClass(
    hashtableId,
    () => {
      values.long(loadFactor);
      values.long(Math.floor(capacity * 0.75));
    },
    () => {
      values.long(capacity);
      values.long(entries.length);
      for (const [name, node] of entries) {
        values.codec.abstractValue(name, "name");
        writeNode(values, name, node);
      }
    },
  );
  values.end();
}

function writeNode(values: CodecValues, name: string, node: JndiEntry | JndiContext): void {
  switch (node.type) {
    case "view":
      // An abstract object: false, "a value follows".
      values.boolean(false);
      writeReference(values, node.interfaceName, businessObjectFactory, node.homeName);
      break;
    case "object":
      if (node.jndiName === undefined) {
        values.codec.abstractValue(node.reference(), name);
      } else {
        values.boolean(false);
        writeReference(values, "reference", iiopObjectFactory, node.jndiName);
      }
      break;
    case "value":
      values.codec.abstractValue(node.value, name);
      break;
    case "context":
      throw new Error(`${name} is a context, which is not listed`);
  }
}

function isListed(node: JndiEntry | JndiContext): boolean {
  if (node.type === "context") return false;
  if (node.type !== "value") return true;
  try {
    valueWriterOf(new CdrWriter()).abstractValue(node.value, "value");
    return true;
  } catch (error) {
    if (error instanceof LocalProtocolError) return false;
    throw error;
  }
}
