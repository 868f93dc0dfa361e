import {
  CdrWriter,
  finishRequest,
  java,
  requestTemplate,
  writeTemplate,
} from "@remora/protocol/internal";
import { expect, test } from "vitest";
import { greet, greeterCluster, greeterKey } from "./testing/greeter-cluster.ts";
import { RawClient, usualContexts } from "./testing/raw-client.ts";

// mulberry32: the same mutations in every run with the same seed.
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function mutated(octets: Uint8Array, random: () => number): Uint8Array {
  const copy = octets.slice(0, random() < 0.2 ? Math.floor(random() * octets.length) : undefined);
  const changes = 1 + Math.floor(random() * 4);
  for (let i = 0; i < changes && copy.length > 0; i++) {
    copy[Math.floor(random() * copy.length)] = Math.floor(random() * 256);
  }
  return copy;
}

test("no octets kill a member", async () => {
  const seed = Number(process.env["REMORA_SEED"] ?? 20_260_101);
  const random = randomOf(seed);
  await using cluster = await greeterCluster({ members: ["i1"] });
  const { port } = cluster.member("i1");
  await using client = await RawClient.connect(port);
  const objectKey = await greeterKey(client);
  const template = requestTemplate({
    giopMinor: 2,
    objectKey,
    operation: "greet",
    contexts: usualContexts(),
  });
  const writer = new CdrWriter();
  writeTemplate(writer, template, 1);
  java.string.write(writer, "Ada", "who");
  finishRequest(writer, template);
  const request = writer.toBytes();
  for (let round = 0; round < 300; round++) {
    const victim = await RawClient.connect(port);
    victim.write(mutated(request, random));
    victim.socket.end();
    await victim.closed;
  }
  const reply = await greet(client, objectKey, "still here");
  expect(java.string.read(reply.body), `seed ${seed}`).toBe("Hello still here from i1");
});
