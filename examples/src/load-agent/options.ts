import { parseArgs } from "node:util";
import type { GlassFishMonitoringOptions } from "@remora/client";

/** What the agent was asked to do. */
export interface AgentOptions {
  /** Options of the source, without the password. */
  readonly source: GlassFishMonitoringOptions;
  readonly passwordFile: string | undefined;
  readonly host: string;
  readonly port: number;
}

/** A command line understood, or the text to print instead. */
export type ParsedAgentOptions =
  | { readonly ok: true; readonly options: AgentOptions }
  | { readonly ok: false; readonly help: boolean; readonly text: string };

/** What `--help` prints. */
export const agentHelp = `Usage: npm run load-agent -- --glassfish URL [options]

Asks the administration server of a GlassFish domain for the load of its instances, and publishes it without any
credentials, so that many clients can use it: httpLoad({ url: "http://HOST:PORT/load" }).

  --glassfish URL        the administration server, for instance http://localhost:4848
  --user NAME            the administrator; the password comes from --password-file or from the environment variable
                         REMORA_ADMIN_PASSWORD, never from an argument, which other users of the machine can read
  --password-file FILE   a line AS_ADMIN_PASSWORD=…, as for asadmin, or the password alone
  --listen HOST:PORT     where to publish (default 127.0.0.1:8484; port 0 takes a free one)
  --interval MS          milliseconds from one question to the next (default 5000)
  --timeout MS           limit of one question (default 2000)
  --instances I1,I2,…    instances to ask (default all of the domain, without the administration server)
  --bean-pools A/B,…     pools of enterprise beans, as application/Bean
  --threads N            publish idlePercent as well, made of busy threads, where N of them mean 0
  --help                 this text

GET /load    the figures, JSON
GET /health  200 while they are fresh, else 503
`;

class UsageProblem extends Error {}

/** Reads the words of the command line. */
export function agentOptions(words: readonly string[]): ParsedAgentOptions {
  try {
    const values = parse(words);
    if (values.help === true) return { ok: false, help: true, text: agentHelp };
    return { ok: true, options: optionsOf(values) };
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return { ok: false, help: false, text: `load-agent: ${problem}; --help shows the options\n` };
  }
}

function parse(words: readonly string[]) {
  if (words.some((word) => /^--?pass(word)?(=|$)/.test(word))) {
    throw new UsageProblem(
      "a password is no argument: use --password-file or the environment variable REMORA_ADMIN_PASSWORD",
    );
  }
  const { values } = parseArgs({
    args: [...words],
    options: {
      glassfish: { type: "string" },
      user: { type: "string" },
      "password-file": { type: "string" },
      listen: { type: "string" },
      interval: { type: "string" },
      timeout: { type: "string" },
      instances: { type: "string" },
      "bean-pools": { type: "string" },
      threads: { type: "string" },
      help: { type: "boolean", short: "h" },
    },
  });
  return values;
}

function optionsOf(values: ReturnType<typeof parse>): AgentOptions {
  const { glassfish: url, user } = values;
  if (url === undefined)
    throw new UsageProblem("--glassfish is missing, such as http://localhost:4848");
  const number = (name: "interval" | "timeout" | "threads"): number | undefined =>
    values[name] === undefined ? undefined : wholeNumber(name, values[name]);
  const [intervalMs, timeoutMs] = [number("interval"), number("timeout")];
  const availableThreads = number("threads");
  const list = (text: string | undefined): readonly string[] | undefined =>
    text?.split(",").map((part) => part.trim());
  const beanPools = list(values["bean-pools"]);
  return {
    source: {
      url,
      instances: list(values.instances) ?? "all",
      ...(user === undefined ? {} : { user }),
      ...(intervalMs === undefined ? {} : { intervalMs }),
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
      ...(beanPools === undefined ? {} : { beanPools }),
      ...(availableThreads === undefined ? {} : { cpuFrom: "busyThreads", availableThreads }),
    },
    passwordFile: values["password-file"],
    ...listenAddress(values.listen ?? "127.0.0.1:8484"),
  };
}

function wholeNumber(name: string, text: string): number {
  if (/^\d{1,10}$/.test(text) && Number(text) > 0) return Number(text);
  throw new UsageProblem(`--${name} is "${text}"; accepted: a whole number from 1`);
}

function listenAddress(text: string): { readonly host: string; readonly port: number } {
  const [, v6, name, digits] = /^(?:\[([0-9a-fA-F:]+)\]|([^:]+)):(\d{1,5})$/.exec(text) ?? [];
  const port = Number(digits);
  const host = v6 ?? name;
  if (host !== undefined && port <= 65_535) return { host, port };
  throw new UsageProblem(`--listen is "${text}"; accepted: host:port, such as 127.0.0.1:8484`);
}
