import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { MockCluster } from "@remora/mock-cluster";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { parseArguments, type RunnerArguments } from "../../../examples/src/appclient/arguments.ts";
import { problemOfClientFile } from "../../../examples/src/appclient/client-module.ts";
import { Greeter } from "../../../examples/src/appclient/greeter-client.ts";
import { optionRules, usage } from "../../../examples/src/appclient/options.ts";
import { passwordIn } from "../../../examples/src/appclient/password-file.ts";
import { errorLines, settingsTable, warningLines } from "../../../examples/src/appclient/report.ts";
import { runAppclient } from "../../../examples/src/appclient/runner.ts";

function parse(...words: string[]): RunnerArguments {
  const parsed = parseArguments(words);
  if (!parsed.ok) throw new Error(parsed.problem);
  return parsed.arguments;
}

function problem(...words: string[]): string {
  const parsed = parseArguments(words);
  if (parsed.ok) throw new Error(`accepted: ${words.join(" ")}`);
  return parsed.problem;
}

describe("the Java command's words", () => {
  it.each(["-", "--"])("are taken with %s in front", (dash) => {
    const parsed = parse(
      `${dash}client`,
      "c.mjs",
      `${dash}xml`,
      "sun-acc.xml",
      `${dash}configxml`,
      "glassfish-acc.xml",
      `${dash}targetserver`,
      "app1:3700,app2",
      `${dash}user`,
      "joe",
      `${dash}passwordfile`,
      "pw",
      `${dash}name`,
      "shop",
      `${dash}verbose`,
      `${dash}Da=b=c`,
      `${dash}Dflag`,
      "first",
      "-xyz",
    );
    expect(parsed.values).toEqual({
      client: "c.mjs",
      xml: "sun-acc.xml",
      configXml: "glassfish-acc.xml",
      targetServers: "app1:3700,app2",
      user: "joe",
      passwordFile: "pw",
      name: "shop",
    });
    expect([...parsed.switches]).toEqual(["verbose"]);
    expect(parsed.definitions).toEqual([
      { name: "a", value: "b=c" },
      { name: "flag", value: "" },
    ]);
    expect(parsed.programArguments).toEqual(["first", "-xyz"]);
    expect(parsed.notes).toEqual([]);
  });

  it("each work alone, also with = before the value", () => {
    for (const [name, rule] of Object.entries(optionRules)) {
      if (rule.kind === "value") {
        expect(parse(`-${name}`, "v").values).toEqual({ [rule.as]: "v" });
        expect(parse(`--${name}=v=w`).values).toEqual({ [rule.as]: "v=w" });
      } else if (rule.kind === "switch") {
        expect([...parse(`-${name}`).switches]).toEqual([rule.as]);
      } else if (rule.kind === "ignored") {
        const parsed = parse(`-${name}`, ...(rule.takesValue ? ["v"] : []), "c.mjs");
        expect(parsed.values.client).toBe("c.mjs");
        expect(parsed.notes).toEqual([`-${name} has no effect: ${rule.note}`]);
      } else {
        expect(problem(`-${name}`, "v")).toBe(`-${name} is not supported: ${rule.reason}`);
      }
      expect(
        usage.includes(`-${name}`) || ["jar", "jspath", "classpath", "cp"].includes(name),
      ).toBe(true);
    }
  });
});

describe("the client and its arguments", () => {
  it("are separated at the first word without a dash", () => {
    expect(parse("-verbose", "c.mjs", "a", "-b")).toMatchObject({
      values: { client: "c.mjs" },
      programArguments: ["a", "-b"],
    });
    expect(parse("-client", "c.mjs", "-verbose", "call", "x").programArguments).toEqual([
      "call",
      "x",
    ]);
  });

  it("are separated at --", () => {
    expect(parse("-client", "c.mjs", "--", "-verbose").programArguments).toEqual(["-verbose"]);
    expect(parse("--", "c.mjs", "-verbose")).toMatchObject({
      values: { client: "c.mjs" },
      programArguments: ["-verbose"],
    });
  });

  it("with -jar, everything behind belongs to the client", () => {
    expect(parse("-jar", "c.mjs", "-verbose", "x").programArguments).toEqual(["-verbose", "x"]);
  });

  it("may contain words that look like options of the runner", () => {
    expect(parse("c.mjs", "-xml", "sun-acc.xml").slip).toBe("-xml");
    expect(parse("c.mjs", "-x", "xml")).not.toHaveProperty("slip");
  });

  it("may be missing: that is not the parser's business", () => {
    expect(parse()).toMatchObject({ values: {}, programArguments: [] });
  });
});

describe("options of a Java virtual machine", () => {
  it.each([
    ["-Xmx512m"],
    ["-XX:+UseG1GC"],
    ["-ea"],
    ["-ea:com.acme..."],
    ["-verbose:gc"],
    ["-agentlib:jdwp=x"],
    ["--add-opens=java.base/java.lang=ALL-UNNAMED"],
    ["--add-opens", "java.base/java.lang=ALL-UNNAMED"],
  ])("%s %s is accepted with a note", (...words: string[]) => {
    const parsed = parse(...words, "c.mjs", "x");
    expect(parsed.values.client).toBe("c.mjs");
    expect(parsed.notes).toEqual([`${words[0]} is for a Java virtual machine and has no effect`]);
  });
});

describe("wrong command lines are one error", () => {
  it.each<[string[], string]>([
    [
      ["-targetservers", "x"],
      'unknown option -targetservers (did you mean "-targetserver"?); -help lists the options',
    ],
    [["--verbos"], 'unknown option --verbos (did you mean "--verbose"?)'],
    [["-zebra"], "unknown option -zebra; -help lists the options"],
    [["-XML", "x"], 'unknown option -XML (did you mean "-xml"?)'],
    [["-zebra=secret"], "unknown option -zebra;"],
    [["---xml"], "unknown option ---xml"],
    [["-constructor"], "unknown option -constructor"],
    [["-xml"], "-xml needs a value; write -xml sun-acc.xml"],
    [["-xml", "-verbose"], "-xml needs a value, found the option -verbose; write -xml sun-acc.xml"],
    [["-xml="], "the value of -xml is empty; write -xml sun-acc.xml"],
    [["-xml", "a", "-xml", "b"], "-xml is given twice"],
    [["-client", "a", "-jar", "b"], "-jar is given twice"],
    [["-verbose=yes"], '-verbose takes no value, found "yes"'],
    [["-D=x"], "-D=x has no name; write -Dname=value"],
    [["-D", "a=b"], "-D has no name; write -Dname=value"],
    [["-local", "-targetserver", "h"], "-local and -targetserver exclude each other"],
  ])("%j", (words, expected) => {
    expect(problem(...words)).toContain(expected);
  });

  it("does not repeat a password", () => {
    expect(problem("-password", "SECRET", "-password", "SECRET")).not.toContain("SECRET");
    expect(parse("-password", "SECRET").notes.join()).not.toContain("SECRET");
  });
});

describe("clients that need a virtual machine", () => {
  it.each(["shop.jar", "shop.EAR", "Main.class", "com.acme.shop.Main"])("%s", (path) => {
    const text = problemOfClientFile(path) ?? "";
    expect(text).toContain(path);
    expect(text).toContain("export default async (context, args) => {");
    expect(text).toContain("-client client.mjs");
  });

  it("are told from modules", () => {
    for (const path of ["client.mjs", "./client.ts", "client", "src/Main.js", "jar/client.js"]) {
      expect(problemOfClientFile(path)).toBeUndefined();
    }
  });
});

describe("the password file", () => {
  it("has the form of Java properties", () => {
    expect(passwordIn("# c\nPASSWORD = p\\u00e4ss \nX=1", "pw")).toEqual({
      ok: true,
      password: "päss ",
    });
    expect(passwordIn("password=x", "pw")).toEqual({
      ok: false,
      problem: "pw has no line PASSWORD=…",
    });
  });
});

describe("what the runner prints", () => {
  it("a table of settings", () => {
    const rows = [
      {
        name: "endpoints",
        value: "app1:3700",
        origin: "-targetserver (target server option)",
        replaces: ["h:1 from sun-acc.xml:3 (file)"],
      },
      { name: "user", value: "joe", origin: "-user (command line)" },
    ];
    expect(settingsTable(rows)).toBe(
      "  endpoints  app1:3700  -targetserver (target server option), instead of h:1 from sun-acc.xml:3 (file)\n" +
        "  user       joe        -user (command line)\n",
    );
    expect(settingsTable([])).toBe("");
  });

  it("slips always, harmless things only with -verbose", () => {
    const origin = { kind: "file", detail: "sun-acc.xml:3" } as const;
    const warnings = [
      { code: "policy-misspelt", message: "m1", origin },
      { code: "property-ignored", message: "m2", origin },
    ] as const;
    expect(warningLines(warnings, false)).toEqual(["warning: m1 (sun-acc.xml:3)"]);
    expect(warningLines(warnings, true)).toHaveLength(2);
  });

  it("errors without a stack, with what is known of the call", () => {
    const error = Object.assign(new Error("all endpoints failed"), {
      code: "ALL_ENDPOINTS_FAILED",
      completed: "no",
      operation: "greet",
      attempts: [
        { endpoint: "a:1", message: "connection refused", decision: "next endpoint" },
        { endpoint: "b:1", message: "connection refused", decision: "" },
        { endpoint: "a:1", message: "connection refused", decision: "give up" },
      ],
    });
    expect(errorLines(error, false)).toEqual([
      "the client failed: ALL_ENDPOINTS_FAILED: all endpoints failed",
      "  operation greet: it did not run",
      "  a:1: connection refused (2 attempts); then: give up",
      "  b:1: connection refused",
    ]);
    expect(errorLines(error, true).join("\n")).toContain("appclient.integration");
    expect(errorLines("text", false)).toEqual(["the client failed: text"]);
    expect(errorLines(new TypeError("x is no function"), false)).toEqual([
      "the client failed: TypeError: x is no function",
    ]);
  });
});

/** What a run printed, and its exit status. */
interface Run {
  readonly status: number | undefined;
  readonly out: string;
  readonly err: string;
}

/** Runs the runner inside this process, with an environment of its own. */
async function run(
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Run> {
  let [out, err] = ["", ""];
  const status = await runAppclient({
    words,
    environment,
    version: "1.2.3",
    out: (piece) => {
      out += piece;
    },
    err: (piece) => {
      err += piece;
    },
  });
  return { status, out, err };
}

const greeterClient = resolve("examples/src/appclient/greeter-client.ts");

describe("the runner does not start", () => {
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "remora-appclient-"));
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function file(name: string, content: string): Promise<string> {
    const path = join(folder, name);
    await writeFile(path, content);
    return path;
  }

  it("without a target: it names the three ways to give one", async () => {
    const { status, out, err } = await run(["-client", greeterClient]);
    expect(status).toBe(2);
    expect(out).toBe("");
    for (const way of ["-xml sun-acc.xml", "-targetserver app1", "REMORA_ENDPOINTS=", "-local"]) {
      expect(err).toContain(way);
    }
    expect((await run([greeterClient, "-local"])).err).toContain("-local stands behind the client");
  });

  it("with a file that names no server, though a port is open on this machine", async () => {
    const xml = await file("empty.xml", "<client-container/>");
    const { status, err } = await run(["-client", greeterClient, "-xml", xml]);
    expect(status).toBe(2);
    expect(err).toContain("no target-server element");
    expect(err).toContain("no target: say where the servers are");
  });

  it.each<[string, string[], Record<string, string>, RegExp]>([
    ["without a client", ["-local"], {}, /^appclient: no client: write -client client\.mjs/],
    [
      "with a jar",
      ["-local", "-client", "shop.jar"],
      {},
      /^appclient: shop\.jar holds Java classes[^]*export default async \(context, args\)/,
    ],
    [
      "with an unknown option",
      ["-locl"],
      {},
      /^appclient: unknown option -locl \(did you mean "-local"\?\)/,
    ],
    [
      "with a missing client",
      ["-local", "-client", "none.mjs"],
      {},
      /^appclient: the client none\.mjs is not there\n$/,
    ],
    [
      "with a folder as the client",
      ["-local", "-client", "."],
      {},
      /^appclient: the client \. is a folder\n$/,
    ],
    [
      "with a missing export",
      ["-local", "-name", "x", "-client", greeterClient],
      {},
      /does not export a function "x"; it exports "default", "status"/,
    ],
    [
      "with a missing file",
      ["-client", greeterClient, "-xml", "none.xml"],
      {},
      /^appclient: cannot read none\.xml: no such file\n$/,
    ],
    [
      "with a wrong endpoint",
      ["-client", greeterClient, "-targetserver", "h:x"],
      {},
      /^appclient: -targetserver: endpoint "h:x"/,
    ],
    [
      "with a wrong variable",
      ["-client", greeterClient],
      { REMORA_POLICY: "x" },
      /^appclient: REMORA_POLICY: unknown/,
    ],
    [
      "with unbalanced VMARGS",
      ["-client", greeterClient],
      { VMARGS: "'" },
      /^appclient: VMARGS: the quote/,
    ],
    [
      "with two passwords",
      ["-local", "-client", greeterClient, "-password", "SECRET", "-passwordfile", "f"],
      {},
      /exclude each other/,
    ],
    [
      "with a missing password file",
      ["-local", "-client", greeterClient, "-passwordfile", "none"],
      {},
      /cannot read the password file none: no such file/,
    ],
  ])("%s", async (_, words, environment, expected) => {
    const { status, out, err } = await run(words, environment);
    expect(status).toBe(2);
    expect(out).toBe("");
    expect(err).toMatch(expected);
    expect(err).not.toMatch(/^\s+at /m);
    expect(err).not.toContain("SECRET");
  });

  it("with a wrong element: file, line and column", async () => {
    const xml = await file(
      "wrong.xml",
      '<client-container>\n  <target-server adress="h"/></client-container>',
    );
    const { status, err } = await run(["-client", greeterClient, "-xml", xml]);
    expect(status).toBe(2);
    expect(err).toMatch(/^appclient: .*wrong\.xml:2:18: .*did you mean "address"/);
  });

  it("when TLS is demanded: nothing is sent in clear text instead", async () => {
    const xml = await file(
      "tls.xml",
      `<client-container><target-server name="a" address="127.0.0.1" port="1">
         <security><ssl/><cert-db path="p" password="SECRET"/></security>
       </target-server></client-container>`,
    );
    const { status, err } = await run(["-client", greeterClient, "-xml", xml, "-verbose"]);
    expect(status).toBe(2);
    expect(err).toContain("TLS is not supported yet");
    expect(err).not.toContain("SECRET");
  });

  it("with a client that cannot be loaded: no stack, unless REMORA_DEBUG asks", async () => {
    const broken = await file("broken.mjs", "throw new Error('broken at load');");
    const words = ["-local", "-client", broken];
    const plain = await run(words);
    expect(plain.status).toBe(2);
    expect(plain.err).toContain("cannot be loaded: broken at load");
    expect(plain.err).not.toMatch(/^\s+at /m);
    const debug = await run(words, { REMORA_DEBUG: "call" });
    expect(debug.err).toMatch(/^\s+at /m);
  });
});

describe("the runner answers by itself", () => {
  it("to -help and -version", async () => {
    expect(await run(["-help"])).toEqual({ status: 0, out: usage, err: "" });
    expect(await run(["--version"])).toEqual({
      status: 0,
      out: "remora appclient 1.2.3\n",
      err: "",
    });
  });
});

describe("the runner with a cluster", () => {
  const printed: string[] = [];
  afterEach(() => {
    printed.length = 0;
    vi.restoreAllMocks();
  });

  async function cluster(): Promise<MockCluster> {
    const started = await MockCluster.start({ members: ["i1", "i2", "i3"] });
    started.bind("java:global/shop/Greeter", Greeter, (member) => ({
      greet: async (who) => `Hello ${who} from ${member.name}`,
    }));
    vi.spyOn(console, "log").mockImplementation((line) => printed.push(String(line)));
    return started;
  }

  async function withXml<T>(started: MockCluster, use: (path: string) => Promise<T>): Promise<T> {
    const folder = await mkdtemp(join(tmpdir(), "remora-appclient-"));
    try {
      const path = join(folder, "sun-acc.xml");
      await writeFile(path, started.sunAccXml({ policy: "ic-based-weighted" }));
      return await use(path);
    } finally {
      await rm(folder, { recursive: true });
    }
  }

  it("calls the client of a sun-acc.xml with its arguments", async () => {
    await using started = await cluster();
    const { status, err } = await withXml(started, (xml) =>
      run(["-xml", xml, "-client", greeterClient, "Ada", "-verbose"]),
    );
    expect(err).toBe("");
    expect(status).toBeUndefined();
    expect(printed).toHaveLength(2);
    expect(printed[0]).toMatch(/^Hello Ada from i[123]$/);
    // One context: both calls went to one member.
    expect(printed[1]).toBe(printed[0]?.replace("Ada", "-verbose"));
  });

  it("shows with -verbose which setting came from where, the stronger ones first", async () => {
    await using started = await cluster();
    const { err } = await withXml(started, (xml) =>
      run(
        [
          ...["-xml", xml, "-targetserver", started.endpoints.join("+"), "-textauth", "-verbose"],
          ...["-Dshop.currency=EUR", "-user", "joe", "-password", "SECRET", "-client"],
          ...[greeterClient],
        ],
        { VMARGS: "-Xmx1g -Dcom.sun.appserv.iiop.loadbalancingpolicy=ic-based" },
      ),
    );
    expect(err).toMatch(
      /endpoints +\S+ +-targetserver \(target server option\), instead of .*sun-acc\.xml:/,
    );
    expect(err).toMatch(
      /loadBalancingPolicy +ic-based +-Dcom\.sun\.appserv\.iiop\.loadbalancingpolicy in VMARGS \(environment\), instead of ic-based-weighted from .*sun-acc\.xml:\d+/,
    );
    expect(err).toMatch(/shop\.currency +EUR +-Dshop\.currency \(command line\)/);
    expect(err).toMatch(/user +joe +-user/);
    expect(err).toContain("(set, not shown)");
    expect(err).not.toContain("SECRET");
    expect(err).toContain("-Xmx1g");
    expect(err).toContain("-textauth has no effect");
    expect(printed).toHaveLength(1);
  });

  it.each([
    ["0", 0],
    ["7", 7],
    ["255", 255],
    ["256", 1],
    ["1.5", 1],
    ["x", 1],
  ])("takes the client's number %s as the exit status %i", async (word, expected) => {
    await using started = await cluster();
    const words = ["-targetserver", started.endpoints.join(","), "-name", "status"];
    expect((await run([...words, "-client", greeterClient, word])).status).toBe(expected);
  });

  it("calls nothing with -noappinvoke", async () => {
    await using started = await cluster();
    const words = ["-targetserver", started.endpoints.join(","), "-noappinvoke"];
    expect(await run([...words, "-client", greeterClient])).toMatchObject({ status: 0, err: "" });
    expect(printed).toEqual([]);
  });

  it("reports a client's failure in words and ends with 1", async () => {
    await using started = await MockCluster.start({ members: ["i1"] });
    const words = ["-targetserver", started.endpoints.join(","), "-client", greeterClient];
    const { status, err } = await run(words);
    expect(status).toBe(1);
    expect(err).toMatch(/^appclient: the client failed: NAME_NOT_FOUND: /);
    expect(err).not.toMatch(/^\s+at /m);
    expect((await run(words, { REMORA_DEBUG: "call" })).err).toMatch(/^\s+at /m);
  });

  it("works as a command of its own and then exits by itself", async () => {
    await using started = await cluster();
    const child = spawn(
      process.execPath,
      [
        ...["--conditions", "@remora/source", "--import", "tsx"],
        ...["examples/src/appclient/appclient.ts", "-client", greeterClient],
        ...["Ada"],
      ],
      { env: { ...process.env, REMORA_ENDPOINTS: started.endpoints.join(",") } },
    );
    const [out, err, status] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      new Promise((done) => child.once("exit", done)),
    ]);
    expect(err).toBe("");
    expect(out).toMatch(/^Hello Ada from i[123]\n$/);
    expect(status).toBe(0);
  });
});
