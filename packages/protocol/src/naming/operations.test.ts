import { describe, expect, test } from "vitest";
import { CdrReader } from "../cdr/reader.ts";
import { CdrWriter } from "../cdr/writer.ts";
import { RemoteProtocolError } from "../errors.ts";
import { toHex } from "../ior/hex.ts";
import { nilIor } from "../ior/ior.ts";
import type { Binding } from "./binding.ts";
import {
  type NamingException,
  readNamingException,
  writeNamingException,
} from "./naming-exceptions.ts";
import { bindingIterator, type NamingOperation, namingContext } from "./operations.ts";

const reference = { typeId: "IDL:x:1.0", profiles: [{ tag: 9, data: Uint8Array.of(1) }] };
const name = [
  { id: "java:global", kind: "" },
  { id: "a", kind: "b" },
];
const binding: Binding = { name: [{ id: "a", kind: "" }], type: "context" };

function there<T>(
  write: (writer: CdrWriter, value: T) => void,
  read: (reader: CdrReader) => T,
  value: T,
): T {
  const writer = new CdrWriter();
  write(writer, value);
  const octets = writer.toBytes();
  const reader = new CdrReader(octets, 0, octets.length);
  const back = read(reader);
  expect(reader.remaining()).toBe(0);
  return back;
}

function bothWays<A, R>(operation: NamingOperation<A, R>, args: A, result: R): void {
  expect(there(operation.writeArguments, operation.readArguments, args)).toEqual(args);
  expect(there(operation.writeResult, operation.readResult, result)).toEqual(result);
}

describe("naming operations", () => {
  test("resolve writes what real clients send", () => {
    const writer = new CdrWriter();
    namingContext.resolve.writeArguments(writer, [{ id: "SerialContextProvider", kind: "" }]);
    // The constructed octets of the bootstrap request, and those of
    // golden/giop/glassfish-bootstrap-resolve-request.json.
    expect(toHex(writer.toBytes())).toBe(
      "000000010000001653657269616c436f6e7465787450726f76696465720000000000000100",
    );
  });

  test("all of them, both ways", () => {
    bothWays(namingContext.resolve, name, reference);
    bothWays(namingContext.resolveStr, "a/b.c", reference);
    bothWays(namingContext.list, 4_294_967_295, {
      bindings: [binding, { ...binding, type: "object" }],
      iterator: nilIor,
    });
    bothWays(namingContext.bind, { name, reference }, undefined);
    bothWays(namingContext.rebind, { name, reference }, undefined);
    bothWays(namingContext.bindContext, { name, reference }, undefined);
    bothWays(namingContext.rebindContext, { name, reference }, undefined);
    bothWays(namingContext.unbind, name, undefined);
    bothWays(namingContext.newContext, undefined, reference);
    bothWays(namingContext.bindNewContext, name, reference);
    bothWays(namingContext.destroy, undefined, undefined);
    bothWays(namingContext.toString_, name, "a/b.c");
    bothWays(namingContext.toName, "a/b.c", name);
    bothWays(bindingIterator.nextOne, undefined, { found: true, binding });
    bothWays(bindingIterator.nextMany, 10, { more: true, bindings: [binding] });
    bothWays(bindingIterator.destroy, undefined, undefined);
  });

  test("wire names", () => {
    const names = [...Object.values(namingContext), ...Object.values(bindingIterator)].map(
      ({ operation }) => operation,
    );
    expect(names).toEqual([
      "resolve",
      "resolve_str",
      "list",
      "bind",
      "rebind",
      "bind_context",
      "rebind_context",
      "unbind",
      "new_context",
      "bind_new_context",
      "destroy",
      "to_string",
      "to_name",
      "next_one",
      "next_n",
      "destroy",
    ]);
  });

  test("only reading is repeatable", () => {
    const repeatable = Object.values(namingContext)
      .filter(({ idempotent }) => idempotent)
      .map(({ operation }) => operation);
    expect(repeatable).toEqual(["resolve", "resolve_str", "list", "to_string", "to_name"]);
    expect(Object.values(bindingIterator).some(({ idempotent }) => idempotent)).toBe(false);
  });

  test("a binding of an unknown type is refused", () => {
    const octets = Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 2);
    const reader = new CdrReader(Uint8Array.of(0, 0, 0, 1, ...octets), 0, 12);
    expect(() => namingContext.list.readResult(reader)).toThrow(RemoteProtocolError);
  });
});

describe("naming exceptions", () => {
  const exceptions: NamingException[] = [
    { kind: "NotFound", why: "missingNode", rest: name },
    { kind: "NotFound", why: "notContext", rest: [] },
    { kind: "NotFound", why: "notObject", rest: name },
    { kind: "CannotProceed", context: reference, rest: name },
    { kind: "InvalidName" },
    { kind: "AlreadyBound" },
    { kind: "NotEmpty" },
    { kind: "InvalidAddress" },
  ];

  test.each(exceptions)("$kind", (exception) => {
    const read = (reader: CdrReader): NamingException | undefined =>
      readNamingException(reader, reader.string());
    const write = (writer: CdrWriter, value: NamingException | undefined): void => {
      if (value !== undefined) writeNamingException(writer, value);
    };
    expect(there(write, read, exception)).toEqual(exception);
  });

  test("other ids are left to others, an unknown reason is refused", () => {
    const reader = new CdrReader(Uint8Array.of(0, 0, 0, 3, 0, 0, 0, 0), 0, 8);
    expect(readNamingException(reader, "IDL:x:1.0")).toBeUndefined();
    const id = "IDL:omg.org/CosNaming/NamingContext/NotFound:1.0";
    expect(() => readNamingException(reader, id)).toThrow(RemoteProtocolError);
  });
});
