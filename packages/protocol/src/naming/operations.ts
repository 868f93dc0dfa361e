// The operations of CosNaming (Naming Service 1.3, §2.3 and §2.4) as data: how arguments and
// results are written and read, in both directions, since clients ask and servers answer.
import type { CdrReader } from "../cdr/reader.ts";
import type { CdrWriter } from "../cdr/writer.ts";
import { type Ior, readIor, writeIor } from "../ior/ior.ts";
import {
  type Binding,
  readBinding,
  readBindings,
  readName,
  writeBinding,
  writeBindings,
  writeName,
} from "./binding.ts";
import type { Name } from "./compound-name.ts";

/** One operation: the name on the wire, and how its arguments and its result travel. */
export interface NamingOperation<Arguments, Result> {
  readonly operation: string;
  /**
   * Whether running it twice leaves what running it once does, so that a doubtful call may be
   * repeated.
   */
  readonly idempotent: boolean;
  readonly writeArguments: (writer: CdrWriter, args: Arguments) => void;
  readonly readArguments: (reader: CdrReader) => Arguments;
  readonly writeResult: (writer: CdrWriter, result: Result) => void;
  readonly readResult: (reader: CdrReader) => Result;
}

/** Arguments of `bind` and its kin. */
export interface BindArguments {
  readonly name: Name;
  readonly reference: Ior;
}

/**
 * Result of `list`: the first bindings, and where to ask for the others (nil when there are none).
 */
export interface ListResult {
  readonly bindings: readonly Binding[];
  readonly iterator: Ior;
}

/**
 * Result of `next_one`. `binding` is without meaning when `found` is false; servers write an empty
 * name.
 */
export interface NextOneResult {
  readonly found: boolean;
  readonly binding: Binding;
}

/**
 * Result of `next_n`; `more` tells whether any binding was left, that is, whether `bindings` holds
 * some.
 */
export interface NextManyResult {
  readonly more: boolean;
  readonly bindings: readonly Binding[];
}

/** How one kind of argument or result travels. */
interface Form<T> {
  readonly write: (writer: CdrWriter, value: T) => void;
  readonly read: (reader: CdrReader) => T;
}

const nothing: Form<void> = { write: () => {}, read: () => {} };
const name: Form<Name> = { write: writeName, read: readName };
const text: Form<string> = {
  write: (writer, value) => writer.string(value),
  read: (reader) => reader.string(),
};
const count: Form<number> = {
  write: (writer, value) => writer.ulong(value),
  read: (reader) => reader.ulong(),
};
const reference: Form<Ior> = { write: writeIor, read: readIor };
const bindArguments: Form<BindArguments> = {
  write(writer, args) {
    writeName(writer, args.name);
    writeIor(writer, args.reference);
  },
  read(reader) {
    const name = readName(reader);
    return { name, reference: readIor(reader) };
  },
};
// `list` returns nothing; its two out parameters come in the order of the interface.
const listResult: Form<ListResult> = {
  write(writer, result) {
    writeBindings(writer, result.bindings);
    writeIor(writer, result.iterator);
  },
  read(reader) {
    const bindings = readBindings(reader);
    return { bindings, iterator: readIor(reader) };
  },
};
const nextOne: Form<NextOneResult> = {
  write(writer, result) {
    writer.boolean(result.found);
    writeBinding(writer, result.binding);
  },
  read(reader) {
    const found = reader.boolean();
    return { found, binding: readBinding(reader) };
  },
};
const nextMany: Form<NextManyResult> = {
  write(writer, result) {
    writer.boolean(result.more);
    writeBindings(writer, result.bindings);
  },
  read(reader) {
    const more = reader.boolean();
    return { more, bindings: readBindings(reader) };
  },
};

function operation<A, R>(
  operation: string,
  args: Form<A>,
  result: Form<R>,
  idempotent = false,
): NamingOperation<A, R> {
  return {
    operation,
    idempotent,
    writeArguments: args.write,
    readArguments: args.read,
    writeResult: result.write,
    readResult: result.read,
  };
}

/** Operations of NamingContext and NamingContextExt. */
export interface NamingContextOperations {
  readonly resolve: NamingOperation<Name, Ior>;
  readonly resolveStr: NamingOperation<string, Ior>;
  readonly list: NamingOperation<number, ListResult>;
  readonly bind: NamingOperation<BindArguments, void>;
  readonly rebind: NamingOperation<BindArguments, void>;
  readonly bindContext: NamingOperation<BindArguments, void>;
  readonly rebindContext: NamingOperation<BindArguments, void>;
  readonly unbind: NamingOperation<Name, void>;
  readonly newContext: NamingOperation<void, Ior>;
  readonly bindNewContext: NamingOperation<Name, Ior>;
  readonly destroy: NamingOperation<void, void>;
  // Not `toString`, which every object has; the SDK appends "_" to such names everywhere.
  readonly toString_: NamingOperation<Name, string>;
  readonly toName: NamingOperation<string, Name>;
}

/** The naming context: all operations by their names in JavaScript. */
export const namingContext: NamingContextOperations = {
  resolve: operation("resolve", name, reference, true),
  resolveStr: operation("resolve_str", text, reference, true),
  list: operation("list", count, listResult, true),
  // Not even rebind is repeated on its own: between the two runs another client may have bound
  // something else.
  bind: operation("bind", bindArguments, nothing),
  rebind: operation("rebind", bindArguments, nothing),
  bindContext: operation("bind_context", bindArguments, nothing),
  rebindContext: operation("rebind_context", bindArguments, nothing),
  unbind: operation("unbind", name, nothing),
  newContext: operation("new_context", nothing, reference),
  bindNewContext: operation("bind_new_context", name, reference),
  destroy: operation("destroy", nothing, nothing),
  toString_: operation("to_string", name, text, true),
  toName: operation("to_name", text, name, true),
};

/** Operations of BindingIterator. */
export interface BindingIteratorOperations {
  readonly nextOne: NamingOperation<void, NextOneResult>;
  readonly nextMany: NamingOperation<number, NextManyResult>;
  readonly destroy: NamingOperation<void, void>;
}

/** The iterator that `list` returns: each step moves it on, so no step may be repeated. */
export const bindingIterator: BindingIteratorOperations = {
  nextOne: operation("next_one", nothing, nextOne),
  nextMany: operation("next_n", count, nextMany),
  destroy: operation("destroy", nothing, nothing),
};

/** Repository ids of CosNaming's interfaces. */
export const NamingTypeId = {
  namingContext: "IDL:omg.org/CosNaming/NamingContext:1.0",
  namingContextExt: "IDL:omg.org/CosNaming/NamingContextExt:1.0",
  bindingIterator: "IDL:omg.org/CosNaming/BindingIterator:1.0",
} as const;
