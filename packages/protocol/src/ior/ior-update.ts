// GlassFish's IOR update: reply service context 0x53554e02, a fresh reference for the object that
// was called, sent whenever the label of the request was missing or not the one of the answering
// server.

import { CdrReader } from "../cdr/reader.ts";
import { RemoteProtocolError } from "../errors.ts";
import { writeEncapsulated } from "./encapsulated.ts";
import { type Ior, readIor, writeIor } from "./ior.ts";

// The data is the exception ForwardRequest of portable interceptors (CORBA 3.3 part 1) as a Codec's
// encode_value writes it: an encapsulation with the exception's id and its one member.
// (golden/giop/glassfish-update-*.json.)
const forwardRequestId = "IDL:omg.org/PortableInterceptor/ForwardRequest:1.0";

/**
 * Decodes the data of context 0x53554e02. Throws RemoteProtocolError when it holds something else.
 */
export function decodeIorUpdate(data: Uint8Array): Ior {
  const reader = CdrReader.ofEncapsulation(data);
  const id = reader.string();
  if (id !== forwardRequestId) {
    throw new RemoteProtocolError(
      "IOR_UPDATE",
      `IOR update holds ${JSON.stringify(id.slice(0, 100))}, where ${forwardRequestId} is known`,
      {
        offset: 4,
      },
    );
  }
  return readIor(reader);
}

/** Encodes the data of context 0x53554e02. */
export function encodeIorUpdate(ior: Ior): Uint8Array {
  return writeEncapsulated((writer) => {
    writer.string(forwardRequestId);
    writeIor(writer, ior);
  });
}
