import type { Endpoint } from "@remora/cluster";
import * as library from "fast-xml-parser";
import { describe, expect, it } from "vitest";
import { ConfigurationError } from "../errors.ts";
import { type ClientContainerOptions, clientContainerSettings } from "./client-container-xml.ts";
import { settingsFromConnectionString, settingsFromTargetServers } from "./connection-string.ts";
import { describeSettings } from "./describe-settings.ts";
import {
  settingsFromDefinitions,
  settingsFromEnvironment,
  settingsFromVmArguments,
} from "./environment.ts";
import { orbOptionsOf, settingsFromOptions } from "./orb-options.ts";
import { settingsFromPropertiesText, settingsFromTable } from "./properties.ts";
import { noSettings, type PartialSettings } from "./setting.ts";
import { mergeSettings, targetName } from "./settings.ts";
import {
  type SettingsSources,
  settingsInPrecedence,
  settingsPrecedence,
  unsupportedDemand,
  unusedCredentials,
  withDefaultEndpoint,
} from "./sources.ts";

const list = "com.sun.appserv.iiop.endpoints";

function settingsFromXml(content: string, options: ClientContainerOptions = {}): PartialSettings {
  return clientContainerSettings(content, options, library);
}

/** Every kind of source, each naming an endpoint of its own. */
const sources: { readonly [Name in keyof SettingsSources]-?: PartialSettings } = {
  context: settingsFromTable({ [list]: "context:1" }, "context"),
  code: {
    ...noSettings,
    endpoints: {
      value: [{ host: "code", port: 1, security: "clear" }],
      origin: { kind: "code", detail: "endpoints" },
    },
  },
  connectionString: settingsFromConnectionString("iiop://string:1"),
  environment: settingsFromEnvironment({ REMORA_ENDPOINTS: "environment:1" }),
  commandLine: settingsFromDefinitions([{ name: list, value: "definition:1" }]),
  vmArguments: settingsFromVmArguments(`-D${list}=vmargs:1`),
  properties: settingsFromPropertiesText(`${list}=properties:1`, "jndi.properties"),
  targetServerOption: settingsFromTargetServers("option:1"),
  file: settingsFromXml(
    '<client-container><target-server name="i1" address="file" port="1"/></client-container>',
  ),
};

describe("precedence", () => {
  it("is the documented one, source by source", () => {
    const expected = [
      "context",
      "code",
      "string",
      "environment",
      "definition",
      "vmargs",
      "properties",
      "option",
      "file",
      "localhost",
    ];
    const remaining: Record<string, PartialSettings | undefined> = { ...sources };
    const seen: (string | undefined)[] = [];
    for (const name of [...settingsPrecedence, undefined]) {
      const settings = withDefaultEndpoint(mergeSettings(settingsInPrecedence(remaining)));
      seen.push(settings.endpoints?.value[0]?.host);
      if (name !== undefined) delete remaining[name];
    }
    expect(seen).toEqual(expected);
  });

  it("is decided for each value on its own", () => {
    const settings = mergeSettings(
      settingsInPrecedence({
        environment: settingsFromEnvironment({ REMORA_POLICY: "ic-based" }),
        file: settingsFromXml(
          `<client-container send-password="no">
             <target-server name="i1" address="file" port="1"/>
             <property name="com.sun.appserv.iiop.loadbalancingpolicy" value="ic-based-weighted"/>
             <property name="a" value="file"/>
             <property name="b" value="file"/>
           </client-container>`,
        ),
        commandLine: settingsFromDefinitions([{ name: "a", value: "definition" }]),
      }),
    );
    expect(settings.loadBalancingPolicy?.value).toBe("ic-based");
    expect(settings.endpoints?.value[0]?.host).toBe("file");
    expect(settings.sendPassword?.value).toBe(false);
    expect(settings.properties.map(({ name, value }) => `${name}=${value}`)).toEqual([
      "a=definition",
      "b=file",
    ]);
  });
});

describe("the default endpoint", () => {
  it("is used when nothing was configured, and says so", () => {
    const settings = withDefaultEndpoint(mergeSettings([]));
    expect(describeSettings(settings)).toEqual([
      {
        name: "endpoints",
        value: "localhost:3700",
        origin: "localhost:3700, because nothing was configured (default)",
      },
    ]);
  });

  it("is never used beside a file that names no server", () => {
    const file = settingsFromXml("<client-container/>", { file: "acc.xml" });
    expect(() => withDefaultEndpoint(mergeSettings([file]))).toThrow(ConfigurationError);
    expect(() => withDefaultEndpoint(mergeSettings([file]))).toThrow(
      /^acc\.xml has no target-server/,
    );
    const { targetServerOption } = sources;
    const settings = mergeSettings(settingsInPrecedence({ targetServerOption, file }));
    expect(withDefaultEndpoint(settings).endpoints?.value[0]?.host).toBe("option");
  });
});

describe("describeSettings", () => {
  it("shows each value, its origin, and what it replaced", () => {
    const { environment, file } = sources;
    const settings = mergeSettings(settingsInPrecedence({ environment, file }));
    expect(describeSettings(settings)).toEqual([
      { name: "file", value: "sun-acc.xml", origin: "sun-acc.xml:1 (file)" },
      {
        name: "endpoints",
        value: "environment:1",
        origin: "REMORA_ENDPOINTS (environment)",
        replaces: ["file:1 from sun-acc.xml:1 (file)"],
      },
      { name: "target i1", value: "file:1", origin: "sun-acc.xml:1 (file)" },
    ]);
  });

  it("never shows a secret", () => {
    const file = settingsFromXml(
      `<client-container>
         <target-server name="a" address="h" port="1">
           <security><ssl/><cert-db path="/p" password="SECRET1"/></security>
         </target-server>
         <client-credential user-name="joe" password="SECRET2"/>
         <property name="db.password" value="SECRET3"/>
         <property name="javax.net.ssl.keyStorePassword" value="SECRET4"/>
       </client-container>`,
    );
    const credentials = { "java.naming.security.credentials": "SECRET5" };
    const settings = mergeSettings([settingsFromTable(credentials, "context"), file]);
    const text = JSON.stringify([describeSettings(settings), settings.warnings]);
    expect(text).not.toContain("SECRET");
    expect(text).toContain("(set, not shown)");
    expect(settings.password?.value).toBe("SECRET5");
    expect(JSON.stringify(settings.overridden)).not.toContain("SECRET");
  });

  it("shows keys, lists and TLS readably", () => {
    const settings = mergeSettings([
      settingsFromConnectionString("corbaloc::h:1/Name%20%ff"),
      settingsFromEnvironment({ REMORA_DEBUG: "call,naming" }),
    ]);
    expect(describeSettings(settings).map(({ name, value }) => `${name}=${value}`)).toEqual([
      "endpoints=h:1",
      "objectKey=Name%20%ff",
      "debug=call,naming",
    ]);
  });
});

describe("TLS", () => {
  const secured = settingsFromXml(
    `<client-container>
       <target-server name="i1" address="App1" port="3820">
         <security><ssl/><cert-db path="p" password=""/></security>
       </target-server>
       <target-server name="i2" address="app2" port="3700"/>
     </client-container>`,
  );

  it("stays with the address when a stronger source names the endpoint", () => {
    const option = settingsFromTargetServers("app1:3820,app3:1");
    const settings = mergeSettings([option, secured]);
    const securities = settings.endpoints?.value.map(({ security }) => security);
    expect(securities).toEqual(["tls", "clear"]);
  });

  it("is refused with the place that demands it", () => {
    expect(unsupportedDemand(mergeSettings([secured]))).toBe(
      "TLS is not supported yet, and sun-acc.xml:2 demands it; nothing is sent in clear text instead",
    );
    const required = settingsFromDefinitions([
      { name: "com.sun.CSIV2.ssl.client.required", value: "true" },
    ]);
    const settings = mergeSettings([required, sources.file]);
    expect(settings.endpoints?.value[0]?.security).toBe("tls");
    expect(unsupportedDemand(settings)).toContain("-Dcom.sun.CSIV2.ssl.client.required demands it");
    expect(unsupportedDemand(mergeSettings([sources.file]))).toBeUndefined();
  });

  it("gives an endpoint its target's name", () => {
    const endpoint: Endpoint = { host: "app1", port: 3820, security: "tls" };
    expect(targetName(secured, endpoint)).toBe("i1");
    expect(targetName(secured, { ...endpoint, port: 1 })).toBeUndefined();
  });
});

describe("credentials", () => {
  it("that are not sent are named, without the secret", () => {
    const credential = '<client-credential user-name="joe" password="SECRET"/>';
    const target = '<target-server name="a" address="h" port="1"/>';
    const xml = (attribute: string) =>
      settingsFromXml(`<client-container${attribute}>${target}${credential}</client-container>`);
    expect(unusedCredentials(xml(""))).toBe(
      "user and password (sun-acc.xml:1) are not sent: credentials are not supported yet",
    );
    expect(unusedCredentials(xml(' send-password="false"'))).toBeUndefined();
    expect(unusedCredentials(noSettings)).toBeUndefined();
  });
});

describe("options of an Orb", () => {
  it("go into settings and back", () => {
    const options = {
      endpoints: ["app1:3700,[::1]:3701", "iiop://app2"],
      loadBalancingPolicy: "ic-based-weighted",
      discovery: false,
      timeoutMs: 5,
      connectBudgetMs: 6,
      debug: "call, naming",
      seed: 1,
    } as const;
    const settings = settingsFromOptions(options);
    expect(settings.endpoints?.origin).toEqual({ kind: "code", detail: "endpoints" });
    expect(orbOptionsOf(settings)).toEqual({
      endpoints: ["app1:3700", "[::1]:3701", "app2:3700"],
      loadBalancingPolicy: "ic-based-weighted",
      discovery: false,
      timeoutMs: 5,
      connectBudgetMs: 6,
      debug: "call,naming",
    });
    expect(orbOptionsOf(settingsFromOptions({}))).toEqual({});
  });

  it("name the option when an endpoint is wrong", () => {
    expect(() => settingsFromOptions({ endpoints: "h:x" })).toThrow(
      /^option endpoints: endpoint "h:x"/,
    );
  });
});
