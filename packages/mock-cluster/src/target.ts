// What stands behind an object key: an object with operations. Naming, discovery, homes and beans alike.
import type { CdrReader, CdrWriter, Ior } from "@remora/protocol/internal";
import type { StreamFormat } from "./values/value-writer.ts";

/** What an operation may know of the call it serves. */
interface OperationCall {
  /** The stream format that the caller reads. */
  readonly streamFormat: StreamFormat;
}

/** One operation of an object. */
export interface Operation {
  /** Reads the arguments; throws RemoteProtocolError when they cannot be read. */
  readArgs(reader: CdrReader): readonly unknown[];
  /** Runs; the result or a promise of it. */
  run(args: readonly unknown[]): unknown;
  /** Writes the result into a reply. */
  writeResult(writer: CdrWriter, result: unknown, call: OperationCall): void;
  /** What it declares to throw. Default: nothing. */
  readonly throws?: readonly { readonly name: string }[];
}

/** An object that a member serves. */
export interface Target {
  readonly objectKey: Uint8Array;
  /** The type of its references. */
  readonly typeId: string;
  /** What `_is_a` says yes to, besides `typeId`. */
  readonly otherTypeIds: readonly string[];
  /** Whether its adapter takes part in the cluster: replies then carry IOR updates when labels differ. */
  readonly clustered: boolean;
  /** Whether exceptions of its servant are wrapped as an EJB 3 container does. */
  readonly businessView?: boolean;
  /** Whether they are wrapped as an EJB 2 container does. */
  readonly ejb2View?: boolean;
  /** JNDI name of the bean; undefined for the server's own objects, which outlive the application. */
  readonly bean: string | undefined;
  /** Operation by its wire name, or undefined. */
  operation(name: string): Operation | undefined;
  /** A fresh reference to it. */
  reference(): Ior;
}

const noArgs: readonly unknown[] = Object.freeze([]);

/** Operation without arguments. */
export function withoutArgs(run: () => unknown, writeResult: Operation["writeResult"]): Operation {
  return { readArgs: () => noArgs, run, writeResult };
}

/** Writes nothing: the result of a void operation. */
export function writeVoid(): void {}

/** Writes a boolean result. */
function writeBoolean(writer: CdrWriter, result: unknown): void {
  writer.boolean(result === true);
}

/** `_is_a` and `_non_existent`, which every CORBA object has (CORBA 3.3 part 2, 9.4.2). */
export function pseudoOperation(target: Target, name: string): Operation | undefined {
  switch (name) {
    case "_is_a":
      return {
        readArgs: (reader) => [reader.string()],
        run: ([id]) =>
          id === target.typeId ||
          id === "IDL:omg.org/CORBA/Object:1.0" ||
          target.otherTypeIds.includes(String(id)),
        writeResult: writeBoolean,
      };
    case "_non_existent":
    case "_not_existent":
      return withoutArgs(() => false, writeBoolean);
    default:
      return undefined;
  }
}
