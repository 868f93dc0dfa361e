import { bench, describe } from "vitest";
import { configuredView } from "./cluster-view.ts";
import { seededRandom } from "./random.ts";
import {
  initialRotationState,
  nextHead,
  prepareRotation,
  type RotationOptions,
} from "./rotation.ts";
import { tailOf } from "./rotation-tail.ts";
import { mergeView } from "./view-merge.ts";

const weighted: RotationOptions = { policy: "ic-based-weighted" };
const members = Array.from({ length: 10_000 }, (_, index) => ({
  name: `m${index}`,
  weight: 1 + (index % 7),
  endpoints: [{ host: `h${index}`, port: 3700, security: "clear" as const }],
}));
const told = { from: undefined, members, complete: true };
const { view } = mergeView(configuredView([]), told, () => false);

describe("among 10,000 members", () => {
  const random = seededRandom(1);
  for (const options of [
    { policy: "ic-based" },
    weighted,
    { ...weighted, sequence: "smooth" },
    { ...weighted, compatibility: "glassfish" },
  ] satisfies RotationOptions[]) {
    const prepared = prepareRotation(view, options);
    if (!prepared.ok) throw new Error(prepared.problem);
    const { rotation } = prepared;
    let state = initialRotationState;
    bench(`next head, ${JSON.stringify(options)}`, () => {
      state = nextHead(rotation, state, random).state;
    });
    bench(`head and two of its tail, ${JSON.stringify(options)}`, () => {
      const head = nextHead(rotation, initialRotationState, random);
      const tail = tailOf(rotation, head.member, random);
      tail.next();
      tail.next();
    });
  }
  bench("prepare", () => {
    prepareRotation(view, weighted);
  });
  bench("merge the same list again", () => {
    mergeView(view, told, () => false);
  });
});
