import { java, method, Orb, type RemoteInterface, remoteInterface } from "@remora/client";
import { MockCluster } from "@remora/mock-cluster";
import { expect, it } from "vitest";

interface Speaker {
  whoami(): Promise<string | null>;
}
const Speaker: RemoteInterface<Speaker> = remoteInterface<Speaker>("remora.test.Speaker", {
  whoami: method([], java.string),
});

it("one call finds that a member's application is gone; all other references to the bean are spared it", async () => {
  await using cluster = await MockCluster.start({ members: ["i1", "i2", "i3"] });
  cluster.bind("java:global/test/Speaker", Speaker, ({ name }) => ({ whoami: () => name }));
  let now = 0;
  await using orb = new Orb({ endpoints: cluster.endpoints, now: () => now });
  const speakers: Speaker[] = [];
  for (let n = 0; n < 30; n++) {
    const context = await orb.createInitialContext();
    const speaker = await context.lookup("java:global/test/Speaker", Speaker);
    await speaker.whoami();
    speakers.push(speaker);
  }
  const refused = (): number =>
    cluster.journal.count({ where: ({ answer }) => answer === "OBJECT_NOT_EXIST" });
  const stop = cluster.member("i1").beginStop({ byHand: true });
  stop.refuseCalls();
  const answers: (string | null)[] = [];
  for (const speaker of speakers) answers.push(await speaker.whoami());
  expect(answers).not.toContain("i1");
  expect(refused()).toBe(1);
  // After its pause the key is tried there again, by whoever still stands there: nobody does.
  now += 1_001;
  for (const speaker of speakers) await speaker.whoami();
  expect(refused()).toBe(1);
  stop.closeConnections();
  await stop.finished;
});
