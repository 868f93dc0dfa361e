import {
  java,
  readSystemException,
  readUnknownExceptionInfo,
  SERVICE_CONTEXT,
} from "@remora/protocol/internal";
import { expect, test } from "vitest";
import {
  Greeter,
  greet,
  greeterCluster,
  greeterKey,
  greeterNames,
} from "./testing/greeter-cluster.ts";
import { createBean, lookup, profileOf, RawClient } from "./testing/raw-client.ts";

test("a stop without traffic closes at once, without CloseConnection, and the member leaves", async () => {
  await using cluster = await greeterCluster();
  const first = cluster.member("i1");
  await using client = await RawClient.connect(first.port);
  await greeterKey(client);
  const before = client.messages.length;
  await first.stop();
  await client.closed;
  expect(client.messages.length).toBe(before);
  expect(first.state).toBe("down");
  expect(first.inGroup).toBe(false);
  await expect(RawClient.connect(first.port)).rejects.toThrow("ECONNREFUSED");
});

test("running calls are answered, late ones run and get UNKNOWN, then the adapter is gone", async () => {
  await using cluster = await greeterCluster();
  const first = cluster.member("i1");
  await using client = await RawClient.connect(first.port);
  const key = await greeterKey(client);
  const running = cluster.faults.when((call) => call.args[0] === "running", {
    hold: "beforeExecute",
  });
  const early = greet(client, key, "running");
  await running.struck();
  const stop = first.beginStop({ lateCalls: 1, refusedCalls: 2 });
  expect(first.state).toBe("stopping");
  running.release();
  const late = await greet(client, key, "late");
  const exception = readSystemException(late.body);
  expect(exception).toMatchObject({ name: "UNKNOWN", minor: 0x4f4d_0007, completed: "maybe" });
  const info = late.context(SERVICE_CONTEXT.unknownExceptionInfo) ?? new Uint8Array();
  expect(readUnknownExceptionInfo(info)).toMatchObject({
    javaClass: "jakarta.ejb.EJBException",
    message: "Attempt to invoke when container is in STOPPED",
  });
  expect(
    cluster.journal.executions({ operation: "greet", where: (c) => c.args[0] === "late" }),
  ).toBe(1);
  // The held call had arrived before the stop, though its servant ran after it began.
  expect(java.string.read((await early).body)).toBe("Hello running from i1");
  for (let i = 0; i < 2; i++) {
    const refused = await greet(client, key, "refused");
    expect(readSystemException(refused.body)).toMatchObject({
      name: "OBJECT_NOT_EXIST",
      minor: 0x5355_0002,
      completed: "no",
    });
  }
  await stop.finished;
  await client.closed;
});

test("steps by hand: a call that runs is waited for and answered", async () => {
  await using cluster = await greeterCluster();
  const first = cluster.member("i1");
  await using client = await RawClient.connect(first.port);
  const key = await greeterKey(client);
  let answer: (text: string) => void = () => {};
  cluster.bind("java:global/shop/Slow", Greeter, () => ({
    greet: () =>
      new Promise<string>((resolve) => {
        answer = resolve;
      }),
    bulk: () => "",
    nothing: () => undefined,
  }));
  const slow = profileOf(
    await createBean(
      client,
      "java:global/shop/Slow__3_x_Internal_RemoteBusinessHome__",
      greeterNames.generated,
    ),
  ).objectKey;
  const running = greet(client, slow, "x");
  await cluster.journal.waitFor({
    bean: "java:global/shop/Slow",
    operation: "greet",
    state: "executing",
  });
  const stop = first.beginStop({ byHand: true });
  stop.refuseCalls();
  answer("waited for");
  expect(java.string.read((await running).body)).toBe("waited for");
  expect(readSystemException((await greet(client, key, "x")).body).minor).toBe(0x5355_0002);
  // Naming still works, and no longer finds the application.
  expect((await lookup(client, greeterNames.home)).status).toBe(1);
  stop.closeConnections();
  await stop.finished;
});

test("the port opens before the application is there", async () => {
  await using cluster = await greeterCluster();
  const first = cluster.member("i1");
  await using before = await RawClient.connect(first.port);
  const key = await greeterKey(before);
  await first.stop();
  await first.start({ application: false });
  expect(first.state).toBe("starting");
  await using client = await RawClient.connect(first.port);
  expect(readSystemException((await greet(client, key, "x")).body).minor).toBe(0x5355_0002);
  first.deploy();
  expect(first.state).toBe("up");
  expect(java.string.read((await greet(client, key, "x")).body)).toBe("Hello x from i1");
});

test("frozen, it accepts and says nothing; thawed, it answers what had come", async () => {
  await using cluster = await greeterCluster();
  const first = cluster.member("i1");
  await using client = await RawClient.connect(first.port);
  const key = await greeterKey(client);
  const held = cluster.faults.next("greet", { hold: "beforeReply" });
  const executed = greet(client, key, "executed before");
  await held.struck();
  await cluster.journal.waitFor({ operation: "greet", state: "finished" });
  first.freeze();
  held.release();
  await using late = await RawClient.connect(first.port);
  const sent = greet(late, key, "sent while frozen");
  const { journal } = cluster;
  expect(journal.count({ operation: "greet", state: "replied" })).toBe(0);
  expect(first.state).toBe("frozen");
  first.thaw();
  expect(java.string.read((await executed).body)).toBe("Hello executed before from i1");
  expect(java.string.read((await sent).body)).toBe("Hello sent while frozen from i1");
});

test("a stop that waits for calls ends with its cluster", async () => {
  const cluster = await greeterCluster();
  const stopping = cluster.member("i1").stop({ lateCalls: 5, refusingMs: 3_600_000 });
  await cluster.close();
  await stopping;
  expect(cluster.member("i1").state).toBe("down");
});

test("late calls may be answered otherwise", async () => {
  await using cluster = await greeterCluster();
  await using client = await RawClient.connect(cluster.member("i1").port);
  const key = await greeterKey(client);
  cluster.member("i1").beginStop({ byHand: true, lateAnswer: "result" });
  expect(java.string.read((await greet(client, key, "x")).body)).toBe("Hello x from i1");
  const lateAnswer = { name: "BAD_INV_ORDER", minor: 4, completed: "no" } as const;
  cluster.member("i2").beginStop({ byHand: true, lateAnswer });
  await using other = await RawClient.connect(cluster.member("i2").port);
  expect(readSystemException((await greet(other, key, "x")).body)).toMatchObject(lateAnswer);
});
