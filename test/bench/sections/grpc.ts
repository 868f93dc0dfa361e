import grpc from "@grpc/grpc-js";
import { cannedStub } from "../canned-target.ts";
import { type ChildServer, startChildServer } from "../child-server.ts";
import { type Figure, isNoisyRatio, type SectionOptions, type SectionResult } from "../figure.ts";
import { grpcService } from "../grpc-service.ts";
import { type Comparison, type Contender, compare } from "../slices.ts";
import { sliceOptions } from "./slice-options.ts";

type Port = { readonly port: number };
type Unary = (request: Buffer, done: (error: Error | null, reply?: Buffer) => void) => unknown;

/** The empty call beside an empty unary call of gRPC, each to its own server process. */
export async function grpcSection({ quick }: SectionOptions): Promise<SectionResult> {
  const servers: ChildServer<Port>[] = [];
  const start = async (file: Parameters<typeof startChildServer>[0]): Promise<number> => {
    const server = await startChildServer<Port>(file);
    servers.push(server);
    return server.started.port;
  };
  try {
    const { orb, stub } = await cannedStub(await start("canned-replies"));
    const sdk = { name: "SDK", call: () => stub.nothing() };
    const whole = new GrpcContender("grpc-js", await start("grpc"));
    const client = new GrpcContender("grpc-js, plain HTTP/2 server", await start("canned-http2"));
    const sequential = await compare(sdk, whole, 1, sliceOptions(quick));
    const together = await compare(sdk, whole, 64, sliceOptions(quick));
    const clientOnly = await compare(sdk, client, 64, sliceOptions(quick));
    whole.close();
    client.close();
    await orb.close();
    return {
      figures: [
        ...figuresOf("sequential", sequential),
        ...figuresOf("64 in flight", together, 5),
        ...figuresOf("64 in flight", clientOnly),
      ],
      details: { sequential, together, clientOnly },
    };
  } finally {
    await Promise.all(servers.map((server) => server.close()));
  }
}

class GrpcContender implements Contender {
  readonly name: string;
  readonly #client: grpc.Client;
  readonly #nothing: Unary;
  readonly #empty = Buffer.alloc(0);

  constructor(name: string, port: number) {
    this.name = name;
    const Client = grpc.makeGenericClientConstructor(grpcService, "Bench");
    const client = new Client(`127.0.0.1:${port}`, grpc.credentials.createInsecure());
    this.#client = client;
    this.#nothing = (client["nothing"] as Unary).bind(client);
  }

  call(): Promise<Buffer | undefined> {
    return new Promise((resolve, reject) => {
      this.#nothing(this.#empty, (error, reply) => {
        if (error === null) resolve(reply);
        else reject(error);
      });
    });
  }

  close(): void {
    this.#client.close();
  }
}

function figuresOf(name: string, comparison: Comparison, atLeast?: number): readonly Figure[] {
  const { first, second } = comparison;
  return [
    {
      name: `${name}: calls a second, SDK / ${second.name}`,
      value: 1 / comparison.timeRatio,
      unit: "×",
      noisy: isNoisyRatio(comparison),
      ...(atLeast === undefined ? {} : { limit: { atLeast } }),
    },
    {
      name: `${name}: client CPU per call, ${second.name} / SDK`,
      value: second.cpuMicros / first.cpuMicros,
      unit: "×",
    },
    { name: `${name}: ${second.name}`, value: second.callsPerSecond, unit: "calls/s" },
  ];
}
