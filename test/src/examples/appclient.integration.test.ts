import { describe, expect, it } from "vitest";
import { parseArguments, type RunnerArguments } from "../../../examples/src/appclient/arguments.ts";
import { problemOfClientFile } from "../../../examples/src/appclient/client-module.ts";
import { optionRules, usage } from "../../../examples/src/appclient/options.ts";
import { passwordIn } from "../../../examples/src/appclient/password-file.ts";
import { errorLines, settingsTable, warningLines } from "../../../examples/src/appclient/report.ts";

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

  it("get a note when they contain an option of the runner", () => {
    expect(parse("c.mjs", "-xml", "sun-acc.xml").notes).toEqual([
      "-xml stands behind the client's first argument, so it is the client's",
    ]);
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
      attempts: [{ endpoint: "a:1", message: "connection refused", decision: "next endpoint" }],
    });
    expect(errorLines(error, false)).toEqual([
      "the client failed: ALL_ENDPOINTS_FAILED: all endpoints failed",
      "  operation greet: it did not run",
      "  attempt 1: a:1: connection refused; then: next endpoint",
    ]);
    expect(errorLines(error, true).join("\n")).toContain("appclient.integration");
    expect(errorLines("text", false)).toEqual(["the client failed: text"]);
    expect(errorLines(new TypeError("x is no function"), false)).toEqual([
      "the client failed: TypeError: x is no function",
    ]);
  });
});
