// Feeds mutated Java values to the codec: recorded ones, and random ones of random types. Run in a process of its own
// with a small heap: node --max-old-space-size=128 … hostile-values.ts COUNT SEED. Prints one JSON line.
import { seededRandom } from "@remora/cluster";
import {
  CdrReader,
  CdrWriter,
  type JavaType,
  java,
  RemoteProtocolError,
  readUserException,
} from "@remora/protocol/internal";
import fc from "fast-check";
import { echoContext, typesOf } from "../../../packages/protocol/golden/echo-classes.ts";
import { fromHex, loadGolden } from "../../../packages/protocol/golden/load.ts";
import { typedValue } from "../../../packages/protocol/golden/typed-values.ts";

const count = Number(process.argv[2] ?? 20_000);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000_007);
const random = seededRandom(seed);
const below = (bound: number): number => Math.floor(random() * bound);

/** Octets of one message, and what reads them. */
interface Case {
  readonly octets: Uint8Array;
  readonly littleEndian: boolean;
  readonly read: (reader: CdrReader) => unknown;
}

interface Meaning {
  readonly read: string;
  readonly operation?: string;
}

const recorded: readonly Case[] = loadGolden<Meaning>("rmi").flatMap(({ hex, meaning, name }) => {
  const octets = fromHex(hex);
  if (octets.length > 4_000) return [];
  const read = (() => {
    if (meaning.read === "userException") return readUserException;
    if (meaning.read !== "echo") return java.object.read;
    const [params, result] = typesOf(meaning.operation ?? "");
    const types = name.endsWith("-request") ? params : [result];
    return (reader: CdrReader) => types.map((type) => type.read(reader));
  })();
  return [{ octets, littleEndian: false, read }];
});

/** Random values of random types, in both byte orders. */
const made: readonly Case[] = fc
  .sample(typedValue(3), { numRuns: 600, seed })
  .flatMap(({ type, value }, index) => {
    const littleEndian = index % 2 === 0;
    const writer = new CdrWriter({ littleEndian });
    (type as JavaType<unknown>).write(writer, value, "value");
    const octets = writer.toBytes();
    return octets.length === 0 || octets.length > 4_000
      ? []
      : [{ octets, littleEndian, read: (reader: CdrReader) => type.read(reader) }];
  });

const cases = [...recorded, ...made];
const interesting = [0, 1, 2, 3, 4, 8, 12, 0x0a, 0x7f, 0x80, 0xf8, 0xfe, 0xff];
const words = [
  "7fffff0a",
  "7fffff0f",
  "7fffff0e",
  "7fffff08",
  "7fffff02",
  "7fffff06",
  "7fffff00",
  "ffffffff",
  "fffffffe",
  "fffffff0",
  "ffffff80",
  "7fffffff",
  "80000000",
  "00000000",
  "00000001",
  "00010000",
].map(fromHex);

function mutated({ octets, littleEndian }: Case): Uint8Array {
  const copy = octets.slice();
  for (let left = 1 + below(3); left > 0; left -= 1) {
    const at = below(copy.length);
    switch (below(5)) {
      case 0: {
        // A word where one may be, in the message's byte order.
        const word = words[below(words.length)]!;
        const ordered = littleEndian ? word.toReversed() : word;
        const start = at & ~3;
        copy.set(ordered.subarray(0, copy.length - start), start);
        break;
      }
      case 1: {
        // A piece of the message in another place: tags, ids and indirections that were right there.
        const from = below(copy.length) & ~3;
        const to = at & ~3;
        copy.copyWithin(to, from, from + 4 + below(60));
        break;
      }
      case 2:
        copy[at] = below(256);
        break;
      default:
        copy[at] = interesting[below(interesting.length)] ?? 0;
    }
  }
  return below(5) === 0 ? copy.slice(0, below(copy.length + 1)) : copy;
}

const outcomes = { decoded: 0, refused: 0, withPath: 0, slowestMs: 0 };

for (let run = 0; run < count; run += 1) {
  const chosen = cases[below(cases.length)]!;
  const octets = mutated(chosen);
  const reader = new CdrReader(octets, 0, octets.length, { littleEndian: chosen.littleEndian });
  if (below(4) !== 0) reader.java = echoContext;
  const started = performance.now();
  try {
    chosen.read(reader);
    outcomes.decoded += 1;
  } catch (error) {
    const told =
      error instanceof RemoteProtocolError &&
      error.offset !== undefined &&
      error.offset >= 0 &&
      error.message.length < 10_000;
    if (!told) {
      console.error(
        `run ${run} of seed ${seed}: ${Buffer.from(octets).toString("hex").slice(0, 8_000)}`,
      );
      throw error;
    }
    outcomes.refused += 1;
    if (error.path !== undefined) outcomes.withPath += 1;
  }
  outcomes.slowestMs = Math.max(outcomes.slowestMs, performance.now() - started);
}
outcomes.slowestMs = Math.round(outcomes.slowestMs);
console.log(JSON.stringify({ count, seed, cases: cases.length, ...outcomes }));
