import {
  java as javaTypes,
  method,
  Orb,
  type RemoteInterface,
  remoteInterface,
} from "@remora/client";
import { GlassFishCluster } from "../../src/support/peers/glassfish-cluster.ts";
import { startJavaClient } from "../../src/support/peers/glassfish-java-client.ts";
import { missingTools } from "../../src/support/peers/java.ts";
import {
  cpuFigure,
  type Figure,
  isNoisyRatio,
  type Limit,
  rateFigure,
  type SectionOptions,
  type SectionResult,
} from "../figure.ts";
import type { RawLoop } from "../raw-loop.ts";
import { rawLoopLike } from "../same-octets.ts";
import { type Comparison, type Contender, comparisonOf, type Slice, slice } from "../slices.ts";
import { median, middleHalf } from "../statistics.ts";

interface Greeter {
  nothing(): Promise<void>;
  whoami(): Promise<string>;
}

const Greeter: RemoteInterface<Greeter> = remoteInterface<Greeter>("remora.shop.Greeter", {
  nothing: method([], javaTypes.void),
  whoami: method([], javaTypes.string),
});

/** A reply to the empty call is short; one that carries an update of the membership is not. */
const longestPlainReply = 200;

/** How long things take, in seconds. */
interface Times {
  readonly warmUp: number;
  readonly round: number;
  readonly rounds: number;
}

/** Slices of the two contenders of this process, in which a round alternates. */
const sliceMs = 500;

interface JavaRound {
  readonly callsPerSecond: number;
  /** The instance that answered. */
  readonly answeredBy: string;
  readonly residentBytes: number;
}

interface Rounds {
  readonly sdkToRaw: Comparison;
  /** Calls a second, round by round. */
  readonly sdkToJava: readonly number[];
  readonly java: readonly JavaRound[];
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
  const callers = new Map<string, Caller>();
  const ofRaw: Slice[] = [];
  const ofSdk: Slice[] = [];
  const sdkToJava: number[] = [];
  const java: JavaRound[] = [];
  try {
    for (let round = 1; round <= times.rounds; round += 1) {
      // The Java client chooses its instance. It goes first, and the others follow it there: its warm-up of the
      // server is theirs too.
      const javaRound = await callFromJava(cluster, inFlight, times);
      const instance = javaRound.answeredBy;
      const caller = callers.get(instance) ?? (await Caller.at(cluster, instance));
      callers.set(instance, caller);
      log(`${inFlight} in flight, round ${round} at ${instance}: Java ${perSecond(javaRound)}`);
      if (round === 1) await caller.warmUp(inFlight, times.warmUp * 1000);
      const { raw, sdk } = await caller.round(inFlight, times.round * 1000);
      log(`  raw loop ${perSecond(...raw)}, SDK ${perSecond(...sdk)}`);
      ofRaw.push(...raw);
      ofSdk.push(...sdk);
      java.push(javaRound);
      sdkToJava.push(rateOf(sdk) / javaRound.callsPerSecond);
    }
    return {
      sdkToRaw: comparisonOf(
        { name: "SDK", slices: ofSdk },
        { name: "raw loop", slices: ofRaw },
        inFlight,
      ),
      sdkToJava,
      java,
    };
  } finally {
    for (const caller of callers.values()) await caller.close();
  }
}

/** Raw loop and SDK on one instance, with the same octets and the right label. */
class Caller {
  readonly #orb: Orb;
  readonly #raw: RawLoop;
  readonly #sdk: Contender;

  private constructor(orb: Orb, raw: RawLoop, sdk: Contender) {
    this.#orb = orb;
    this.#raw = raw;
    this.#sdk = sdk;
  }

  static async at(cluster: GlassFishCluster, instance: string): Promise<Caller> {
    const { host, port } = cluster.instance(instance);
    const orb = new Orb({ endpoints: `${host}:${port}`, discovery: false });
    try {
      const context = await orb.createInitialContext();
      const name = `java:global/${cluster.app}/GreeterBean!remora.shop.Greeter`;
      const stub = await context.lookup(name, Greeter);
      // The first replies bring the label that the raw loop needs too.
      for (let call = 0; call < 100; call += 1) await stub.nothing();
      const answeredBy = await stub.whoami();
      if (answeredBy !== instance) throw new Error(`${answeredBy} answers at ${instance}`);
      const sdk = { name: "SDK", call: () => stub.nothing() };
      return new Caller(orb, await rawLoopLike(sdk.call, host, port), sdk);
    } catch (error) {
      await orb.close();
      throw error;
    }
  }

  async warmUp(inFlight: number, milliseconds: number): Promise<void> {
    await slice(this.#sdk, inFlight, milliseconds / 2);
    await slice(this.#raw, inFlight, milliseconds / 2);
  }

  /** So long of each, in alternating slices. */
  async round(
    inFlight: number,
    milliseconds: number,
  ): Promise<{ readonly raw: readonly Slice[]; readonly sdk: readonly Slice[] }> {
    const raw: Slice[] = [];
    const sdk: Slice[] = [];
    for (let done = 0; done < milliseconds; done += sliceMs) {
      raw.push(await slice(this.#raw, inFlight, sliceMs));
      sdk.push(await slice(this.#sdk, inFlight, sliceMs));
    }
    if (this.#raw.replyOctets > longestPlainReply) {
      throw new Error(`the label was wrong: replies had ${this.#raw.replyOctets} octets`);
    }
    return { raw, sdk };
  }

  async close(): Promise<void> {
    this.#raw.close();
    await this.#orb.close();
  }
}

/** A new JVM each time, so it gets the whole warm-up each time. */
async function callFromJava(
  cluster: GlassFishCluster,
  inFlight: number,
  times: Times,
): Promise<JavaRound> {
  const mode = ["bench", inFlight, times.round, times.warmUp].map(String);
  const client = await startJavaClient(cluster, mode);
  const answeredBy = await client.ready;
  const { callsPerSecond = Number.NaN, residentBytes } = await client.result;
  return { callsPerSecond, answeredBy, residentBytes };
}

function rateOf(slices: readonly { readonly callsPerSecond: number }[]): number {
  return median(slices.map(({ callsPerSecond }) => callsPerSecond));
}

function perSecond(...slices: readonly { readonly callsPerSecond: number }[]): string {
  return `${Math.round(rateOf(slices))} calls/s`;
}

function figuresOf(name: string, rounds: Rounds, toRaw: Limit, toJava: Limit): readonly Figure[] {
  const { sdkToRaw, sdkToJava, java } = rounds;
  const throughput = 1 / sdkToRaw.timeRatio;
  return [
    {
      name: `${name}: calls a second, SDK / raw loop`,
      value: throughput,
      unit: "×",
      limit: toRaw,
      noisy: isNoisyRatio(sdkToRaw),
    },
    {
      name: `${name}: calls a second, SDK / Java client`,
      value: median(sdkToJava),
      unit: "×",
      limit: toJava,
      noisy: middleHalf(sdkToJava) > 0.25 * median(sdkToJava),
      note: `Java was answered by ${[...new Set(java.map((each) => each.answeredBy))].join(", ")}`,
    },
    cpuFigure(name, sdkToRaw),
    rateFigure(name, sdkToRaw.first),
    rateFigure(name, sdkToRaw.second),
    {
      name: `${name}: Java client`,
      value: rateOf(java),
      unit: "calls/s",
    },
  ];
}
