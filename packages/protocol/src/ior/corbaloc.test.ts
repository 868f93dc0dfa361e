import { describe, expect, test } from "vitest";
import { LocalProtocolError } from "../errors.ts";
import { alternateAddresses } from "./alternate-address.ts";
import {
  type Corbaloc,
  corbalocToIor,
  formatCorbaloc,
  glassFishDefaults,
  isCorbaloc,
  parseCorbaloc,
} from "./corbaloc.ts";
import { formatCorbaname, isCorbaname, parseCorbaname } from "./corbaname.ts";
import { iiopProfiles } from "./iiop-profile.ts";

const addressOf = (text: string): string =>
  formatCorbaloc(parseCorbaloc(text)).replace("corbaloc:", "").replace("/NameService", "");
const keyOf = (text: string): string => new TextDecoder().decode(parseCorbaloc(text).objectKey);

describe("corbaloc", () => {
  test.each([
    ["corbaloc::host", "iiop:1.0@host:2809"],
    ["corbaloc:iiop:host", "iiop:1.0@host:2809"],
    ["corbaloc:iiop:1.2@host", "iiop:1.2@host:2809"],
    ["corbaloc::1.1@host:3700", "iiop:1.1@host:3700"],
    ["CORBALOC:IIOP:1.2@Host:3700", "iiop:1.2@Host:3700"],
    ["corbaloc:iiop:1.2@a:1,:b:2,iiop:1.1@c", "iiop:1.2@a:1,iiop:1.0@b:2,iiop:1.1@c:2809"],
    ["corbaloc:iiop:1.2@[::1]:3700", "iiop:1.2@[::1]:3700"],
    ["corbaloc::[2001:db8::7]", "iiop:1.0@[2001:db8::7]:2809"],
    ["corbaloc::1.2@[fe80::1%eth0]:1", "iiop:1.2@[fe80::1%eth0]:1"],
    ["corbaloc::1.2@[fe80::1%25eth0]:1", "iiop:1.2@[fe80::1%eth0]:1"],
    ["corbaloc::my_host-1.example.org:9", "iiop:1.0@my_host-1.example.org:9"],
    ["corbaloc:rir:", "rir:"],
  ])("%s", (text, addresses) => {
    expect(addressOf(text)).toBe(addresses);
  });

  test("defaults of GlassFish, a default host, a default key", () => {
    expect(parseCorbaloc("corbaloc::host", glassFishDefaults).addresses).toEqual([
      { protocol: "iiop", major: 1, minor: 2, host: "host", port: 3700 },
    ]);
    expect(parseCorbaloc("corbaloc::", { host: "localhost" }).addresses).toMatchObject([
      { host: "localhost" },
    ]);
    expect(parseCorbaloc("corbaloc::h", { key: "Root" }).keyString).toBe("Root");
  });

  test.each([
    ["corbaloc::h", "NameService"],
    ["corbaloc::h/", "NameService"],
    ["corbaloc:rir:/", "NameService"],
    ["corbaloc:rir:/TradingService", "TradingService"],
    ["corbaloc::h/a/b,c:d@e", "a/b,c:d@e"],
    ["corbaloc::h/RemoraPeer/Echo/echo", "RemoraPeer/Echo/echo"],
    ["corbaloc::h/a%2fb%20c%23", "a/b c#"],
    ["corbaloc::h/a|b", "a|b"],
  ])("key of %s", (text, key) => {
    expect(keyOf(text)).toBe(key);
  });

  test("octets of a key are escaped when they may not stand for themselves", () => {
    const key = Uint8Array.of(0xaf, 0x00, 0x41, 0x20, 0x25, 0x2f, 0x23);
    const text = formatCorbaloc({ addresses: [{ protocol: "rir" }], objectKey: key });
    expect(text).toBe("corbaloc:rir:/%af%00A%20%25/%23");
    expect(parseCorbaloc(text)).toMatchObject({ objectKey: key, keyString: "%af%00A%20%25/%23" });
  });

  test.each([
    ["corbaname::h", 0, 'does not begin with "corbaloc:"'],
    ["corbaloc:h:3700", 9, 'begins with "iiop:", ":" or "rir:"'],
    ["corbaloc:ssliop:h:3700", 9, 'begins with "iiop:", ":" or "rir:"'],
    ["corbaloc:", 9, 'begins with "iiop:", ":" or "rir:"'],
    ["corbaloc:rir/x", 9, 'begins with "iiop:", ":" or "rir:"'],
    ["corbaloc::", 10, "the host is missing"],
    ["corbaloc::1.2@:3700", 14, "the host is missing"],
    ["corbaloc::h1,", 13, 'begins with "iiop:", ":" or "rir:"'],
    ["corbaloc:rir:,iiop:h", 9, '"rir:" cannot stand beside'],
    ["corbaloc:iiop:h,rir:", 9, '"rir:" cannot stand beside'],
    ["corbaloc::2.0@h", 10, 'version "2.0"'],
    ["corbaloc::1.3@h", 10, 'version "1.3"'],
    ["corbaloc::user:pw@h", 10, 'version "user:pw"'],
    ["corbaloc::h:", 12, 'port ""'],
    ["corbaloc::h:0", 12, 'port "0"'],
    ["corbaloc::h:65536", 12, 'port "65536"'],
    ["corbaloc::h:37x0", 12, 'port "37x0"'],
    ["corbaloc::::1:3700", 10, "the host is missing"],
    ["corbaloc::2001:db8::7", 15, "an IPv6 address needs brackets"],
    ["corbaloc::[::1:3700", 19, "bracket of an IPv6 address is not closed"],
    ["corbaloc::[host]:1", 11, '"host" is no IPv6 address'],
    ["corbaloc::[]:1", 11, '"" is no IPv6 address'],
    ["corbaloc::[::1]3700", 15, 'expected ",", "/" or the end'],
    ["corbaloc::h ost", 11, "a character that no host name has"],
    ["corbaloc::h/a%2", 13, '"%" without two hexadecimal digits'],
    ["corbaloc::h/a%zz", 13, '"%" without two hexadecimal digits'],
    ["corbaloc::h/a b", 13, "must be written as"],
    ["corbaloc::h/ä", 12, "must be written as"],
    ["corbaloc::h/a#b", 13, 'belong to "corbaname:"'],
    ["corbaloc::h#b", 11, 'belong to "corbaname:"'],
  ])("%s is refused", (text, position, problem) => {
    const parse = (): Corbaloc => parseCorbaloc(text);
    expect(parse).toThrow(LocalProtocolError);
    expect(parse).toThrow(problem);
    expect(parse).toThrow(`at position ${position};`);
    expect(parse).toThrow(JSON.stringify(text));
    expect(parse).toThrow("expected ");
  });

  test("is recognised by its scheme", () => {
    expect(isCorbaloc("CorbaLoc:rir:")).toBe(true);
    expect(isCorbaloc("corbaname:rir:")).toBe(false);
    expect(isCorbaname("corbaname:rir:")).toBe(true);
  });
});

describe("corbaloc as a reference", () => {
  test("addresses of 1.1 and later share a profile, 1.0 stand alone behind it", () => {
    const ior = corbalocToIor(parseCorbaloc("corbaloc::1.0@a:1,:1.2@b:2,:1.2@[::1]:3,:1.0@d:4/K"));
    const profiles = iiopProfiles(ior);
    expect(ior.typeId).toBe("");
    expect(profiles.map(({ minor, host, port }) => `1.${minor} ${host} ${port}`)).toEqual([
      "1.2 b 2",
      "1.0 a 1",
      "1.0 d 4",
    ]);
    expect(alternateAddresses(profiles[0]?.components ?? [])).toEqual([{ host: "::1", port: 3 }]);
    expect(profiles.map(({ objectKey }) => [...objectKey])).toEqual([[0x4b], [0x4b], [0x4b]]);
  });

  test("an initial reference has no address", () => {
    expect(() => corbalocToIor(parseCorbaloc("corbaloc:rir:/NameService"))).toThrow(
      LocalProtocolError,
    );
  });
});

describe("corbaname", () => {
  test.each([
    ["corbaname::h", [], "corbaname:iiop:1.0@h:2809/NameService"],
    ["corbaname::h#", [], "corbaname:iiop:1.0@h:2809/NameService"],
    ["corbaname:rir:#a", [{ id: "a", kind: "" }], "corbaname:rir:/NameService#a"],
    [
      "corbaname:iiop:1.2@127.0.0.1:46263#Echo",
      [{ id: "Echo", kind: "" }],
      "corbaname:iiop:1.2@127.0.0.1:46263/NameService#Echo",
    ],
    [
      "corbaname::h:1/Root#a/b.c",
      [
        { id: "a", kind: "" },
        { id: "b", kind: "c" },
      ],
      "corbaname:iiop:1.0@h:1/Root#a/b.c",
    ],
    ["corbaname:rir:#a%5c.b", [{ id: "a.b", kind: "" }], "corbaname:rir:/NameService#a%5c.b"],
    ["corbaname:rir:#%e2%82%ac", [{ id: "€", kind: "" }], "corbaname:rir:/NameService#%e2%82%ac"],
  ])("%s", (text, name, formatted) => {
    const corbaname = parseCorbaname(text);
    expect(corbaname.name).toEqual(name);
    expect(formatCorbaname(corbaname)).toBe(formatted);
    expect(parseCorbaname(formatted)).toEqual(corbaname);
  });

  test.each([
    ["corbaname:rir:#a//b", "an empty component"],
    ["corbaname:rir:#a%ff", "not UTF-8"],
    ["corbaname:rir:#a\\x", '"\\" before none'],
    ["corbaname:rir:#a%", '"%" without two'],
  ])("%s is refused", (text, problem) => {
    expect(() => parseCorbaname(text)).toThrow(LocalProtocolError);
    expect(() => parseCorbaname(text)).toThrow(problem);
  });
});
