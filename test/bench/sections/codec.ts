import {
  type CdrReader,
  CodeSet,
  codeSetsContext,
  decodeReply,
  encodeReply,
  finishRequest,
  idl,
  type JavaType,
  java,
  MessageAssembler,
  method,
  OutgoingBuffer,
  type RemoteMethod,
  remoteInterface,
  requestTemplate,
  SERVICE_CONTEXT,
  writeArguments,
  writeTemplate,
} from "@remora/protocol/internal";
import type { Figure, SectionOptions, SectionResult } from "../figure.ts";
import { microsPerOperation } from "../per-operation.ts";

const { methods } = remoteInterface<{ greet: unknown; text: unknown; octets: unknown }>("Codec", {
  greet: method([java.string], java.string),
  text: method([java.string], java.string),
  octets: method([idl.octets], idl.octets),
});

/** As GlassFish sees and sends it: a key of 80 octets, code sets, a label of 40; replies with an ORB version. */
const keyOctets = 80;
const labelOctets = 40;
const replyContexts = [{ id: SERVICE_CONTEXT.orbVersion, data: Uint8Array.of(0, 20) }];

/** How much a socket hands over at a time. */
const chunkOctets = 65_536;
/** The largest message of a GlassFish reply. */
const glassFishFragment = 1_024;
const million = 1_000_000;

/** Octets to values and back, without any connection. */
export async function codecSection({ quick }: SectionOptions): Promise<SectionResult> {
  const micros = (operation: () => unknown): number => microsPerOperation(operation, quick);
  const call = (name: string, operation: () => unknown): Figure => ({
    name,
    value: micros(operation),
    unit: "µs",
  });
  const large = (name: string, octets: number, operation: () => unknown): Figure => ({
    name,
    value: octets / micros(operation),
    unit: "MB/s",
    note: `${Math.round(octets / 1000)} kB on the wire`,
  });

  const greeting = repliesOf(java.string, "Hello, Ada Lovelace!");
  const payloads = [
    { name: "string of 1,000,000 ASCII characters", of: methods.text, value: "x".repeat(million) },
    {
      name: "string of 1,000,000 characters of every length",
      of: methods.text,
      value: "aé世😀".repeat(million / 5),
    },
    { name: "1,000,000 octets", of: methods.octets, value: new Uint8Array(million).fill(7) },
  ];
  const figures = [
    call("request of greet(string): encode", encoderOf(methods.greet, "Ada Lovelace")),
    call("reply of greet(string): decode", decoderOf(java.string, greeting)),
  ];
  for (const { name, of, value } of payloads) {
    const encode = encoderOf(of, value);
    const whole = repliesOf(of.result, value);
    const pieces = repliesOf(of.result, value, glassFishFragment);
    figures.push(
      large(`${name}: encode`, lengthOf(encode()), encode),
      large(`${name}: decode`, lengthOf(whole), decoderOf(of.result, whole)),
      large(
        `${name}: decode, fragments of ${glassFishFragment}`,
        lengthOf(pieces),
        decoderOf(of.result, pieces),
      ),
    );
  }
  return { figures };
}

/** Encodes one request as a connection does, up to the chunks for the socket. */
function encoderOf(remote: RemoteMethod, argument: unknown): () => readonly Uint8Array[] {
  const template = requestTemplate({
    giopMinor: 2,
    objectKey: new Uint8Array(keyOctets).fill(7),
    operation: remote.wireName,
    contexts: [
      codeSetsContext(CodeSet.utf8, CodeSet.utf16),
      { id: SERVICE_CONTEXT.membershipLabel, data: new Uint8Array(labelOctets) },
    ],
  });
  const out = new OutgoingBuffer();
  const args = [argument];
  let id = 0;
  return () => {
    id += 1;
    out.begin();
    writeTemplate(out, template, id);
    writeArguments(out, remote, args);
    finishRequest(out, template);
    out.finish();
    return out.take();
  };
}

/** One reply as the chunks that a socket hands over. */
function repliesOf(
  type: JavaType<unknown>,
  value: unknown,
  fragmentOctets = Number.MAX_SAFE_INTEGER,
): readonly Uint8Array[] {
  const maxFragmentBytes = Math.min(fragmentOctets, 2_147_483_640);
  const out = new OutgoingBuffer({ maxFragmentBytes });
  out.begin();
  encodeReply(out, { giopMinor: 2, requestId: 5, status: 0, contexts: replyContexts }, (writer) =>
    type.write(writer, value, "value"),
  );
  out.finish();
  const octets = new Uint8Array(Buffer.concat(out.take()));
  const chunks: Uint8Array[] = [];
  for (let at = 0; at < octets.length; at += chunkOctets) {
    chunks.push(octets.subarray(at, at + chunkOctets));
  }
  return chunks;
}

/** Decodes the chunks of one reply as a connection does, up to the value. */
function decoderOf(
  type: { read(reader: CdrReader): unknown },
  chunks: readonly Uint8Array[],
): () => unknown {
  let value: unknown;
  const assembler = new MessageAssembler({
    onMessage(message) {
      value = type.read(decodeReply(message).body);
    },
  });
  return () => {
    for (const chunk of chunks) assembler.push(chunk);
    return value;
  };
}

function lengthOf(chunks: readonly Uint8Array[]): number {
  return chunks.reduce((sum, chunk) => sum + chunk.length, 0);
}
