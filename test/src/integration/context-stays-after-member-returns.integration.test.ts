import {
  type InitialContext,
  java,
  method,
  Orb,
  type RemoteInterface,
  remoteInterface,
} from "@remora/client";
import { MockCluster } from "@remora/mock-cluster";
import { expect, it } from "vitest";

interface Speaker {
  whoami(): Promise<string | null>;
}
const Speaker: RemoteInterface<Speaker> = remoteInterface<Speaker>("remora.test.Speaker", {
  whoami: method([], java.string, { idempotent: true }),
});

it("contexts that left a dead member stay where they went when it returns, also those that another call led there", async () => {
  await using cluster = await MockCluster.start({ members: ["i1", "i2", "i3"] });
  cluster.bind("java:global/test/Speaker", Speaker, ({ name }) => ({ whoami: () => name }));
  await using orb = new Orb({ endpoints: cluster.endpoints });
  const made: { readonly context: InitialContext; readonly speaker: Speaker }[] = [];
  for (let n = 0; n < 12; n++) {
    const context = await orb.createInitialContext();
    const speaker = await context.lookup("java:global/test/Speaker", Speaker);
    await speaker.whoami();
    made.push({ context, speaker });
  }
  const everybody = async (): Promise<(string | null)[]> =>
    await Promise.all(made.map(({ speaker }) => speaker.whoami()));
  const dead = made[0]?.context.member ?? "";
  const recovered = new Promise<void>((resolve) => {
    orb.events.once("endpointRecovered", () => resolve());
  });
  await cluster.member(dead).crash();
  const during = await everybody();
  expect(during).not.toContain(dead);
  await cluster.member(dead).start();
  await recovered;
  expect(await everybody()).toEqual(during);
  expect(made.map(({ context }) => context.member)).toEqual(during);
});
