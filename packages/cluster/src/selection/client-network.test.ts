import { expect, test } from "vitest";
import { isInNetwork, networkPart, parseNetwork } from "./client-network.ts";

test.each([
  ["10.0.0.0/8", "10.255.1.2", true],
  ["10.0.0.0/8", "11.0.0.0", false],
  ["194.165.31.0/27", "194.165.31.31", true],
  ["194.165.31.0/27", "194.165.31.32", false],
  ["0.0.0.0/0", "1.2.3.4", true],
  ["10.0.0.7", "10.0.0.7", true],
  ["10.0.0.7", "10.0.0.8", false],
  ["10.0.0.0/8", "::ffff:10.1.1.1", true],
  ["2001:db8::/33", "2001:db8:7fff::1", true],
  ["2001:db8::/33", "2001:db8:8000::1", false],
  ["fe80::/10", "fe80::1%eth0", true],
  ["0.0.0.0/0", "2001:db8::1", false],
  ["10.0.0.0/8", "app1.example.com", false],
])("%s and %s: %s", (network, address, expected) => {
  const parsed = parseNetwork(network);
  expect(parsed).toBeDefined();
  if (parsed !== undefined) expect(isInNetwork(address, parsed)).toBe(expected);
});

test.each([
  "10.0.0/8",
  "10.0.0.0/33",
  "10.0.0.0/8/8",
  "10.0.0.0/x",
  "name/8",
  "2001:db8::/129",
  "",
])("%j is no network", (text) => {
  expect(parseNetwork(text)).toBeUndefined();
});

test("no address belongs to no network", () => {
  expect(isInNetwork(undefined, { octets: [0, 0, 0, 0], bits: 0 })).toBe(false);
});

test("the network part is equal within a network", () => {
  expect(networkPart([10, 1, 2, 3], 24)).toBe("10.1.2.0");
  expect(networkPart([10, 1, 2, 3], 128)).toBe("10.1.2.3");
});
