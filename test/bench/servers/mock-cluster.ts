// A mock cluster of three members that keeps no journal.
import { MockCluster } from "@remora/mock-cluster";
import { Bench, benchName } from "../bench-interface.ts";

const cluster = await MockCluster.start({
  members: [
    { name: "i1", weight: 100 },
    { name: "i2", weight: 100 },
    { name: "i3", weight: 100 },
  ],
  journalLimit: 0,
});
cluster.bind(benchName, Bench, (member) => ({
  nothing: () => undefined,
  change: (customer) => customer,
  greet: (who) => `Hello ${who} from ${member.name}`,
}));
process.send?.({
  endpoints: cluster.endpoints,
  members: cluster.members.map(({ name, host, port }) => ({ name, host, port })),
});
process.on("disconnect", () => process.exit(0));
