// GlassFish's naming provider: looks JNDI names up and answers with an any.
import { type Ior, java, serialContextProvider } from "@remora/protocol/internal";
import { MockIdlException } from "../errors.ts";
import { providerKey } from "../object-keys.ts";
import { type Operation, pseudoOperation, type Target } from "../target.ts";
import {
  nameNotFound,
  writeNamingException,
  writeObjectAny,
  writeReferenceAny,
} from "../values/naming-values.ts";

/** What a JNDI name leads to: an object (a home), or the description of a business view. */
export type JndiEntry =
  | { readonly type: "object"; readonly reference: () => Ior }
  | { readonly type: "view"; readonly interfaceName: string; readonly homeName: string };

/** What the provider asks of its member. */
export interface ProviderHost {
  jndiEntry(name: string): JndiEntry | undefined;
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
  readonly #lookup: Operation;

  constructor(host: ProviderHost) {
    this.#host = host;
    this.#lookup = {
      readArgs: (reader) => [java.string.read(reader)],
      run: ([name]) => this.#find(String(name)),
      writeResult: (writer, result, call) => {
        const entry = result as JndiEntry;
        if (entry.type === "object") {
          writeObjectAny(writer, entry.reference());
        } else {
          writeReferenceAny(writer, entry.interfaceName, entry.homeName, call.streamFormat);
        }
      },
    };
  }

  operation(name: string): Operation | undefined {
    return name === "lookup" ? this.#lookup : pseudoOperation(this, name);
  }

  reference(): Ior {
    return this.#host.clusteredReference(this.typeId, this.objectKey);
  }

  #find(name: string): JndiEntry {
    const entry = this.#host.jndiEntry(name);
    if (entry !== undefined) return entry;
    // The message of GlassFish is the part of the name that was missing; here it is the last.
    const missing = name.slice(name.lastIndexOf("/") + 1);
    throw new MockIdlException(namingExceptionId, (writer, streamFormat) => {
      writer.string(namingExceptionId);
      writeNamingException(writer, nameNotFound(missing), streamFormat);
    });
  }
}
