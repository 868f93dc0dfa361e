import { java, method, Orb, type RemoteInterface, remoteInterface } from "@remora/client";
import { GlassFishCluster } from "../../src/support/peers/glassfish-cluster.ts";
import { startJavaClient } from "../../src/support/peers/glassfish-java-client.ts";
import { missingTools } from "../../src/support/peers/java.ts";
import {
  comparisonFigures,
  type Figure,
  type Limit,
  type SectionOptions,
  type SectionResult,
} from "../figure.ts";
import { rawLoopLike } from "../same-octets.ts";
import { type Comparison, comparisonOf, type Slice, slice } from "../slices.ts";
import { median, middleHalf } from "../statistics.ts";

interface Greeter {
  nothing(): Promise<void>;
  whoami(): Promise<string>;
}

const Greeter: RemoteInterface<Greeter> = remoteInterface<Greeter>("remora.shop.Greeter", {
  nothing: method([], java.void),
  whoami: method([], java.string),
});

/** A reply to the empty call is short; one that carries an update of the membership is not. */
const longestPlainReply = 200;

/** How long things take, in seconds. */
interface Times {
  readonly warmUp: number;
  readonly round: number;
  readonly rounds: number;
}

interface Rounds {
  readonly inFlight: number;
  readonly sdkToRaw: Comparison;
  readonly sdkToJava: readonly number[];
  readonly java: readonly number[];
  /** The instances that answered the Java client. */
  readonly javaAnsweredBy: readonly string[];
}

/** The empty call on a real instance: raw loop, SDK and Java client in turn. */
export async function glassFishSection(options: SectionOptions): Promise<SectionResult> {
  const missing = missingTools();
  if (missing !== undefined) return { figures: [], skipped: missing };
  const { quick, glassFishState, log } = options;
  const times = quick ? { warmUp: 2, round: 1, rounds: 1 } : { warmUp: 20, round: 5, rounds: 5 };
  const cluster =
    glassFishState === undefined
      ? await GlassFishCluster.start({ log })
      : await GlassFishCluster.attach(glassFishState);
  try {
    const one = await roundsWith(cluster, 1, times, log);
    const many = await roundsWith(cluster, 64, times, log);
    return {
      figures: [
        ...figuresOf("sequential", one, { atLeast: 0.9 }, { atLeast: 1.3 }),
        ...figuresOf("64 in flight", many, { atLeast: 0.75 }, { atLeast: 3 }),
      ],
      details: { one, many },
    };
  } finally {
    if (glassFishState === undefined) await cluster.stop();
  }
}

async function roundsWith(
  cluster: GlassFishCluster,
  inFlight: number,
  times: Times,
  log: (line: string) => void,
): Promise<Rounds> {
  const [instance] = cluster.endpoints;
  if (instance === undefined) throw new Error("the cluster has no instance");
  const { host, port } = instance;
  const orb = new Orb({ endpoints: `${host}:${port}`, discovery: false });
  try {
    const context = await orb.createInitialContext();
    const name = `java:global/${cluster.app}/GreeterBean!remora.shop.Greeter`;
    const stub = await context.lookup(name, Greeter);
    // The first replies bring the label that the raw loop needs too.
    for (let call = 0; call < 100; call += 1) await stub.nothing();
    const answeredBy = await stub.whoami();
    if (answeredBy !== instance.name) throw new Error(`${answeredBy} answers at ${instance.name}`);
    const sdk = { name: "SDK", call: () => stub.nothing() };
    const raw = await rawLoopLike(sdk.call, host, port);
    if (raw.replyOctets > longestPlainReply) {
      throw new Error(`the label is wrong: replies have ${raw.replyOctets} octets`);
    }
    log(`${inFlight} in flight: warm-up of ${times.warmUp} s`);
    await slice(sdk, inFlight, (times.warmUp * 1000) / 2);
    await slice(raw, inFlight, (times.warmUp * 1000) / 2);
    const ofSdk: Slice[] = [];
    const ofRaw: Slice[] = [];
    const ofJava: number[] = [];
    const javaAnsweredBy: string[] = [];
    for (let round = 1; round <= times.rounds; round += 1) {
      ofRaw.push(await slice(raw, inFlight, times.round * 1000));
      ofSdk.push(await slice(sdk, inFlight, times.round * 1000));
      // A new JVM each time: it gets the whole warm-up each time.
      const mode = ["bench", inFlight, times.round, times.warmUp].map(String);
      const client = await startJavaClient(cluster, mode, { endpoints: [instance] });
      javaAnsweredBy.push(await client.ready);
      ofJava.push((await client.result).callsPerSecond ?? Number.NaN);
      log(
        `${inFlight} in flight, round ${round}: raw ${rate(ofRaw.at(-1))}, SDK ${rate(ofSdk.at(-1))}, Java ${Math.round(ofJava.at(-1) ?? 0)} calls/s`,
      );
    }
    raw.close();
    const sdkSlices = { name: sdk.name, slices: ofSdk };
    return {
      inFlight,
      sdkToRaw: comparisonOf(sdkSlices, { name: raw.name, slices: ofRaw }, inFlight),
      sdkToJava: ofSdk.map((each, round) => each.callsPerSecond / (ofJava[round] ?? Number.NaN)),
      java: ofJava,
      javaAnsweredBy,
    };
  } finally {
    await orb.close();
  }
}

function rate(measured: Slice | undefined): number {
  return Math.round(measured?.callsPerSecond ?? 0);
}

function figuresOf(name: string, rounds: Rounds, toRaw: Limit, toJava: Limit): readonly Figure[] {
  const { sdkToRaw, sdkToJava } = rounds;
  const throughput = 1 / sdkToRaw.timeRatio;
  return [
    {
      name: `${name}: calls a second, SDK / raw loop`,
      value: throughput,
      unit: "×",
      limit: toRaw,
      noisy: sdkToRaw.timeRatioSpread > 0.15 * sdkToRaw.timeRatio,
    },
    {
      name: `${name}: calls a second, SDK / Java client`,
      value: median(sdkToJava),
      unit: "×",
      limit: toJava,
      noisy: middleHalf(sdkToJava) > 0.25 * median(sdkToJava),
      note: `Java answered by ${[...new Set(rounds.javaAnsweredBy)].join(", ")}`,
    },
    ...comparisonFigures(name, sdkToRaw).slice(1),
    { name: `${name}: Java client`, value: median(rounds.java), unit: "calls/s" },
  ];
}
