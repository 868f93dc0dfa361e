// A policy that shows what it believes: how much work of ours runs at each member, and how much it was told of.
import { type Policy, pipeline } from "@remora/cluster";

/** What was told to the witness; part of the policy's state, so that a mere look counts nothing. */
interface Told {
  readonly assigned: number;
  readonly released: number;
}

/** A pipeline of one load, the work that runs, and what it knew when it was asked last. */
export interface CountedWork {
  readonly policy: Policy;
  /** Work that ran at each member before the latest decision. */
  readonly running: Record<string, number>;
  /** How often work was placed, and how often it ended or left its place, before the latest decision. */
  told: Told;
}

/** Whoever runs least; under a name of its own, so that several can be told apart. */
export function countedWork(name = "counted"): CountedWork {
  const counted: CountedWork = {
    running: {},
    told: { assigned: 0, released: 0 },
    policy: pipeline(name, {
      filters: [
        {
          name: `${name} witness`,
          initial: (): Told => ({ assigned: 0, released: 0 }),
          on: (own: unknown, { type }) => {
            const told = own as Told;
            if (type === "assigned") return { ...told, assigned: told.assigned + 1 };
            if (type === "released") return { ...told, released: told.released + 1 };
            return told;
          },
          keep: ({ name: member }, { facts, own }) => {
            counted.running[member] = facts(member).running;
            counted.told = own as Told;
            return true;
          },
        },
      ],
      load: [
        {
          name: `${name} running`,
          better: "min",
          value: ({ name: member }, { facts }) => facts(member).running,
        },
      ],
    }),
  };
  return counted;
}
