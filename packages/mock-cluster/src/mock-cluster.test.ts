import { java, method, ReplyStatus, remoteInterface } from "@remora/protocol/internal";
import { expect, test } from "vitest";
import { MockCluster } from "./mock-cluster.ts";
import { createBean, profileOf, RawClient, usualContexts } from "./testing/raw-client.ts";

interface Greeter {
  greet(who: string | null): Promise<string | null>;
}
const Greeter = remoteInterface<Greeter>("com.acme.Greeter", {
  greet: method([java.string], java.string),
});
const homeName = "java:global/shop/Greeter__3_x_Internal_RemoteBusinessHome__";
const generated = "com.acme._Greeter_Remote";

async function greeterCluster(names: readonly string[] = ["i1", "i2"]): Promise<MockCluster> {
  const cluster = await MockCluster.start({ members: names });
  cluster.bind("java:global/shop/Greeter", Greeter, (member) => ({
    greet: async (who) => `Hello ${who} from ${member.name}`,
  }));
  return cluster;
}

test("naming, home, greet", async () => {
  await using cluster = await greeterCluster();
  await using client = await RawClient.connect(cluster.member("i1").port);
  const greeter = await createBean(client, homeName, generated);
  expect(greeter.typeId).toBe("RMI:com.acme._Greeter_Remote:0000000000000000");
  const reply = await client.call({
    objectKey: profileOf(greeter).objectKey,
    operation: "greet",
    contexts: usualContexts(cluster.member("i1").label),
    write: (writer) => java.string.write(writer, "Ada", "who"),
  });
  expect(reply.status).toBe(ReplyStatus.noException);
  expect(java.string.read(reply.body)).toBe("Hello Ada from i1");
  expect(reply.contexts.map((context) => context.id)).toEqual([0x4e454f00]);
  const [entry] = await cluster.journal.waitFor({ operation: "greet" });
  expect(entry).toMatchObject({ member: "i1", args: ["Ada"], executed: true, reply: "sent" });
  expect(cluster.journal.executions((call) => call.args[0] === "Ada")).toBe(1);
});
