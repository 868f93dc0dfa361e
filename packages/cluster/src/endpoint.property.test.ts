import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  compareEndpoints,
  type Endpoint,
  endpointKey,
  formatEndpoint,
  parseEndpoint,
  parseEndpointList,
} from "./endpoint.ts";
import { canonicalIpv6, parseIpv6 } from "./internet-address.ts";

const host = fc.oneof(fc.domain(), fc.ipV4(), fc.ipV6());
const endpoint: fc.Arbitrary<Endpoint> = fc.record({
  host,
  port: fc.integer({ min: 1, max: 65_535 }),
  security: fc.constantFrom("clear", "tls"),
});

describe("endpoints", () => {
  test("what is written can be read", () => {
    fc.assert(
      fc.property(endpoint, (each) => {
        const result = parseEndpoint(formatEndpoint(each), { defaultSecurity: each.security });
        expect(result).toEqual({ ok: true, endpoint: each });
      }),
    );
  });

  test("a list of what is written can be read, with either separator", () => {
    fc.assert(
      fc.property(
        fc.array(endpoint, { minLength: 1 }),
        fc.constantFrom(",", "+", " , "),
        (all, separator) => {
          const result = parseEndpointList(all.map(formatEndpoint).join(separator));
          expect(result).toEqual({
            ok: true,
            endpoints: all.map((each) => ({ ...each, security: "clear" })),
          });
        },
      ),
    );
  });

  test("any text gives an endpoint or a problem with a hint, and never an exception", () => {
    const text = fc.oneof(
      fc.string(),
      fc.string({ unit: fc.constantFrom(..."[]:.%+,-_ 0123456789abcfg/*\t") }),
    );
    fc.assert(
      fc.property(text, (each) => {
        const result = parseEndpoint(each);
        if (result.ok) {
          expect(result.endpoint.port).toBeGreaterThanOrEqual(1);
          expect(result.endpoint.port).toBeLessThanOrEqual(65_535);
          expect(parseEndpoint(formatEndpoint(result.endpoint))).toEqual(result);
        } else {
          expect(result.value).toBe(each.trim());
          expect(result.problem).not.toBe("");
          expect(result.hint).not.toBe("");
        }
        const list = parseEndpointList(each);
        if (list.ok) expect(list.endpoints.length).toBeGreaterThan(0);
        else expect(list.index).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 2_000 },
    );
  });

  test("the hint for a missing bracket is itself right", () => {
    fc.assert(
      fc.property(fc.ipV6(), fc.integer({ min: 1, max: 65_535 }), (address, port) => {
        const result = parseEndpoint(`${address}:${port}`);
        if (result.ok) throw new Error("an IPv6 address without brackets was accepted");
        const [, shown = ""] = /write "([^"]+)"/.exec(result.hint) ?? [];
        expect(parseEndpoint(shown).ok).toBe(true);
      }),
    );
  });

  test("keys ignore case and the way an IPv6 address is written", () => {
    fc.assert(
      fc.property(endpoint, (each) => {
        const groups = parseIpv6(each.host);
        const other = { ...each, host: each.host.toUpperCase() };
        expect(endpointKey(other)).toBe(endpointKey(each));
        expect(compareEndpoints(other, each)).toBe(0);
        if (groups === undefined) return;
        const full = groups.map((group) => group.toString(16).padStart(4, "0")).join(":");
        expect(endpointKey({ ...each, host: full })).toBe(endpointKey(each));
      }),
    );
  });

  test("the order of endpoints is one", () => {
    fc.assert(
      fc.property(endpoint, endpoint, (a, b) => {
        expect(compareEndpoints(a, b)).toBe(-compareEndpoints(b, a) + 0);
        expect(compareEndpoints(a, b) === 0).toBe(endpointKey(a) === endpointKey(b));
      }),
    );
  });

  test("the canonical form of an IPv6 address is the same address", () => {
    const groups = fc.array(fc.oneof(fc.constant(0), fc.nat(0xffff)), {
      minLength: 8,
      maxLength: 8,
    });
    fc.assert(
      fc.property(groups, (each) => {
        expect(parseIpv6(canonicalIpv6(each))).toEqual(each);
      }),
    );
  });
});
