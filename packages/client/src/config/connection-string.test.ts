import { describe, expect, it } from "vitest";
import {
  parseConnectionString,
  settingsFromConnectionString,
  settingsFromTargetServers,
} from "./connection-string.ts";

function endpointsOf(text: string): string {
  const parsed = parseConnectionString(text);
  if (!parsed.ok) throw new Error(parsed.problem);
  return parsed.endpoints
    .map(({ host, port, security }) => `${host}|${port}|${security}`)
    .join(" ");
}

function problemOf(text: string): string {
  const parsed = parseConnectionString(text);
  if (parsed.ok) throw new Error(`"${text}" was accepted`);
  return parsed.problem;
}

describe("parseConnectionString", () => {
  it.each([
    ["app1", "app1|3700|clear"],
    ["app1:3701", "app1|3701|clear"],
    ["app1:3700,[::1]:3701", "app1|3700|clear ::1|3701|clear"],
    ["app1:1+app2", "app1|1|clear app2|3700|clear"],
    ["corbaloc:iiop:1.2@h:3700/NameService", "h|3700|clear"],
    ["corbaloc::h1:1,:h2:2/NameService", "h1|1|clear h2|2|clear"],
    ["corbaloc:iiop:1.2@[2001:db8::1]:3700/k", "2001:db8::1|3700|clear"],
    ["corbaloc:iiop:h/k", "h|3700|clear"],
    ["CORBALOC:iiop:h:1/k", "h|1|clear"],
    ["corbaname:iiop:1.2@h:1#a/b", "h|1|clear"],
    ["iiop://h:1", "h|1|clear"],
    ["iiop://h", "h|3700|clear"],
    ["iiop:h:1", "h|1|clear"],
    ["iiop://h1:1,h2:2/a/b", "h1|1|clear h2|2|clear"],
    ["iiop://h1:1,iiop://h2:2", "h1|1|clear h2|2|clear"],
    ["iiop://[::1]:1/x", "::1|1|clear"],
    ["IIOP://h:1", "h|1|clear"],
    ["iiopname://h:1/x", "h|1|clear"],
    [" app1 ", "app1|3700|clear"],
  ])("%s", (text, expected) => {
    expect(endpointsOf(text)).toBe(expected);
  });

  it("keeps the object key of a corbaloc and the name of the others", () => {
    expect(parseConnectionString("corbaloc::h:1/a%ffb")).toMatchObject({
      objectKey: new Uint8Array([0x61, 0xff, 0x62]),
    });
    expect(parseConnectionString("corbaname::h:1#shop/Greeter%20x")).toMatchObject({
      name: "shop/Greeter x",
    });
    expect(parseConnectionString("iiop://h:1/shop/Greeter")).toMatchObject({
      name: "shop/Greeter",
    });
    expect(parseConnectionString("iiop://h:1/100%")).toMatchObject({ name: "100%" });
    expect(parseConnectionString("iiop://h:1/")).not.toHaveProperty("name");
    expect(parseConnectionString("h:1")).not.toHaveProperty("objectKey");
  });

  it.each([
    ["", 'connection string "" is empty'],
    [
      "iiops://h:3820",
      'connection string "iiops://h:3820" asks for TLS, which is not supported yet',
    ],
    ["IOR:000000000000", "is an object reference; give it to orb.stringToObject"],
    ["http://h:1", 'has the unknown scheme "http:"; accepted: "host:port,[v6]:port"'],
    ["iop://h:1", 'has the unknown scheme "iop:" (did you mean "iiop:"?)'],
    ["corbalok:iiop:1.2@h:1/x", 'did you mean "corbaloc:"?'],
    ["corbaloc:rir:/NameService", "names an initial reference"],
    ["corbaloc:iiop:1.7@h:1/x", "1.7"],
    ["corbaname:bad", "corbaname"],
    ["iiop://", "names no host"],
    ["iiop:///x", "names no host"],
    ["iiop://h:x", '(in "iiop://h:x")'],
    ["2001:db8::1:3700", 'an IPv6 address needs brackets; write "[2001:db8::1]:3700"'],
    ["app1:99999", '"99999" is no port from 1 to 65535'],
    ["app1:,app2", "the port is missing"],
    ["a,b+c", 'mixes "," and "+"'],
    ["a,,b", "element 2 of the list is empty"],
  ])("refuses %j", (text, expected) => {
    expect(problemOf(text)).toContain(expected);
  });

  it("shortens a long text in its message", () => {
    expect(problemOf(`http://${"x".repeat(100_000)}`).length).toBeLessThan(600);
  });
});

describe("as sources of settings", () => {
  it("carry their origin", () => {
    expect(settingsFromConnectionString("corbaname::h:1#a")).toMatchObject({
      endpoints: {
        value: [{ host: "h", port: 1, security: "clear" }],
        origin: { kind: "connection-string", detail: "corbaname::h:1#a" },
      },
      initialName: { value: "a" },
    });
    expect(settingsFromTargetServers("h1+[::1]:2")).toMatchObject({
      endpoints: {
        value: [
          { host: "h1", port: 3700 },
          { host: "::1", port: 2 },
        ],
        origin: { kind: "target-server-option", detail: "-targetserver" },
      },
    });
  });

  it("throw one ConfigurationError", () => {
    expect(() => settingsFromConnectionString("iiops://h")).toThrow(/not supported yet/);
    expect(() => settingsFromTargetServers("h:0")).toThrow(/^-targetserver: endpoint "h:0": /);
  });
});
