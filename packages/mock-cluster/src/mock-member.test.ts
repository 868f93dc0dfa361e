import { type CdrWriter, java } from "@remora/protocol/internal";
import { expect, test } from "vitest";
import { greet, greeterCluster, greeterKey } from "./testing/greeter-cluster.ts";
import { RawClient } from "./testing/raw-client.ts";

test("a crash refuses connections and keeps the port for the next start", async () => {
  await using cluster = await greeterCluster();
  const first = cluster.member("i1");
  const { port } = first;
  await using client = await RawClient.connect(port);
  await first.crash();
  await client.closed;
  await expect(RawClient.connect(port)).rejects.toThrow("ECONNREFUSED");
  for (let run = 0; run < 3; run++) {
    await first.start();
    await using again = await RawClient.connect(port);
    await greeterKey(again);
    await first.crash();
    await expect(RawClient.connect(port)).rejects.toThrow("ECONNREFUSED");
  }
  expect(first.counts.connectionsAccepted).toBe(4);
});

test("while it refuses, old connections live on", async () => {
  await using cluster = await greeterCluster();
  const first = cluster.member("i1");
  await using client = await RawClient.connect(first.port);
  const key = await greeterKey(client);
  await first.refuse();
  await expect(RawClient.connect(first.port)).rejects.toThrow("ECONNREFUSED");
  expect(java.string.read((await greet(client, key, "x")).body)).toBe("Hello x from i1");
  await first.accept();
  await using again = await RawClient.connect(first.port);
  await greeterKey(again);
});

test("a slow reader takes nothing in until it reads on", async () => {
  await using cluster = await greeterCluster();
  const first = cluster.member("i1");
  await using client = await RawClient.connect(first.port);
  const key = await greeterKey(client);
  first.pauseReading();
  const replies = Array.from({ length: 200 }, () => greet(client, key, "y".repeat(50_000)));
  // 20 MB do not fit into the buffers of a socket: the client feels the pressure.
  expect(client.socket.writableNeedDrain).toBe(true);
  expect(cluster.journal.count({ operation: "greet" })).toBe(0);
  first.resumeReading();
  await Promise.all(replies);
  expect(cluster.journal.executions({ operation: "greet" })).toBe(200);
});

test("connections can end without their member", async () => {
  await using cluster = await greeterCluster();
  const first = cluster.member("i1");
  for (const manner of ["fin", "reset", "closeConnection"] as const) {
    await using client = await RawClient.connect(first.port);
    await greeterKey(client);
    const before = client.messages.length;
    first.closeConnections(manner);
    await client.closed;
    expect(client.messages.length - before).toBe(manner === "closeConnection" ? 1 : 0);
  }
  expect(first.state).toBe("up");
});

test("members listen on any loopback address, IPv6 too", async () => {
  await using cluster = await greeterCluster({
    members: [
      { name: "i1", host: "127.0.0.2" },
      { name: "i2", host: "::1" },
    ],
  });
  const [first, second] = cluster.members;
  expect(cluster.endpoints).toEqual([`127.0.0.2:${first?.port}`, `[::1]:${second?.port}`]);
  for (const member of cluster.members) {
    await using client = await RawClient.connect(member.port, member.host);
    await greeterKey(client);
  }
});

test("a stop waits for a client that takes nothing, and closing the cluster ends that", async () => {
  const cluster = await greeterCluster();
  const first = cluster.member("i1");
  const client = await RawClient.connect(first.port);
  const key = await greeterKey(client);
  client.socket.pause();
  const call = { objectKey: key, operation: "bulk", write: (w: CdrWriter) => w.long(8_000_000) };
  client.send(call);
  await cluster.journal.waitFor({ operation: "bulk", state: "replied" });
  const stopped = first.stop();
  expect(first.counts.connectionsOpen).toBe(1);
  await cluster.close();
  await stopped;
  client.close();
});
