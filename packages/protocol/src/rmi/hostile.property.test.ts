import fc from "fast-check";
import { expect, test } from "vitest";
import { fromHex, loadGolden } from "../../golden/load.ts";
import { CdrReader } from "../cdr/reader.ts";
import { RemoteProtocolError } from "../errors.ts";
import { readAny } from "./any.ts";
import { throwableLayout } from "./throwable.ts";
import { readValue, valuesOf } from "./value-reader.ts";

const bodies = loadGolden<unknown>("rmi").map((golden) => fromHex(golden.hex));

const readers: readonly ((reader: CdrReader) => unknown)[] = [
  (reader) => readValue(reader),
  (reader) => readValue(reader, undefined, throwableLayout),
  (reader) => readAny(valuesOf(reader)),
  (reader) => valuesOf(reader).abstractValue(),
];

/** Octets that mean something to a reader of values: tags, indirections, end tags, counts. */
const telling: fc.Arbitrary<number[]> = fc.constantFrom(
  [0x7f, 0xff, 0xff, 0x0a],
  [0x7f, 0xff, 0xff, 0x02],
  [0x7f, 0xff, 0xff, 0x0f],
  [0x7f, 0xff, 0xff, 0x0e],
  [0x7f, 0xff, 0xff, 0x00],
  [0xff, 0xff, 0xff, 0xff],
  [0xff, 0xff, 0xff, 0xfe],
  [0xff, 0xff, 0xff, 0xf0],
  [0xff, 0xff, 0xff, 0x80],
  [0x00, 0x00, 0x00, 0x01],
  [0x00, 0x00, 0x00, 0x00],
  [0x80, 0x00, 0x00, 0x00],
);

test("recorded values with changed octets end in a RemoteProtocolError or in a value", () => {
  fc.assert(
    fc.property(
      fc.nat(bodies.length - 1),
      fc.array(
        fc.tuple(
          fc.nat(),
          fc.oneof(telling, fc.array(fc.nat(255), { minLength: 1, maxLength: 3 })),
        ),
        {
          minLength: 1,
          maxLength: 4,
        },
      ),
      fc.boolean(),
      (index, changes, aligned) => {
        const octets = bodies[index]!.slice();
        for (const [at, changed] of changes) {
          const start = (at % octets.length) & (aligned ? ~3 : ~0);
          octets.set(changed.slice(0, octets.length - start), start);
        }
        for (const read of readers) {
          const reader = new CdrReader(octets, 0, octets.length);
          try {
            read(reader);
          } catch (error) {
            if (!(error instanceof RemoteProtocolError)) throw error;
          }
          if (reader.position > octets.length) expect.fail("read past the end");
        }
      },
    ),
    { numRuns: 5_000 },
  );
});

test("every cut of a recorded value is refused or is the value of an opaque class", () => {
  for (const octets of bodies) {
    // Long ones in larger steps: the test shall stay short.
    for (let end = 0; end < octets.length; end += 1 + (octets.length >> 7)) {
      const reader = new CdrReader(octets.subarray(0, end), 0, end);
      try {
        readValue(reader);
      } catch (error) {
        if (!(error instanceof RemoteProtocolError)) throw error;
      }
    }
  }
});
