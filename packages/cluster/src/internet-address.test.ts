import { describe, expect, test } from "vitest";
import { addressScope, canonicalIpv6, parseIpv6 } from "./internet-address.ts";

describe("addressScope", () => {
  test.each([
    ["0.0.0.0", "any"],
    ["::", "any"],
    ["0:0::0", "any"],
    ["::ffff:0.0.0.0", "any"],
    ["127.0.0.1", "loopback"],
    ["127.9.9.9", "loopback"],
    ["::1", "loopback"],
    ["::ffff:127.0.0.1", "loopback"],
    ["localhost", "loopback"],
    ["LocalHost", "loopback"],
    ["app.localhost", "loopback"],
    ["169.254.1.2", "link-local"],
    ["fe80::1%eth0", "link-local"],
    ["febf::1", "link-local"],
    ["fec0::1", "other"],
    ["10.0.0.5", "other"],
    ["2001:db8::1", "other"],
    ["::ffff:10.0.0.5", "other"],
    ["app1.example.com", "name"],
    ["localhost.example.com", "name"],
    ["1.2.3", "name"],
    ["not:an:address", "name"],
  ])("%s is %s", (host, scope) => {
    expect(addressScope(host)).toBe(scope);
  });
});

describe("IPv6 literals", () => {
  test.each([
    ["::", [0, 0, 0, 0, 0, 0, 0, 0]],
    ["1::", [1, 0, 0, 0, 0, 0, 0, 0]],
    ["1:2:3:4:5:6:1.2.3.4", [1, 2, 3, 4, 5, 6, 0x102, 0x304]],
    ["::ABCD", [0, 0, 0, 0, 0, 0, 0, 0xabcd]],
  ])("%s", (text, groups) => {
    expect(parseIpv6(text)).toEqual(groups);
  });

  test.each([
    "",
    ":",
    ":::",
    "1::2::3",
    "1:2:3:4:5:6:7",
    "12345::",
    "g::",
    "1.2.3.4::",
    "::1.2.3",
    "1:2:3:4:5:6:7::8",
    "::1:",
  ])("%s is none", (text) => {
    expect(parseIpv6(text)).toBeUndefined();
  });

  test.each([
    [[0, 0, 0, 0, 0, 0, 0, 0], "::"],
    [[1, 0, 0, 0, 0, 0, 0, 0], "1::"],
    [[0, 0, 0, 0, 0, 0, 0, 1], "::1"],
    [[1, 0, 0, 2, 0, 0, 0, 3], "1:0:0:2::3"],
    [[1, 0, 2, 0, 3, 0, 4, 0], "1:0:2:0:3:0:4:0"],
  ])("canonical form of %j", (groups, text) => {
    expect(canonicalIpv6(groups)).toBe(text);
  });
});
