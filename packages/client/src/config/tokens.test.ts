import { describe, expect, it } from "vitest";
import { replaceTokens } from "./tokens.ts";

const sources = {
  properties: { "app.host": "app1", both: "property", loop: "${loop}" },
  environment: { APP_PORT: "3701", both: "environment" },
};

describe("replaceTokens", () => {
  it.each([
    ["plain", "plain"],
    ["${app.host}", "app1"],
    ["x-${app.host}-${APP_PORT}", "x-app1-3701"],
    ["${ENV=APP_PORT}", "3701"],
    ["${both}", "property"],
    ["${ENV=both}", "environment"],
    ["${ app.host }", "app1"],
    ["$app.host $ {x}", "$app.host $ {x}"],
  ])("%j → %j", (text, expected) => {
    expect(replaceTokens(text, sources)).toEqual({ ok: true, text: expected });
  });

  it("does not replace inside a replaced text", () => {
    expect(replaceTokens("${loop}", sources)).toEqual({ ok: true, text: "${loop}" });
  });

  it("names an unknown token and the near one", () => {
    expect(replaceTokens("${app.hots}", sources)).toMatchObject({
      ok: false,
      problem: expect.stringContaining('unknown token "${app.hots}" (did you mean "app.host"?)'),
    });
    expect(replaceTokens("${constructor}", sources)).toMatchObject({ ok: false });
    expect(replaceTokens("${ENV=app.host}", sources)).toMatchObject({ ok: false });
  });

  it("says what an alias and an unclosed token are", () => {
    expect(replaceTokens("${ALIAS=pw}", sources)).toMatchObject({
      problem: expect.stringContaining("password alias"),
    });
    expect(replaceTokens("${app.host", sources)).toMatchObject({
      problem: 'the token "${app.host" has no closing "}"',
    });
  });
});
