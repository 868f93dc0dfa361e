// Feeds mutated and random octets to the codec, in both roles, whole and in random pieces. Run in a process of its
// own with a small heap: node --max-old-space-size=128 … hostile-octets.ts COUNT SEED. Prints one JSON line.
import { seededRandom } from "@remora/cluster";
import {
  type CdrReader,
  decodeCancelRequest,
  decodeIorUpdate,
  decodeLocateReply,
  decodeLocateRequest,
  decodeReply,
  decodeRequest,
  describeIor,
  type GiopMessage,
  MessageAssembler,
  MessageType,
  namingContext,
  objectKeyOf,
  peekRequestId,
  RemoteProtocolError,
  readAny,
  readClusterInstances,
  readCodeSets,
  readExceptionDetail,
  readIor,
  readStringValue,
  readSystemException,
  readUnknownExceptionInfo,
  readUserException,
  readValue,
  SERVICE_CONTEXT,
  valuesOf,
} from "@remora/protocol/internal";
import { fromHex, loadGolden } from "../../../packages/protocol/golden/load.ts";

const count = Number(process.argv[2] ?? 50_000);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000_007);
const random = seededRandom(seed);
const below = (bound: number): number => Math.floor(random() * bound);

const seeds = loadGolden<unknown>("giop").map((golden) => fromHex(golden.hex));
const interesting = [0, 1, 2, 3, 4, 8, 12, 0x7f, 0x80, 0xf8, 0xfe, 0xff];
const words = [
  "7fffff0a",
  "7fffff0f",
  "7fffff02",
  "7fffff06",
  "ffffffff",
  "fffffff8",
  "7fffffff",
  "80000000",
  "00000000",
  "0000ffff",
].map(fromHex);

const outcomes = { messages: 0, decoded: 0, refused: 0, framingLost: 0, incomplete: 0 };

/** The one outcome that is allowed beside a value. */
function guarded(read: () => unknown): void {
  try {
    read();
    outcomes.decoded += 1;
  } catch (error) {
    if (!(error instanceof RemoteProtocolError)) throw error;
    outcomes.refused += 1;
  }
}

const bodies: readonly ((body: CdrReader) => unknown)[] = [
  readClusterInstances,
  (body) => readAny(valuesOf(body)),
  readUserException,
  readSystemException,
  (body) => describeIor(readIor(body)),
  readStringValue,
  (body) => readValue(body),
  (body) => namingContext.list.readResult(body),
  (body) => namingContext.resolve.readArguments(body),
  (body) => namingContext.bind.readArguments(body),
];

function asClient(message: GiopMessage): void {
  const reply = decodeReply(message);
  guarded(() => reply.contexts);
  const contexts: readonly (readonly [number, (data: Uint8Array) => unknown])[] = [
    [SERVICE_CONTEXT.iorUpdate, (data) => describeIor(decodeIorUpdate(data))],
    [SERVICE_CONTEXT.unknownExceptionInfo, readUnknownExceptionInfo],
    [SERVICE_CONTEXT.exceptionDetailMessage, readExceptionDetail],
    [SERVICE_CONTEXT.codeSets, readCodeSets],
  ];
  for (const [id, read] of contexts) {
    guarded(() => {
      const data = reply.context(id);
      return data === undefined ? undefined : read(data);
    });
  }
  const read = bodies[below(bodies.length)];
  if (read !== undefined) guarded(() => read(decodeReply(message).body));
}

function asServer(message: GiopMessage): void {
  const request = decodeRequest(message);
  guarded(() => objectKeyOf(request.target));
  const read = bodies[below(bodies.length)];
  if (read !== undefined) guarded(() => read(decodeRequest(message).body));
}

function decode(message: GiopMessage): void {
  outcomes.messages += 1;
  switch (message.type) {
    case MessageType.reply:
      guarded(() => peekRequestId(message));
      guarded(() => asClient(message));
      return;
    case MessageType.request:
      guarded(() => asServer(message));
      return;
    case MessageType.cancelRequest:
      guarded(() => decodeCancelRequest(message));
      return;
    case MessageType.locateRequest:
      guarded(() => decodeLocateRequest(message));
      return;
    case MessageType.locateReply:
      guarded(() => decodeLocateReply(message));
      return;
    default:
      return;
  }
}

function mutated(): Uint8Array {
  const original = seeds[below(seeds.length)] as Uint8Array;
  const octets = original.slice();
  // Sometimes the header too; mostly behind it, where more code is reached.
  const from = below(10) === 0 ? 0 : 12;
  for (let left = 1 + below(5); left > 0; left -= 1) {
    const at = from + below(Math.max(1, octets.length - from));
    if (below(3) === 0) {
      octets.set((words[below(words.length)] as Uint8Array).subarray(0, octets.length - at), at);
    } else {
      octets[at] = below(2) === 0 ? below(256) : (interesting[below(interesting.length)] ?? 0);
    }
  }
  if (below(4) !== 0) return octets;
  const cut = octets.slice(0, 12 + below(Math.max(1, octets.length - 12)));
  new DataView(cut.buffer).setUint32(8, cut.length - 12, ((cut[6] ?? 0) & 1) === 1);
  return cut;
}

function noise(): Uint8Array {
  const octets = new Uint8Array(below(600));
  for (let at = 0; at < octets.length; at += 1) octets[at] = below(256);
  if (below(2) === 0 && octets.length >= 12) {
    octets.set([0x47, 0x49, 0x4f, 0x50, 1, below(3), below(4), below(8)]);
    new DataView(octets.buffer).setUint32(8, octets.length - 12, ((octets[6] ?? 0) & 1) === 1);
  }
  return octets;
}

for (let run = 0; run < count; run += 1) {
  const octets = below(8) === 0 ? noise() : mutated();
  const before = outcomes.messages;
  const assembler = new MessageAssembler({
    limits: { maxMessageBytes: 1_048_576 },
    onMessage: decode,
  });
  try {
    if (below(2) === 0) {
      assembler.push(octets);
    } else {
      for (let at = 0; at < octets.length; ) {
        const size = 1 + below(below(4) === 0 ? 700 : 40);
        assembler.push(octets.slice(at, at + size));
        at += size;
      }
    }
    if (outcomes.messages === before) outcomes.incomplete += 1;
  } catch (error) {
    if (!(error instanceof RemoteProtocolError)) {
      const hex = Buffer.from(octets).toString("hex");
      console.error(`run ${run} of seed ${seed}: ${hex.slice(0, 4_000)}`);
      throw error;
    }
    outcomes.framingLost += 1;
  }
}
console.log(JSON.stringify({ count, seed, ...outcomes }));
