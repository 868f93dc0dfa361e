import {
  ConfigurationError,
  describeSettings,
  loadSettings,
  mergeSettings,
  Orb,
  type PartialSettings,
  type Settings,
  unsupportedDemand,
  unusedCredentials,
} from "@remora/client";
import { parseArguments, type RunnerArguments } from "./arguments.ts";
import { type ClientMain, loadClient, problemOfClientFile } from "./client-module.ts";
import { usage } from "./options.ts";
import { readPasswordFile } from "./password-file.ts";
import { errorLines, noTarget, settingsTable, warningLines } from "./report.ts";

/** What the runner takes from its process, so that tests can stand in for it. */
export interface RunnerProcess {
  /** Words after the command's own name. */
  readonly words: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly version: string;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

/** Exit status of a runner that did not start the client. */
export const notStarted = 2;

/** Ends the start with a text for a person. */
class StartProblem extends Error {}

/**
 * The application client runner, from the words of its command line to an exit status.
 * `undefined` means that the client decided nothing: the process ends as it would by itself.
 */
export async function runAppclient(process: RunnerProcess): Promise<number | undefined> {
  const say = (line: string): void => process.err(`appclient: ${line}\n`);
  const withStack = (process.environment["REMORA_DEBUG"] ?? "") !== "";
  const parsed = parseArguments(process.words);
  if (!parsed.ok) {
    say(parsed.problem);
    return notStarted;
  }
  const { switches, notes } = parsed.arguments;
  if (switches.has("help")) {
    process.out(usage);
    return 0;
  }
  if (switches.has("version")) {
    process.out(`remora appclient ${process.version}\n`);
    return 0;
  }
  const verbose = switches.has("verbose");
  try {
    requireClient(parsed.arguments);
    const settings = await settingsOf(parsed.arguments, process.environment);
    for (const line of warningLines(settings.warnings, verbose)) say(line);
    const credentials = unusedCredentials(settings);
    if (credentials !== undefined) say(`warning: ${credentials}`);
    for (const note of notes) if (verbose || note.startsWith("-password")) say(`note: ${note}`);
    const orb = orbFrom(settings, parsed.arguments.slip, verbose);
    try {
      return await start(parsed.arguments, orb, settings);
    } finally {
      await orb.close();
    }
  } catch (error) {
    if (!(error instanceof StartProblem) && !(error instanceof ConfigurationError)) throw error;
    say(withStack && error.stack !== undefined ? error.stack : error.message);
    return notStarted;
  }

  /** Makes the Orb, which does no I/O, and shows its settings; without one, those that were read. */
  function orbFrom(settings: Settings, slip: string | undefined, shown: boolean): Orb {
    let orb: Orb | undefined;
    try {
      requireTarget(settings, slip);
      orb = Orb.fromSettings(settings);
      return orb;
    } finally {
      const rows = orb?.describeConfiguration() ?? describeSettings(settings);
      if (shown) process.err(`settings:\n${settingsTable(rows)}`);
    }
  }

  async function start(
    { values, programArguments }: RunnerArguments,
    orb: Orb,
    settings: Settings,
  ): Promise<number | undefined> {
    const client = await loadClient(values.client ?? "", values.name);
    if (!client.ok) {
      if (withStack && client.cause instanceof Error) say(client.cause.stack ?? "");
      throw new StartProblem(client.problem);
    }
    if (switches.has("noAppInvoke")) return 0;
    try {
      return await call(client.main, orb, settings, programArguments);
    } catch (error) {
      for (const line of errorLines(error, withStack)) say(line);
      return 1;
    }
  }

  async function call(
    main: ClientMain,
    orb: Orb,
    settings: Settings,
    programArguments: readonly string[],
  ): Promise<number | undefined> {
    const context = await orb.createInitialContext();
    const properties = new Map(settings.properties.map(({ name, value }) => [name, value]));
    const result = await main(context, programArguments, { orb, properties });
    if (result === undefined || result === null) return undefined;
    if (Number.isInteger(result) && Number(result) >= 0 && Number(result) <= 255) {
      return Number(result);
    }
    if (typeof result !== "number" && typeof result !== "bigint") return undefined;
    say(`the client returned ${result}, which is no exit status from 0 to 255`);
    return 1;
  }
}

function requireClient({ values }: RunnerArguments): void {
  if (values.client === undefined) {
    throw new StartProblem("no client: write -client client.mjs; -help lists the options");
  }
  const problem = problemOfClientFile(values.client);
  if (problem !== undefined) throw new StartProblem(problem);
}

function requireTarget(settings: Settings, slip: string | undefined): void {
  if (settings.endpoints === undefined) {
    const hint = `\n${slip} stands behind the client, so it is the client's own argument; put it before`;
    throw new StartProblem(slip === undefined ? noTarget : noTarget + hint);
  }
  const unsupported = unsupportedDemand(settings);
  if (unsupported !== undefined) throw new StartProblem(unsupported);
}

/** Every source that the runner knows; only the credentials of the command line are its own. */
async function settingsOf(
  { values, switches, definitions }: RunnerArguments,
  environment: RunnerProcess["environment"],
): Promise<Settings> {
  const vmArguments = environment["VMARGS"];
  const targetServers = switches.has("local") ? "localhost:3700" : values.targetServers;
  const settings = await loadSettings({
    environment,
    definitions,
    ...(vmArguments === undefined ? {} : { vmArguments }),
    ...(targetServers === undefined ? {} : { targetServers }),
    clientContainerXml: values.xml ?? values.configXml,
  });
  return mergeSettings([await credentialsOf(values), settings]);
}

async function credentialsOf(values: RunnerArguments["values"]): Promise<PartialSettings> {
  const { user, password, passwordFile } = values;
  const origin = (option: string) => ({ kind: "command-line", detail: option }) as const;
  let fromFile: string | undefined;
  if (passwordFile !== undefined) {
    if (password !== undefined) {
      throw new StartProblem("-password and -passwordfile exclude each other");
    }
    const read = await readPasswordFile(passwordFile);
    if (!read.ok) throw new StartProblem(read.problem);
    fromFile = read.password;
  }
  const secret =
    fromFile === undefined
      ? password && { value: password, origin: origin("-password") }
      : { value: fromFile, origin: origin("-passwordfile") };
  return {
    targets: [],
    properties: [],
    warnings: [],
    ...(user === undefined ? {} : { user: { value: user, origin: origin("-user") } }),
    ...(secret ? { password: secret } : {}),
  };
}
