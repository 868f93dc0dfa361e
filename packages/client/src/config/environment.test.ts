import { describe, expect, it } from "vitest";
import {
  parseDefinition,
  parseVmArguments,
  settingsFromDefinitions,
  settingsFromEnvironment,
  settingsFromVmArguments,
} from "./environment.ts";

describe("settingsFromEnvironment", () => {
  it("reads the three variables", () => {
    const settings = settingsFromEnvironment({
      REMORA_ENDPOINTS: "app1,[::1]:3701",
      REMORA_POLICY: "ic-based-weighted",
      REMORA_DEBUG: "connection, failover",
      PATH: "/bin",
    });
    expect(settings).toMatchObject({
      endpoints: {
        value: [
          { host: "app1", port: 3700 },
          { host: "::1", port: 3701 },
        ],
        origin: { kind: "environment", detail: "REMORA_ENDPOINTS" },
      },
      loadBalancingPolicy: { value: "ic-based-weighted" },
      debug: { value: ["connection", "failover"] },
      warnings: [],
    });
  });

  it("takes empty variables as absent", () => {
    const settings = settingsFromEnvironment({
      REMORA_ENDPOINTS: "",
      REMORA_POLICY: " ",
      REMORA_DEBUG: undefined,
    });
    expect(settings).toEqual({ targets: [], properties: [], warnings: [] });
  });

  it("names the variable in errors", () => {
    expect(() => settingsFromEnvironment({ REMORA_ENDPOINTS: "h:x" })).toThrow(
      /^REMORA_ENDPOINTS: endpoint "h:x"/,
    );
    expect(() => settingsFromEnvironment({ REMORA_POLICY: "ic-bazed" })).toThrow(
      /^REMORA_POLICY: unknown load-balancing policy "ic-bazed" \(did you mean "ic-based"\?\)/,
    );
  });

  it("warns about near misses of its names only", () => {
    const settings = settingsFromEnvironment({
      REMORA_ENDPOINT: "h",
      REMORA_HOME: "/",
      REMORA_LONG: "1",
      REMORA_SEED: "7",
    });
    expect(settings.warnings).toEqual([
      {
        code: "variable-unknown",
        message:
          "the environment variable REMORA_ENDPOINT is not read (did you mean REMORA_ENDPOINTS?)",
        origin: { kind: "environment", detail: "REMORA_ENDPOINT" },
      },
    ]);
  });
});

describe("-D", () => {
  it.each([
    ["-Da=b", { name: "a", value: "b" }],
    ["--Da=b=c", { name: "a", value: "b=c" }],
    ["-Da", { name: "a", value: "" }],
    ["-Da=", { name: "a", value: "" }],
    ["-D=b", undefined],
    ["-D", undefined],
    ["-da=b", undefined],
    ["a=b", undefined],
  ])("%s", (word, expected) => {
    expect(parseDefinition(word)).toEqual(expected);
  });

  it("carries the command line as its origin", () => {
    const settings = settingsFromDefinitions([
      { name: "com.sun.appserv.iiop.endpoints", value: "a:1" },
    ]);
    expect(settings.endpoints?.origin).toEqual({
      kind: "command-line",
      detail: "-Dcom.sun.appserv.iiop.endpoints",
    });
  });
});

describe("VMARGS", () => {
  it("is split as a shell would", () => {
    const text = "--add-opens=java.base/java.lang=ALL-UNNAMED -Da='x y' \"-Db=z\" -Xmx1g";
    expect(parseVmArguments(text)).toMatchObject({
      definitions: [
        { name: "a", value: "x y", origin: { kind: "environment", detail: "-Da in VMARGS" } },
        { name: "b", value: "z" },
      ],
      ignored: ["--add-opens=java.base/java.lang=ALL-UNNAMED", "-Xmx1g"],
    });
  });

  it("gives settings and a note about the rest", () => {
    const policy = "com.sun.appserv.iiop.loadbalancingpolicy";
    const settings = settingsFromVmArguments(`-Xmx1g -D${policy}=ic-based-weighted`);
    expect(settings.loadBalancingPolicy).toMatchObject({
      value: "ic-based-weighted",
      origin: { detail: `-D${policy} in VMARGS` },
    });
    expect(settings.warnings).toMatchObject([
      { code: "option-ignored", message: expect.stringContaining("-Xmx1g") },
    ]);
    expect(settingsFromVmArguments("").warnings).toEqual([]);
    expect(() => settingsFromVmArguments("-Da='x")).toThrow(
      "VMARGS: the quote (') at column 5 is not closed",
    );
  });
});
