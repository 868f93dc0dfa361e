import { Orb } from "@remora/client";
import { Bench, benchName } from "../bench-interface.ts";
import { startChildServer } from "../child-server.ts";
import {
  comparisonFigures,
  cpuFigure,
  rateFigure,
  type SectionOptions,
  type SectionResult,
  timeFigure,
} from "../figure.ts";
import { rawLoopLike } from "../same-octets.ts";
import { compare } from "../slices.ts";
import { sliceOptions } from "./slice-options.ts";

interface Started {
  readonly endpoints: readonly string[];
  readonly members: readonly {
    readonly name: string;
    readonly host: string;
    readonly port: number;
  }[];
}

/** The empty call on the mock cluster: with names, labels and a pin, and balanced by request. */
export async function mockSection({ quick }: SectionOptions): Promise<SectionResult> {
  const server = await startChildServer<Started>("mock-cluster");
  const { endpoints, members } = server.started;
  const orb = new Orb({ endpoints });
  try {
    const context = await orb.createInitialContext();
    const pinned = await context.lookup(benchName, Bench);
    const balanced = await orb.lookup(benchName, Bench, { balance: "request" });
    // Until every member has told its label and the references have taken it.
    for (let call = 0; call < 200; call += 1) {
      await pinned.nothing();
      await balanced.nothing();
    }
    const member = members.find(({ name }) => name === context.member);
    if (member === undefined) throw new Error(`no member ${context.member}`);
    const raw = await rawLoopLike(() => pinned.nothing(), member.host, member.port);
    const onOne = { name: "SDK", call: () => pinned.nothing() };
    const onAll = { name: "SDK balanced by request", call: () => balanced.nothing() };
    const sequential = await compare(onOne, raw, 1, sliceOptions(quick));
    const together = await compare(onOne, raw, 64, sliceOptions(quick));
    const balancing = await compare(onAll, onOne, 64, sliceOptions(quick));
    raw.close();
    return {
      figures: [
        ...comparisonFigures("sequential", sequential),
        ...comparisonFigures("64 in flight", together),
        timeFigure("64 in flight", balancing),
        cpuFigure("64 in flight", balancing),
        rateFigure("64 in flight", balancing.first),
      ],
      details: { sequential, together, balancing },
    };
  } finally {
    await orb.close();
    await server.close();
  }
}
