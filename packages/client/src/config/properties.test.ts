import { describe, expect, it } from "vitest";
import { settingsFromPropertiesText, settingsFromTable } from "./properties.ts";
import type { PartialSettings } from "./setting.ts";

const policy = "com.sun.appserv.iiop.loadbalancingpolicy";
const list = "com.sun.appserv.iiop.endpoints";
const host = "org.omg.CORBA.ORBInitialHost";
const port = "org.omg.CORBA.ORBInitialPort";
const url = "java.naming.provider.url";

function read(table: Readonly<Record<string, string>>): PartialSettings {
  return settingsFromTable(table, "command-line", (name) => `-D${name}`);
}

function endpointsOf(settings: PartialSettings): string | undefined {
  return settings.endpoints?.value.map((endpoint) => `${endpoint.host}:${endpoint.port}`).join(",");
}

describe("endpoints", () => {
  it.each<[Readonly<Record<string, string>>, string | undefined, string | undefined]>([
    [{ [list]: "a:1,b:2" }, "a:1,b:2", `-D${list}`],
    [{ [list]: " a , b:2" }, "a:3700,b:2", `-D${list}`],
    [{ [policy]: "ic-based,a:1,b" }, "a:1,b:3700", `-D${policy}`],
    [{ [url]: "iiop://a:1,b:2/x" }, "a:1,b:2", `-D${url}`],
    [{ [url]: "corbaname:iiop:1.2@a:1#x" }, "a:1", `-D${url}`],
    [{ [host]: "a", [port]: "1" }, "a:1", `-D${host}`],
    [{ [host]: "a" }, "a:3700", `-D${host}`],
    [{ [host]: "2001:db8::1" }, "2001:db8::1:3700", `-D${host}`],
    [{ [host]: "[::1]" }, "::1:3700", `-D${host}`],
    [{ [port]: "1" }, "localhost:1", `-D${port}`],
    [{ [list]: "" }, undefined, undefined],
    [{ [policy]: "ic-based" }, undefined, undefined],
    // Java ends in a NullPointerException here.
    [{ [policy]: "ic-based", [url]: "iiop://a:1" }, "a:1", `-D${url}`],
    [{ [policy]: "ic-based", [host]: "a", [port]: "2" }, "a:2", `-D${host}`],
  ])("%j → %s", (table, expected, origin) => {
    const settings = read(table);
    expect(endpointsOf(settings)).toBe(expected);
    expect(settings.endpoints?.origin.detail).toBe(origin);
    expect(settings.warnings).toEqual([]);
  });

  it("are looked for in Java's order, and the unused ones are named", () => {
    const table = { [policy]: "ic-based,p:1", [list]: "l:1", [url]: "iiop://u:1", [host]: "h" };
    const settings = read(table);
    expect(endpointsOf(settings)).toBe("p:1");
    expect(settings.warnings.map(({ code, message }) => [code, message.split(" ")[0]])).toEqual([
      ["endpoints-unused", list],
      ["endpoints-unused", url],
      ["endpoints-unused", host],
    ]);
  });
});

describe("policy and times", () => {
  it("become settings", () => {
    const settings = read({
      [policy]: " ic-based-weighted ",
      "com.sun.corba.ee.transport.ORBWaitForResponseTimeout": "1800000",
      "com.sun.corba.ee.transport.ORBTCPConnectTimeouts": "250:60000:100:5000",
    });
    expect(settings.loadBalancingPolicy?.value).toBe("ic-based-weighted");
    expect(settings.timeoutMs?.value).toBe(1_800_000);
    expect(settings.connectBudgetMs?.value).toBe(60_000);
    expect(settings.properties).toEqual([]);
  });

  it("accepts the guide's spelling with a warning", () => {
    const settings = read({ [policy]: "ic-based-weighed,a:1" });
    expect(settings.loadBalancingPolicy?.value).toBe("ic-based-weighted");
    expect(endpointsOf(settings)).toBe("a:1");
    expect(settings.warnings).toMatchObject([
      { code: "policy-misspelt", origin: { kind: "command-line", detail: `-D${policy}` } },
    ]);
  });

  it("takes an empty policy as absent, as GlassFish does", () => {
    expect(read({ [policy]: "" })).toMatchObject({ warnings: [], properties: [] });
  });
});

describe("security", () => {
  it("reads JNDI's principal and credentials and the SSL switches", () => {
    const settings = read({
      "java.naming.security.principal": "joe",
      "java.naming.security.credentials": "pw",
      "com.sun.CSIV2.ssl.client.required": "TRUE",
      "com.sun.CSIV2.ssl.standalone.client.required": "false",
    });
    expect(settings).toMatchObject({
      user: { value: "joe" },
      password: { value: "pw" },
      sslRequired: { value: true },
      warnings: [],
    });
  });
});

describe("errors", () => {
  it.each<[Readonly<Record<string, string>>, string]>([
    [
      { [policy]: "ic-base" },
      `-D${policy}: unknown load-balancing policy "ic-base" (did you mean "ic-based"?)`,
    ],
    [
      { [policy]: "h1:1,h2:2" },
      `"h1:1" stands where the policy belongs; write "ic-based,h1:1,h2:2"`,
    ],
    [{ [policy]: "ic-based,h:x" }, `-D${policy}: endpoint "h:x": "x" is no port from 1 to 65535`],
    [{ [list]: "a:1,,b:2" }, `-D${list}: endpoint "a:1,,b:2": element 2 of the list is empty`],
    [{ [list]: "::1:3700" }, "needs brackets"],
    [
      { [url]: "iiops://a" },
      `-D${url}: connection string "iiops://a" asks for TLS, which is not supported yet`,
    ],
    [{ [host]: "a,b" }, `-D${host}: "a,b" is not one host name or address`],
    [{ [port]: "0" }, `-D${port}: port "0" is not a whole number from 1 to 65535`],
    [{ [port]: "3e3" }, `port "3e3" is not a whole number`],
    [
      { "com.sun.corba.ee.transport.ORBWaitForResponseTimeout": "30s" },
      '"30s" is not a whole number from 1 to 2147483647; expected a number of milliseconds',
    ],
    [
      { "com.sun.corba.ee.transport.ORBWaitForResponseTimeout": "2147483648" },
      "from 1 to 2147483647",
    ],
    [
      { "com.sun.corba.ee.transport.ORBTCPConnectTimeouts": "250" },
      '"250" is not "initial:max:backoff[:maxSingle]"',
    ],
    [{ "com.sun.corba.ee.transport.ORBTCPConnectTimeouts": "a:b:c" }, '"a" is not a whole number'],
    [{ "com.sun.CSIV2.ssl.client.required": "yes" }, '"yes" is not true or false'],
  ])("%j", (table, message) => {
    expect(() => read(table)).toThrow(message);
  });
});

describe("warnings", () => {
  it.each([
    ["com.sun.appserv.iiop.endpoint", '(did you mean "com.sun.appserv.iiop.endpoints"?)'],
    ["com.sun.appserv.iiop.loadbalancing", "unknown property"],
    ["com.sun.appserv.iiop.loadBalancingPolicy", `(did you mean "${policy}"?)`],
    ["org.omg.CORBA.ORBInitialHosts", `(did you mean "${host}"?)`],
    ["com.sun.corba.ee.something", "unknown property com.sun.corba.ee.something; it has no effect"],
  ])("%s", (name, message) => {
    const settings = read({ [name]: "x" });
    expect(settings.warnings).toMatchObject([{ code: "property-unknown" }]);
    expect(settings.warnings[0]?.message).toContain(message);
    expect(settings.properties).toMatchObject([{ name, value: "x" }]);
  });

  it("notes properties that have no equal here, and keeps quiet about the client's own", () => {
    const factory = "com.sun.enterprise.naming.SerialInitContextFactory";
    const settings = read({
      "java.naming.factory.initial": factory,
      "my.property": "1",
      debug: "",
    });
    expect(settings.warnings).toMatchObject([
      { code: "property-ignored", message: expect.stringContaining("java.naming.factory.initial") },
    ]);
    expect(settings.properties.map(({ name }) => name)).toEqual([
      "java.naming.factory.initial",
      "my.property",
      "debug",
    ]);
  });
});

describe("a properties text", () => {
  it("gives file and line as the origin, the last of a repeated key counting", () => {
    const text = `# jndi\n${list} = a:1,\\\n  b:2\n\n${policy}: ic-based\n${list}=c:3\n`;
    const settings = settingsFromPropertiesText(text, "jndi.properties");
    expect(settings.endpoints).toEqual({
      value: [{ host: "c", port: 3, security: "clear" }],
      origin: { kind: "properties", detail: "jndi.properties:6" },
    });
    expect(settings.loadBalancingPolicy?.origin.detail).toBe("jndi.properties:5");
    expect(settings.warnings).toMatchObject([
      { code: "property-repeated", message: expect.stringContaining("jndi.properties:2") },
    ]);
  });

  it("names file, line and key in errors", () => {
    expect(() => settingsFromPropertiesText(`\n${list}=h:x`, "jndi.properties")).toThrow(
      `jndi.properties:2: ${list}: endpoint "h:x"`,
    );
  });
});
