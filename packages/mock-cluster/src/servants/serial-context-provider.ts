// GlassFish's naming provider: looks JNDI names up, lists and changes them, and answers with anys.
import {
  type CdrReader,
  type Ior,
  isIor,
  java,
  serialContextProvider,
} from "@remora/protocol/internal";
import { MockIdlException } from "../errors.ts";
import { providerKey } from "../object-keys.ts";
import { type Operation, pseudoOperation, type Target, writeVoid } from "../target.ts";
import { type Bindings, writeNamesTable } from "../values/names-table.ts";
import {
  namingFailure,
  writeContextAny,
  writeNamingException,
  writeObjectAny,
  writeReferenceAny,
  writeValueAny,
} from "../values/naming-values.ts";
import { JndiContext, type JndiEntry, JndiFailure } from "./jndi-tree.ts";

/** What the provider asks of its member. */
export interface ProviderHost {
  /** The names of the member. */
  readonly names: JndiContext;
  clusteredReference(typeId: string, objectKey: Uint8Array): Ior;
}

const namingExceptionId = "IDL:javax/naming/NamingEx:1.0";

/** The provider of one member. */
export class SerialContextProvider implements Target {
  readonly objectKey: Uint8Array = providerKey();
  readonly typeId: string = serialContextProvider.typeId;
  readonly otherTypeIds: readonly string[] = [];
  readonly clustered: boolean = true;
  readonly bean: undefined = undefined;
  readonly #host: ProviderHost;
  readonly #operations: ReadonlyMap<string, Operation>;

  constructor(host: ProviderHost) {
    this.#host = host;
    const { names } = host;
    const listed: Pick<Operation, "writeResult"> = {
      writeResult: (writer, result, call) =>
        writeNamesTable(writer, result as Bindings, call.streamFormat),
    };
    this.#operations = new Map<string, Operation>([
      [
        "lookup",
        {
          readArgs: readName,
          run: ([name]) => guarded(() => names.lookup(String(name))),
          writeResult: writeFound,
        },
      ],
      ["list__", { readArgs: () => [], run: () => names.list(""), ...listed }],
      [
        "list__CORBA_WStringValue",
        { readArgs: readName, run: ([name]) => guarded(() => names.list(String(name))), ...listed },
      ],
      ["bind", change(readBinding, (name, value) => names.bind(name, entryOf(value)))],
      ["rebind", change(readBinding, (name, value) => names.rebind(name, entryOf(value)))],
      ["unbind", change(readName, (name) => names.unbind(name))],
      ["rename", change(readTwoNames, (name, newName) => names.rename(name, String(newName)))],
      [
        "createSubcontext",
        {
          ...change(readName, (name) => names.createSubcontext(name)),
          // The declared result is a value that no client can use; null is one of it.
          writeResult: (writer) => writer.ulong(0),
        },
      ],
      ["destroySubcontext", change(readName, (name) => names.destroySubcontext(name))],
    ]);
  }

  operation(name: string): Operation | undefined {
    return this.#operations.get(name) ?? pseudoOperation(this, name);
  }

  reference(): Ior {
    return this.#host.clusteredReference(this.typeId, this.objectKey);
  }
}

const writeFound: Operation["writeResult"] = (writer, result, call) => {
  const node = result as JndiEntry | JndiContext;
  switch (node.type) {
    case "object":
      writeObjectAny(writer, node.reference());
      break;
    case "view":
      writeReferenceAny(writer, node.interfaceName, node.homeName, call.streamFormat);
      break;
    case "value":
      writeValueAny(writer, node.value, call.streamFormat);
      break;
    case "context":
      writeContextAny(writer, call.streamFormat);
      break;
  }
};

function readName(reader: CdrReader): readonly unknown[] {
  return [java.string.read(reader)];
}

function readTwoNames(reader: CdrReader): readonly unknown[] {
  const name = java.string.read(reader);
  return [name, java.string.read(reader)];
}

function readBinding(reader: CdrReader): readonly unknown[] {
  const name = java.string.read(reader);
  return [name, java.object.read(reader)];
}

/** An operation without a result that changes names. */
function change(
  readArgs: Operation["readArgs"],
  run: (name: string, second: unknown) => void,
): Operation {
  return {
    readArgs,
    run: ([name, second]) => guarded(() => run(String(name), second)),
    writeResult: writeVoid,
  };
}

/** What a client has bound: a reference stays one. */
function entryOf(value: unknown): JndiEntry {
  return isIor(value) ? { type: "object", reference: () => value } : { type: "value", value };
}

/** Turns what the tree throws into the user exception that every method of the provider declares. */
function guarded<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof JndiFailure)) throw error;
    const { javaClass, message } = error;
    throw new MockIdlException(namingExceptionId, (writer, streamFormat) => {
      writer.string(namingExceptionId);
      writeNamingException(writer, namingFailure(javaClass, message), streamFormat);
    });
  }
}
