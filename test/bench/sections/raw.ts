import { cannedStub } from "../canned-target.ts";
import { startChildServer } from "../child-server.ts";
import {
  comparisonFigures,
  isNoisyRatio,
  type SectionOptions,
  type SectionResult,
} from "../figure.ts";
import { rawLoopLike } from "../same-octets.ts";
import { compare } from "../slices.ts";
import { sliceOptions } from "./slice-options.ts";

/** The empty call against canned replies: the client's own cost beside a hand-written loop. */
export async function rawSection({ quick }: SectionOptions): Promise<SectionResult> {
  const server = await startChildServer<{ readonly port: number }>("canned-replies");
  const { port } = server.started;
  const { orb, stub } = await cannedStub(port);
  try {
    await stub.nothing();
    const raw = await rawLoopLike(() => stub.nothing(), "127.0.0.1", port);
    const twin = await rawLoopLike(() => stub.nothing(), "127.0.0.1", port);
    const sdk = { name: "SDK", call: () => stub.nothing() };
    const sequential = await compare(sdk, raw, 1, sliceOptions(quick));
    const together = await compare(sdk, raw, 64, sliceOptions(quick));
    // Two equal loops: how far from 1 the method itself is.
    const control = await compare(twin, raw, 64, sliceOptions(quick));
    raw.close();
    twin.close();
    return {
      figures: [
        ...comparisonFigures("sequential", sequential, { timeRatio: { atMost: 1.15 } }),
        ...comparisonFigures("64 in flight", together, { cpuDifferenceMicros: { atMost: 4 } }),
        {
          name: "64 in flight: control, two raw loops",
          value: control.timeRatio,
          unit: "×",
          noisy: isNoisyRatio(control),
          note: "1 when the method is right",
        },
      ],
      details: { sequential, together, control },
    };
  } finally {
    await orb.close();
    await server.close();
  }
}
