import { expect, test } from "vitest";
import { seededRandom } from "../random.ts";
import { best } from "./best-chooser.ts";
import { notDrained, notFailed } from "./common-filters.ts";
import { pipeline } from "./pipeline.ts";
import type { Selected } from "./policy.ts";
import type { Chooser, Filter, Load } from "./stage.ts";

const members = [{ name: "a" }, { name: "b" }, { name: "c" }];
const circumstances = { nowMs: 0, random: seededRandom(1) };
const names = ({ selection }: Selected<unknown>): readonly string[] =>
  selection.chosen.map(({ name }) => name);

/** In turn, with the place as its own state. */
const inTurn: Chooser<number> = {
  name: "in turn",
  initial: () => 0,
  choose: (candidates, _load, { own }) => {
    const found = candidates[own % candidates.length];
    return { chosen: found === undefined ? [] : [found], how: `number ${own}`, own: own + 1 };
  },
};

test("a chooser of one's own with a state, under filters of the package", () => {
  const policy = pipeline("turns", { filters: [notDrained, notFailed], chooser: inTurn });
  let state = policy.initial(members);
  const found: string[] = [];
  for (let count = 0; count < 6; count += 1) {
    if (count === 3) state = policy.on(state, { type: "drained", member: "b" });
    const next = policy.select(state, {}, circumstances);
    state = next.state;
    found.push(...names(next));
  }
  expect(found).toEqual(["a", "b", "c", "c", "a", "c"]);
});

test("a load and a filter of one's own, and the best of the package", () => {
  const length: Load = { name: "length", better: "max", value: ({ name }) => name.length };
  const short: Filter = {
    name: "short",
    keep: ({ name }) => name.length < 4 || `has ${name.length} letters`,
  };
  const policy = pipeline("names", { filters: [short], load: [length], chooser: best });
  const list = ["x", "xxx", "xx", "xxxx"].map((name) => ({ name }));
  const found = policy.select(policy.initial(list), {}, circumstances);
  expect(names(found)).toEqual(["xxx"]);
  expect(found.selection.explanation.candidates).toEqual([
    { name: "x", outcome: "not chosen", reason: "not the best", value: 1 },
    { name: "xxx", outcome: "chosen", reason: "highest length (3)", value: 3 },
    { name: "xx", outcome: "not chosen", reason: "not the best", value: 2 },
    { name: "xxxx", outcome: "removed", reason: "has 4 letters" },
  ]);
});

test("another policy goes on with the same state; a stage that is new to it begins with its first", () => {
  const before = pipeline("before", { filters: [notDrained] });
  let state = before.initial(members);
  state = before.on(state, { type: "drained", member: "a" });
  state = before.select(state, {}, circumstances).state;
  const after = pipeline("after", { filters: [notDrained], chooser: inTurn });
  const next = after.select(state, {}, circumstances);
  expect(names(next)).toEqual(["b"]);
  expect(names(after.select(next.state, {}, circumstances))).toEqual(["c"]);
});

test("a state is a value: deciding twice from it gives the same twice", () => {
  const policy = pipeline("turns", { chooser: inTurn });
  const state = policy.initial(members);
  const once = policy.select(state, {}, circumstances);
  const twice = policy.select(state, {}, circumstances);
  expect(names(once)).toEqual(names(twice));
  expect(once.state).toEqual(twice.state);
});

test("a chooser that names a stranger as an alternate does not go on for ever", () => {
  const stubborn: Chooser = {
    name: "stubborn",
    choose: () => ({ chosen: [{ name: "a" }], how: "always a" }),
  };
  const policy = pipeline("stubborn", { chooser: stubborn });
  const { selection } = policy.select(policy.initial(members), {}, circumstances);
  expect([...selection.alternates()]).toEqual([]);
});

test("a stage under a word that nobody knows is refused: it would silently not act", () => {
  const misspelt: object = { filter: [notFailed] };
  expect(() => pipeline("mine", misspelt)).toThrow(
    'stages: "filter" is no option; did you mean "filters"?',
  );
});
