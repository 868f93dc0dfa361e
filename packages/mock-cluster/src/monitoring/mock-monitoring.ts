// The administration server of a mock cluster, as far as load is asked of it: GlassFish's monitoring REST interface.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { MockClusterError } from "../errors.ts";
import {
  type MonitoredMember,
  type Sample,
  type ScriptedNumbers,
  trueNumbers,
} from "./monitoring-numbers.ts";
import { type TreeNode, treeNode } from "./monitoring-tree.ts";

/** Options of the monitoring interface. */
export interface MonitoringOptions {
  /** The administrator who may read. Default: everybody may. */
  readonly user?: string;
  /** The administrator's password. Default: an empty one. */
  readonly password?: string;
}

/** How a question about a member is answered. */
export type MonitoringBehaviour =
  /** At once. */
  | "normal"
  /** With status 500 and no body, as GlassFish 7 answers while monitoring is switched off. */
  | "empty"
  /** With octets that are no JSON. */
  | "garbage"
  /** Not before the behaviour is another one again. */
  | "hang"
  /** With this status and no body. */
  | { readonly status: number }
  /** So many milliseconds late, with the numbers of the moment when it was asked. */
  | { readonly lagMs: number };

/** A question that arrived. */
export interface MonitoringRequest {
  /** The instance that was asked about; undefined: the list of instances. */
  readonly member: string | undefined;
  readonly path: string;
  /** Whether it carried an `Authorization` header, right or wrong. */
  readonly withCredentials: boolean;
}

/** What the cluster lends to its monitoring. @internal */
export interface MonitoredCluster {
  readonly members: readonly MonitoredMember[];
  /** Names under which beans are bound. */
  readonly names: readonly string[];
}

/** The monitoring interface of a mock cluster, on a port of its own. */
export class MockMonitoring {
  /** Where it listens: what a client takes for the administration server. */
  readonly url: string;
  readonly #cluster: MonitoredCluster;
  readonly #options: MonitoringOptions;
  readonly #server: Server;
  readonly #requests: MonitoringRequest[] = [];
  readonly #scripted = new Map<string, ScriptedNumbers>();
  readonly #frozen = new Map<string, Sample>();
  readonly #behaviours = new Map<string, MonitoringBehaviour>();
  readonly #held: (readonly [member: string, answer: () => void])[] = [];
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #sockets = new Set<Socket>();
  #lastSampleMs = 0;

  private constructor(cluster: MonitoredCluster, options: MonitoringOptions, server: Server) {
    this.#cluster = cluster;
    this.#options = options;
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on("connection", (socket) => {
      this.#sockets.add(socket);
      socket.once("close", () => this.#sockets.delete(socket));
    });
    server.on("request", (request, response) => this.#answer(request, response));
  }

  /** Listens on a free port; for the cluster. @internal */
  static async start(
    cluster: MonitoredCluster,
    options: MonitoringOptions,
  ): Promise<MockMonitoring> {
    const server = createServer();
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject).listen(0, "127.0.0.1", resolve);
    });
    return new MockMonitoring(cluster, options, server);
  }

  /** What was asked, in order. */
  get requests(): readonly MonitoringRequest[] {
    return this.#requests;
  }

  /** Connections that are open now. */
  get openConnections(): number {
    return this.#sockets.size;
  }

  /** Publishes these numbers of a member instead of the true ones, wrong ones too. Those not named stay true. */
  set(member: string, numbers: ScriptedNumbers): void {
    this.#known(member);
    this.#scripted.set(member, { ...this.#scripted.get(member), ...numbers });
  }

  /** Publishes true numbers of a member again. */
  clear(member: string): void {
    this.#known(member);
    this.#scripted.delete(member);
  }

  /** From now on the same numbers, with the same time of sampling. */
  freeze(member: string): void {
    this.#frozen.set(member, this.#sample(this.#known(member)));
  }

  /** Ends `freeze`. */
  thaw(member: string): void {
    this.#known(member);
    this.#frozen.delete(member);
  }

  /** Changes how questions about a member are answered; those that hang are answered unless it hangs again. */
  behave(member: string, behaviour: MonitoringBehaviour): void {
    this.#known(member);
    this.#behaviours.set(member, behaviour);
    for (const [of, answer] of this.#held.splice(0)) {
      if (of === member && behaviour !== "hang") answer();
      else this.#held.push([of, answer]);
    }
  }

  /** Closes the listener, its connections and timers. */
  async close(): Promise<void> {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#held.length = 0;
    if (!this.#server.listening) return;
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }

  #known(name: string): MonitoredMember {
    const member = this.#cluster.members.find((each) => each.name === name);
    if (member !== undefined) return member;
    const names = this.#cluster.members.map((each) => each.name).join(", ");
    throw new MockClusterError(`no member "${name}" among ${names}`);
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const path = (request.url ?? "").split("?")[0] ?? "";
    const steps = stepsOf(path);
    const [name, ...below] = steps ?? [];
    const { authorization } = request.headers;
    this.#requests.push({ member: name, path, withCredentials: authorization !== undefined });
    if (!this.#mayRead(authorization)) {
      response.writeHead(401, { "www-authenticate": 'Basic realm="admin-realm"' }).end();
    } else if (request.method !== "GET" || steps === undefined) {
      response.writeHead(404).end();
    } else if (name === undefined) {
      const members = this.#cluster.members.map((member) => member.name);
      this.#send(response, path, { entity: {}, children: ["server", ...members] });
    } else {
      this.#answerOf(name, below, path, response);
    }
  }

  #answerOf(name: string, below: readonly string[], path: string, response: ServerResponse): void {
    const member = this.#cluster.members.find((each) => each.name === name);
    if (member === undefined) return sendJson(response, {});
    if (member.state === "down") return sendNothing(response);
    const behaviour = this.#behaviours.get(name) ?? "normal";
    const node = treeNode(below, this.#frozen.get(name) ?? this.#sample(member), this.#beans());
    if (behaviour === "hang") {
      this.#held.push([name, () => this.#answerOf(name, below, path, response)]);
    } else if (behaviour === "empty") {
      sendNothing(response);
    } else if (behaviour === "garbage") {
      response.writeHead(200, { "content-type": "application/json" }).end("<html>{");
    } else if (typeof behaviour === "object" && "status" in behaviour) {
      response.writeHead(behaviour.status).end();
    } else if (typeof behaviour === "object") {
      this.#later(behaviour.lagMs, () => this.#send(response, path, node));
    } else {
      this.#send(response, path, node);
    }
  }

  #send(response: ServerResponse, path: string, node: TreeNode | undefined): void {
    if (node === undefined) return sendNothing(response);
    const base = `${this.url}${path.replace(/\.json$/, "")}`;
    const childResources = Object.fromEntries(
      node.children.map((child) => [child, `${base}/${child}`]),
    );
    sendJson(response, {
      extraProperties: { message: "", entity: node.entity, childResources },
    });
  }

  #later(ms: number, go: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      go();
    }, ms);
    this.#timers.add(timer);
  }

  /** Two samples never have the same time, so that what stands still is frozen and nothing else. */
  #sample(member: MonitoredMember): Sample {
    this.#lastSampleMs = Math.max(Date.now(), this.#lastSampleMs + 1);
    const numbers = { ...trueNumbers(member), ...this.#scripted.get(member.name) };
    return { numbers, atMs: this.#lastSampleMs };
  }

  /** Beans as GlassFish names them: application and bean. */
  #beans(): readonly string[] {
    return this.#cluster.names.flatMap((name) => {
      const found = /^java:global\/([^/]+)\/([^/!]+)/.exec(name);
      return found === null ? [] : [`${found[1]}/${found[2]}`];
    });
  }

  #mayRead(authorization: string | undefined): boolean {
    const { user, password = "" } = this.#options;
    if (user === undefined) return true;
    return authorization === `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
  }
}

/** The nodes on the way from the domain; undefined: a path of something else. */
function stepsOf(path: string): readonly string[] | undefined {
  const steps = /^\/monitoring\/domain((?:\/[^/]+)*)\.json$/.exec(path)?.[1];
  try {
    return steps?.split("/").slice(1).map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

/** An answer; without extra properties it is that about an instance which does not exist. */
function sendJson(response: ServerResponse, parts: Readonly<Record<string, unknown>>): void {
  const body = { message: "", command: "Monitoring Data", exit_code: "SUCCESS", ...parts };
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
}

/** What GlassFish 7.0.15 answers for a node that does not exist. */
function sendNothing(response: ServerResponse): void {
  response.writeHead(500).end();
}
