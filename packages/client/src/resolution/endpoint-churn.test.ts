import type { Endpoint } from "@remora/cluster";
import { expect, test } from "vitest";
import { resolveOptions } from "../options.ts";
import { OrbRuntime } from "../orb-runtime.ts";

function endpointOf(host: string): Endpoint {
  return { host, port: 3700, security: "clear" };
}

test("119. OutlierDetection can leak subchannels in AddressTracker", async () => {
  let now = 0;
  const options = { now: () => now, discovery: false, seed: 1 };
  const runtime = new OrbRuntime(options, resolveOptions(options));
  const { registry, health, avoided } = runtime;
  const first = endpointOf("first.test");
  const { cluster } = runtime.cluster([first]);
  const perGeneration = 100;
  for (let generation = 0; generation < 100; generation++) {
    const members = Array.from({ length: perGeneration }, (_, n) => {
      const number = generation * perGeneration + n;
      return { name: `m${number}`, weight: 1, endpoints: [endpointOf(`m${number}.test`)] };
    });
    cluster.feed(
      {
        from: "first",
        fromEndpoint: first,
        members: [{ name: "first", weight: 1, endpoints: [first] }, ...members],
        complete: true,
      },
      "discovery",
    );
    for (const { name } of members) {
      const endpoint = cluster.endpointOf(name);
      if (endpoint === undefined) throw new Error(`${name} has no endpoint`);
      Object.assign(endpoint, { soleAddress: true, remoteAddress: `address of ${name}` });
      registry.noteConnected(endpoint);
      for (let failure = 0; failure < 5; failure++) health.failed(endpoint, "down");
      avoided.avoid(endpoint, new Uint8Array([1, 2, 3]), 1_000);
    }
    expect(health.records.size).toBe(perGeneration);
    expect([...registry.all()]).toHaveLength(perGeneration + 1);
    expect(avoided.size).toBeLessThanOrEqual(perGeneration);
    now += 10_000;
  }
  const living = new Set([...registry.all()].map(({ key }) => key));
  expect([...health.records.keys()].every((key) => living.has(key))).toBe(true);
  await runtime.close("end of test", 0);
});
