import { describe, expect, test } from "vitest";
import { parseLoadDocument } from "./load-document.ts";
import { LoadFailure } from "./load-failure.ts";

test("the published form", () => {
  const text = JSON.stringify({
    version: 1,
    atMs: 1_700_000_000_000,
    members: {
      i1: { figures: { sessions: 3 }, ageMs: 250 },
      i2: { figures: { sessions: "?" }, more: "is for later versions" },
    },
    more: [],
  });
  expect(parseLoadDocument(text)).toEqual({
    atMs: 1_700_000_000_000,
    figures: [
      { member: "i1", figures: { sessions: 3 }, ageMs: 250 },
      { member: "i2", figures: { sessions: "?" }, ageMs: 0 },
    ],
  });
});

test("the plain form; a name is a name, whatever JavaScript does with it", () => {
  const text = '{ "i1": { "sessions": 3 }, "__proto__": { "sessions": 0 }, "constructor": {} }';
  expect(parseLoadDocument(text)).toEqual({
    atMs: undefined,
    figures: [
      { member: "i1", figures: { sessions: 3 }, ageMs: 0 },
      { member: "__proto__", figures: { sessions: 0 }, ageMs: 0 },
      { member: "constructor", figures: {}, ageMs: 0 },
    ],
  });
});

describe("refused", () => {
  test.each([
    ["", 'answers no JSON but ""'],
    ["<html>", 'answers no JSON but "<html>"'],
    [`{${"x".repeat(500)}`, `answers no JSON but "{${"x".repeat(59)}…"`],
    ["null", "answers null and no object"],
    ["[1]", "answers a list of 1 and no object"],
    ['{ "i1": 3 }', 'the figures of "i1" must be an object, not 3'],
    ['{ "i1": null }', 'the figures of "i1" must be an object, not null'],
    ['{ "version": 2, "members": {} }', "has version 2; version 1 is known"],
    ['{ "version": "1", "members": {} }', 'has version "1"; version 1 is known'],
    ['{ "version": 1 }', "has members undefined and no object"],
    ['{ "version": 1, "members": [] }', "has members a list of 0 and no object"],
    ['{ "version": 1, "members": { "i1": {} } }', 'member "i1" has no { "figures": { … } }'],
    [
      '{ "version": 1, "members": { "i1": { "figures": [] } } }',
      'member "i1" has no { "figures": { … } }',
    ],
    [
      '{ "version": 1, "members": { "i1": { "figures": {}, "ageMs": -1 } } }',
      'member "i1" has ageMs -1; accepted: from 0',
    ],
    [
      '{ "version": 1, "members": { "i1": { "figures": {}, "ageMs": 1e999 } } }',
      'member "i1" has ageMs Infinity; accepted: from 0',
    ],
    [
      '{ "version": 1, "atMs": "now", "members": {} }',
      'has atMs "now"; accepted: milliseconds since 1970',
    ],
  ])("%s", (text, message) => {
    expect(() => parseLoadDocument(text)).toThrow(LoadFailure);
    expect(() => parseLoadDocument(text)).toThrow(message);
  });
});
