import { java, method, Orb, type RemoteInterface, remoteInterface } from "@remora/client";
import { EclipseOrbPeer } from "../../src/support/peers/eclipse-orb-peer.ts";
import { missingTools } from "../../src/support/peers/java.ts";
import { comparisonFigures, type SectionOptions, type SectionResult } from "../figure.ts";
import { rawLoopLike } from "../same-octets.ts";
import { compare, slice } from "../slices.ts";
import { sliceOptions } from "./slice-options.ts";

interface Adder {
  add(a: number, b: number): Promise<number>;
}

const Adder: RemoteInterface<Adder> = remoteInterface<Adder>("remora.peer.Greeter", {
  add: method([java.int, java.int], java.int),
});

/** The ORB inside GlassFish, in one plain JVM: two ints in, one out. */
export async function eclipseOrbSection({ quick, log }: SectionOptions): Promise<SectionResult> {
  const missing = missingTools();
  if (missing !== undefined) return { figures: [], skipped: missing };
  log("starting the Eclipse ORB");
  const peer = await EclipseOrbPeer.start({ members: 1 });
  const { host, port, ior } = peer.member(0);
  const orb = new Orb({ endpoints: `${host}:${port}`, discovery: false });
  try {
    const stub = await orb.stringToObject(ior, Adder);
    const sdk = { name: "SDK", call: () => stub.add(1, 2) };
    // The server's compiler needs calls before the server is what it can be.
    await slice(sdk, 64, quick ? 500 : 10_000);
    const raw = await rawLoopLike(sdk.call, host, port);
    const sequential = await compare(sdk, raw, 1, sliceOptions(quick));
    const together = await compare(sdk, raw, 64, sliceOptions(quick));
    raw.close();
    return {
      figures: [
        ...comparisonFigures("sequential", sequential),
        ...comparisonFigures("64 in flight", together),
      ],
      details: { sequential, together },
    };
  } finally {
    await orb.close();
    await peer.close();
  }
}
