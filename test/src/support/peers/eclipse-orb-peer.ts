import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { findJava, findMaven } from "./java.ts";
import { claimPorts, type PortBlock } from "./ports.ts";
import { commandLine, until } from "./processes.ts";

/** How an Eclipse ORB peer is started. */
export interface EclipseOrbOptions {
  /** Default 3. */
  readonly members?: number;
  /** One JVM per member, so that crashes, stops and restarts are real. Default false. */
  readonly processes?: boolean;
  /** Load-balancing weights. Default 100 each. */
  readonly weights?: readonly number[];
  /** Loopback addresses to listen on, in turn. Default 127.0.0.1. */
  readonly hosts?: readonly string[];
  /** Host text of the cluster components, when it shall differ from the profile's. */
  readonly memberHost?: string;
  /** Without the cluster machinery: plain references. Default false. */
  readonly plain?: boolean;
  /** Properties of the server ORBs. */
  readonly properties?: Readonly<Record<string, string>>;
  /** Told what the JVMs write to stderr. Default: kept for error messages only. */
  readonly log?: (text: string) => void;
}

/** One server ORB; the references are those of its latest start. */
export interface EclipseOrbMember {
  readonly name: string;
  readonly host: string;
  readonly port: number;
  /** Clustered reference, with member components and label. */
  readonly ior: string;
  /** Reference without cluster components, whose key dies with the process. */
  readonly plainIor: string;
  /** Root naming context. */
  readonly namingIor: string;
  /** Name of the clustered object in this member's name service. */
  readonly corbaname: string;
  readonly pid: number;
}

type PeerEvent =
  | ({ readonly event: "member"; readonly member: number } & EclipseOrbMember)
  | { readonly event: "ok" | "error"; readonly what: string; readonly detail?: string }
  | { readonly event: "exit"; readonly member: number }
  | { readonly event: "started" | "stopped" | "ready" };

const script = fileURLToPath(new URL("../../../peers/eclipse-orb/run.sh", import.meta.url));
const buildLimitMs = 300_000;
const commandLimitMs = 30_000;

/** The ORB that GlassFish uses, in plain JVMs, with its real cluster machinery. */
export class EclipseOrbPeer {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #ports: PortBlock;
  readonly #processes: boolean;
  readonly #members: (EclipseOrbMember | undefined)[];
  readonly #alive = new Set<number>();
  readonly #listeners = new Set<(event: PeerEvent) => void>();
  readonly #log: ((text: string) => void) | undefined;
  #errors = "";
  #ended = false;
  #queue: Promise<unknown> = Promise.resolve();

  private constructor(options: EclipseOrbOptions, ports: PortBlock) {
    const count = options.members ?? 3;
    this.#ports = ports;
    this.#processes = options.processes ?? false;
    this.#members = Array.from({ length: count }, () => undefined);
    this.#log = options.log;
    const list = Array.from({ length: count }, (_, i) => ports.base + 1 + i);
    this.#child = spawn(
      script,
      [
        "--members",
        String(count),
        "--ports",
        list.join(","),
        ...(this.#processes ? ["--processes"] : []),
        ...(options.plain === true ? ["--no-folb"] : []),
        ...(options.weights === undefined ? [] : ["--weights", options.weights.join(",")]),
        ...(options.hosts === undefined ? [] : ["--hosts", options.hosts.join(",")]),
        ...(options.memberHost === undefined ? [] : ["--member-host", options.memberHost]),
        ...Object.entries(options.properties ?? {}).flatMap(([k, v]) => ["--set", `${k}=${v}`]),
      ],
      { stdio: "pipe" },
    );
    this.#child.stdin.on("error", () => {});
    this.#child.on("error", (error) => {
      this.#errors += error.message;
      this.#ended = true;
    });
    this.#child.on("close", () => {
      this.#ended = true;
    });
    this.#child.stderr.setEncoding("utf8").on("data", (text: string) => {
      this.#errors = (this.#errors + text).slice(-4_000);
      this.#log?.(text);
    });
    createInterface({ input: this.#child.stdout }).on("line", (line) => this.#line(line));
  }

  /** Starts the JVMs (builds them first when the sources changed); resolves when all members serve. */
  static async start(options: EclipseOrbOptions = {}): Promise<EclipseOrbPeer> {
    findJava();
    findMaven();
    const count = options.members ?? 3;
    const size = Math.ceil((count + 1) / 10) * 10;
    const ports = await claimPorts(
      size,
      Array.from({ length: count }, (_, i) => i + 1),
    );
    const peer = new EclipseOrbPeer(options, ports);
    try {
      await peer.#expect("start", buildLimitMs, (event) => event.event === "ready");
      return peer;
    } catch (error) {
      await peer.close();
      throw error;
    }
  }

  /** The members in order, running or not. */
  get members(): readonly EclipseOrbMember[] {
    return this.#members.map((_, i) => this.member(i));
  }

  /** Member by number, running or not. */
  member(i: number): EclipseOrbMember {
    const member = this.#members[i];
    if (member === undefined) throw new Error(`no member ${i}`);
    return member;
  }

  /** Ends a member as a crash does (SIGKILL); needs `processes`. The group is not told. */
  async kill(i: number): Promise<void> {
    this.#needsRunning("kill", i);
    await this.#command(`kill ${i}`, bothOf("ok", "exit"));
  }

  /** Stops a member's process without ending it (SIGSTOP): its sockets stay open, mute. */
  freeze(i: number): void {
    this.#needsProcesses("freeze");
    process.kill(this.member(i).pid, "SIGSTOP");
  }

  /** Lets a frozen member run again (SIGCONT). */
  thaw(i: number): void {
    process.kill(this.member(i).pid, "SIGCONT");
  }

  /** Planned stop of a member; needs `processes`. The group is not told. */
  async stop(i: number): Promise<void> {
    this.#needsRunning("stop", i);
    await this.#command(`stop ${i}`, bothOf("ok", "exit"));
  }

  /** Starts a stopped member again, on the same port. */
  async start(i: number): Promise<void> {
    this.#needsProcesses("start");
    await this.#command(`start ${i}`, (event) => event.event === "started");
  }

  /** Takes a member out of the group view of every running member; it keeps serving. */
  async leave(i: number): Promise<void> {
    await this.#everywhere(`leave ${i}`);
  }

  /** Puts a member into the group view of every running member. */
  async join(i: number): Promise<void> {
    await this.#everywhere(`join ${i}`);
  }

  /** Sets the weight of a member in the view of every running member. */
  async weight(i: number, weight: number): Promise<void> {
    await this.#everywhere(`weight ${i} ${weight}`);
  }

  /** Fetches fresh references of a member: the earlier ones keep their old label and list. */
  async refresh(i: number): Promise<EclipseOrbMember> {
    await this.#command(`ior ${i}`, (event) => event.event === "member" && event.member === i);
    return this.member(i);
  }

  /** Ends all members. */
  async close(): Promise<void> {
    for (const member of this.#members) {
      // A frozen member would not see its end.
      if (member !== undefined && isMember(member.pid)) process.kill(member.pid, "SIGCONT");
    }
    this.#child.stdin.end("quit\n");
    await until("end of the Eclipse ORB peer", 8_000, () => this.#ended, 20).catch(() => {
      this.#child.kill("SIGKILL");
      for (const member of this.#members) {
        if (member !== undefined && isMember(member.pid)) process.kill(member.pid, "SIGKILL");
      }
    });
    this.#ports.release();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #needsProcesses(what: string): void {
    if (!this.#processes) throw new Error(`${what} needs the option processes: true`);
  }

  #needsRunning(what: string, i: number): void {
    this.#needsProcesses(what);
    if (!this.#alive.has(i)) throw new Error(`member ${i} is not running`);
  }

  /** Every running member answers such a command; in one JVM there is one answer. */
  async #everywhere(command: string): Promise<void> {
    let answers = this.#processes ? this.#alive.size : 1;
    if (answers === 0) return;
    await this.#command(command, (event) => event.event === "ok" && --answers === 0);
  }

  /** One command at a time, so that an answer belongs to the command before it. */
  #command(command: string, done: (event: PeerEvent) => boolean): Promise<void> {
    const turn = this.#queue.then(async () => {
      const answered = this.#expect(command, commandLimitMs, done);
      this.#child.stdin.write(`${command}\n`);
      await answered;
    });
    this.#queue = turn.catch(() => {});
    return turn;
  }

  async #expect(what: string, limitMs: number, done: (event: PeerEvent) => boolean): Promise<void> {
    let finished = false;
    let failure: string | undefined;
    const listener = (event: PeerEvent): void => {
      if (event.event === "error") failure = `${event.what}: ${event.detail ?? ""}`;
      else if (done(event)) finished = true;
    };
    this.#listeners.add(listener);
    try {
      await until(
        `Eclipse ORB peer: ${what}`,
        limitMs,
        () => finished || failure !== undefined || this.#ended,
        5,
      );
    } finally {
      this.#listeners.delete(listener);
    }
    if (failure !== undefined) throw new Error(`Eclipse ORB peer: ${what}: ${failure}`);
    if (!finished) throw new Error(`Eclipse ORB peer ended: ${what}\n${this.#errors.trim()}`);
  }

  #line(line: string): void {
    let event: PeerEvent;
    if (line === "ready") {
      event = { event: "ready" };
    } else {
      try {
        event = JSON.parse(line) as PeerEvent;
      } catch {
        this.#log?.(`${line}\n`);
        return;
      }
    }
    if (event.event === "member") {
      const { name, host, port, ior, plainIor, namingIor, corbaname, pid } = event;
      this.#members[event.member] = { name, host, port, ior, plainIor, namingIor, corbaname, pid };
      this.#alive.add(event.member);
    }
    if (event.event === "exit") this.#alive.delete(event.member);
    for (const listener of this.#listeners) listener(event);
  }
}

/** The answer to a command and the event that it causes come in either order. */
function bothOf(...names: readonly PeerEvent["event"][]): (event: PeerEvent) => boolean {
  const missing = new Set(names);
  return (event) => {
    missing.delete(event.event);
    return missing.size === 0;
  };
}

function isMember(pid: number): boolean {
  return commandLine(pid)?.includes(" remora.peer.Main ") ?? false;
}
