import type { Endpoint } from "@remora/cluster";
import { expect, test } from "vitest";
import type {
  ConnectOutcome,
  EndpointListener,
  RemoteEndpoint,
} from "../connection/remote-endpoint.ts";
import type { ByteStream, Transport } from "../transport/transport.ts";
import { compileAddressMap } from "./address-map.ts";
import { EndpointRegistry } from "./endpoint-registry.ts";

const settings = {
  silenceProbeMs: 60_000,
  idleCloseMs: 60_000,
  maxMessageBytes: 1_000_000,
  maxFragmentBytes: 256_000,
  maxQueuedBytes: 1_000_000,
  connectTimeoutMs: 60_000,
  staggerMs: 60_000,
  maxConnectionsPerEndpoint: 1,
};

/** A registry over names that can be made to move; every address accepts, and is noted when it is dialled. */
function network(names: Record<string, readonly string[]>, map?: Record<string, string>) {
  const dialled: string[] = [];
  const transport: Transport = {
    resolve: async (host) => names[host] ?? [host],
    connect: async ({ address, port }) => {
      dialled.push(address);
      const stream: ByteStream = {
        remoteAddress: address,
        remotePort: port,
        write: () => true,
        end: () => {},
        destroy: () => {},
      };
      return stream;
    },
  };
  let connections = 0;
  const listener: EndpointListener = {
    onConnected: (endpoint) => registry.noteConnected(endpoint),
    onConnectFailed: () => {},
    onConnectionClosed: () => {},
    onSuspect: () => {},
    onAlive: () => {},
    onLateReply: () => {},
    nextConnectionNumber: () => ++connections,
    refuseAddress: () => undefined,
  };
  const registry: EndpointRegistry = new EndpointRegistry(
    compileAddressMap(map),
    settings,
    transport,
    listener,
  );
  return { registry, dialled, names };
}

function at(host: string): Endpoint {
  return { host, port: 3700, security: "clear" };
}

async function open(endpoint: RemoteEndpoint): Promise<void> {
  const outcome: ConnectOutcome = await endpoint.open();
  if (!outcome.ok) throw new Error(outcome.problem.message);
  outcome.connection.destroy("end of the connect");
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test("two texts of one address are one endpoint, and the number stands for the name", async () => {
  const { registry, dialled } = network({ "app1.test": ["192.0.2.1"] });
  const [name, number] = [registry.of(at("app1.test")), registry.of(at("192.0.2.1"))];
  name.label = new Uint8Array([1]);
  await open(name);
  expect(registry.of(at("192.0.2.1"))).toBe(number);
  await open(number);
  expect(registry.of(at("app1.test"))).toBe(number);
  expect(number.canonical).toBe(number);
  expect(number.label).toEqual(new Uint8Array([1]));
  expect(dialled).toEqual(["192.0.2.1", "192.0.2.1"]);
});

test("a name that has moved stands for itself again, and no number is dialled by it", async () => {
  const { registry, dialled, names } = network({ "app1.test": ["192.0.2.1"] });
  const [name, number] = [registry.of(at("app1.test")), registry.of(at("192.0.2.1"))];
  await open(name);
  await open(number);
  const { changes } = registry;
  names["app1.test"] = ["192.0.2.2"];
  dialled.length = 0;
  await open(registry.of(at("192.0.2.1")));
  expect(dialled).toEqual(["192.0.2.1"]);
  await turn();
  expect(registry.changes).toBeGreaterThan(changes);
  expect(registry.of(at("app1.test"))).toBe(name);
  await open(registry.of(at("app1.test")));
  expect(dialled).toEqual(["192.0.2.1", "192.0.2.2"]);
  expect(registry.of(at("192.0.2.2"))).not.toBe(number);
});

test("a name that leads others and moves leaves them, and their label, where they are", async () => {
  const { registry, names } = network({ "a.test": ["192.0.2.1"], "b.test": ["192.0.2.1"] });
  const [a, b] = [registry.of(at("a.test")), registry.of(at("b.test"))];
  await open(a);
  await open(b);
  expect(b.canonical).toBe(a);
  a.label = new Uint8Array([7]);
  names["a.test"] = ["192.0.2.9"];
  await open(a);
  expect([a.canonical, b.canonical]).toEqual([a, b]);
  expect([a.label, b.label]).toEqual([undefined, new Uint8Array([7])]);
  names["a.test"] = ["192.0.2.1"];
  await open(a);
  expect(a.canonical).toBe(b);
});

test("a name that gets several addresses is nobody's other text any more", async () => {
  const { registry, names } = network({ "a.test": ["192.0.2.1"], "b.test": ["192.0.2.1"] });
  const [a, b] = [registry.of(at("a.test")), registry.of(at("b.test"))];
  await open(a);
  await open(b);
  names["a.test"] = ["192.0.2.1", "192.0.2.2"];
  await open(a);
  expect([a.canonical, b.canonical]).toEqual([a, b]);
});

test("an endpoint is known by what servers advertise: through the address map, and through its twins", async () => {
  const { registry } = network(
    { "app1.test": ["203.0.113.7"] },
    { "10.0.0.5": "203.0.113.7", "10.0.0.6": "app1.test" },
  );
  const [mapped, other] = [registry.of(at("10.0.0.5")), registry.of(at("10.0.0.6"))];
  expect(mapped.isKnownAs(at("10.0.0.5"))).toBe(true);
  expect(mapped.isKnownAs(at("203.0.113.7"))).toBe(true);
  expect(mapped.isKnownAs({ ...at("10.0.0.5"), port: 1 })).toBe(false);
  expect(mapped.isKnownAs(at("10.0.0.6"))).toBe(false);
  await open(other);
  await open(mapped);
  expect(other.canonical).toBe(mapped);
  expect(mapped.isKnownAs(at("10.0.0.6"))).toBe(true);
  expect(mapped.isKnownAs(at("app1.test"))).toBe(true);
});
