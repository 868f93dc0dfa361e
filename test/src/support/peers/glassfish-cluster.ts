import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Writable } from "node:stream";
import tls from "node:tls";
import { type Probe, probe } from "./giop-probe.ts";
import { type AdminParameters, type AdminReport, adminCommand } from "./glassfish-admin.ts";
import { fullVersion, glassFishHome, glassFishVersion, shopJar } from "./glassfish-build.ts";
import { findJava, findJavaNear, type Java } from "./java.ts";
import { claimPorts, type PortBlock } from "./ports.ts";
import { commandLine, findProcess, residentBytes, run, until } from "./processes.ts";

/** How a cluster is brought up; every field may be left out. */
export interface GlassFishOptions {
  /**
   * "cluster" (the default): administration server, instances, group management. "server": the application runs in the
   * administration server, which is then the only instance and named "server"; up in a third of the time.
   */
  readonly layout?: "cluster" | "server";
  /** Names and load-balancing weights. Default i1, i2, i3 with 100, 200, 300. */
  readonly instances?: readonly { readonly name: string; readonly weight: number }[];
  /** First port of the block. Default: GF_PORTBASE, or else drawn at random and checked. */
  readonly portBase?: number;
  /** Folder for domain, nodes and ledger; it must not exist yet. Default: a new temporary one. */
  readonly runDirectory?: string;
  /** Leaves the run folder (logs) behind when the cluster stops. Default false. */
  readonly keep?: boolean;
  /** Heap limit of each instance. Default 320m. */
  readonly heap?: string;
  /** Further JVM options of the instances. */
  readonly jvmOptions?: readonly string[];
  /** Release of GlassFish: a full version, or "7" or "8" for the one that tests use. Default "7". */
  readonly version?: string;
  /** How often the bring-up is tried. Default 2. */
  readonly tries?: number;
  /** Told one line per step. Default: written to stderr. */
  readonly log?: (line: string) => void;
}

/** One server of the cluster, running or not. */
export interface GlassFishInstance {
  readonly name: string;
  readonly weight: number;
  readonly host: string;
  /** Clear IIOP. */
  readonly port: number;
  /** IIOP over TLS. */
  readonly tlsPort: number;
  /** IIOP over TLS that demands a client certificate. */
  readonly mutualTlsPort: number;
  readonly adminPort: number;
}

/** Where a clear IIOP listener is. */
export interface NamedEndpoint {
  readonly name: string;
  readonly host: string;
  readonly port: number;
}

/** One line of `asadmin get-health`. */
export interface InstanceHealth {
  readonly name: string;
  /** For example "started", "stopped", "failed", "not started". */
  readonly state: string;
  readonly since?: string;
}

/** What another process needs to use a running cluster; written by `run-glassfish.ts`. */
export interface GlassFishState {
  readonly app: string;
  readonly layout: "cluster" | "server";
  readonly version: string;
  /** Feature release of the Java that it runs on. */
  readonly javaRelease: number;
  readonly home: string;
  readonly runDirectory: string;
  readonly portBase: number;
  readonly adminPort: number;
  readonly ledgerFile: string;
  readonly user: string;
  readonly password: string;
  readonly endpoints: readonly NamedEndpoint[];
  readonly adminEndpoint: NamedEndpoint;
  readonly instances: readonly GlassFishInstance[];
  /** Process ids of the servers, and of the "driver" that ends them all when it is ended. */
  readonly pids: Readonly<Record<string, number>>;
}

const host = "127.0.0.1";
const app = "shop";
const clusterName = "c1";
const domain = "remora";
const node = "n1";
const user = "joe";
const password = "ledger-pass";
const server = "server";
const startLimitMs = 300_000;

/** The administration server and up to six instances; each has a hundred ports. */
const slots = 7;
const slotSize = 100;
const offset = {
  debugger: 9,
  iiop: 37,
  iiopTls: 38,
  iiopMutualTls: 39,
  admin: 48,
  osgiShell: 66,
  jms: 76,
  http: 80,
  https: 81,
  jmx: 86,
  group: 91,
} as const;

/** Before each reply: else what a client was told may be lost with its server some hundred milliseconds later. */
const replicated = { availabilityenabled: "true", asyncreplication: "false" } as const;

const groupPortProperty = `GMS_LISTENER_PORT-${clusterName}`;

/**
 * A real GlassFish cluster on the loopback interface: administration server, local instances,
 * group management without multicast, and the application of `test/peers/glassfish/app`.
 * Everything it writes is below one run folder, and every process is ended by its id.
 */
export class GlassFishCluster {
  /** Name of the deployed application: names are `java:global/<app>/GreeterBean!remora.shop.Greeter`. */
  readonly app = app;
  /** User of the group that the secured bean admits. */
  readonly user = user;
  readonly password = password;
  readonly layout: "cluster" | "server";
  readonly version: string;
  /** What its servers run on. */
  readonly java: Java;
  readonly home: string;
  readonly runDirectory: string;
  readonly portBase: number;
  /** Lines of "call id, tab, instance", forced to disk by the ledger bean before each reply. */
  readonly ledgerFile: string;

  readonly #log: (line: string) => void;
  readonly #keep: boolean;
  /** Undefined for a cluster that another process owns. */
  readonly #owned: { readonly ports: PortBlock; readonly reaper: Writable } | undefined;
  readonly #instances = new Map<string, { readonly slot: number; weight: number }>();
  #lap = performance.now();

  private constructor(fields: {
    readonly layout: "cluster" | "server";
    readonly version: string;
    readonly home: string;
    readonly runDirectory: string;
    readonly portBase: number;
    readonly log: (line: string) => void;
    readonly keep: boolean;
    readonly owned?: { readonly ports: PortBlock; readonly reaper: Writable };
  }) {
    this.layout = fields.layout;
    this.version = fields.version;
    this.java = javaOf(fields.version);
    this.home = fields.home;
    this.runDirectory = fields.runDirectory;
    this.portBase = fields.portBase;
    this.ledgerFile = join(fields.runDirectory, "ledger.txt");
    this.#log = fields.log;
    this.#keep = fields.keep;
    this.#owned = fields.owned;
  }

  /** Brings a cluster up; resolves when every instance answers calls and knows all the others. */
  static async start(options: GlassFishOptions = {}): Promise<GlassFishCluster> {
    const log = options.log ?? ((line: string) => void process.stderr.write(`${line}\n`));
    const tries = options.tries ?? 2;
    for (let attempt = 1; ; attempt++) {
      try {
        return await GlassFishCluster.#startOnce(options, log);
      } catch (error) {
        log(`glassfish: attempt ${attempt} of ${tries} failed: ${String(error)}`);
        if (attempt >= tries) throw error;
      }
    }
  }

  /** Uses the running cluster of a state file; `stop` then leaves it alone. */
  static async attach(
    stateFile: string,
    log: (line: string) => void = () => {},
  ): Promise<GlassFishCluster> {
    const state = JSON.parse(await readFile(stateFile, "utf8")) as GlassFishState;
    const { layout, version, home, runDirectory, portBase } = state;
    const cluster = new GlassFishCluster({
      layout,
      version,
      home,
      runDirectory,
      portBase,
      log,
      keep: true,
    });
    for (const { name, weight, port } of state.instances) {
      const slot = Math.floor((port - portBase) / slotSize);
      cluster.#instances.set(name, { slot, weight });
    }
    if ((await cluster.#pid(server)) === undefined) {
      throw new Error(`${stateFile}: that cluster does not run any more`);
    }
    return cluster;
  }

  /** The cluster named by REMORA_GLASSFISH_STATE if that is set, else a new one. */
  static async use(options: GlassFishOptions = {}): Promise<GlassFishCluster> {
    const stateFile = process.env["REMORA_GLASSFISH_STATE"];
    if (stateFile === undefined || stateFile === "") return GlassFishCluster.start(options);
    return GlassFishCluster.attach(stateFile, options.log);
  }

  static async #startOnce(
    options: GlassFishOptions,
    log: (line: string) => void,
  ): Promise<GlassFishCluster> {
    const begin = performance.now();
    const version = fullVersion(options.version ?? glassFishVersion);
    const layout = options.layout ?? "cluster";
    javaOf(version);
    const home = await glassFishHome(version);
    const jar = await shopJar();
    const fixed = options.portBase ?? Number(process.env["GF_PORTBASE"] ?? 0);
    const offsets = Array.from({ length: slots }, (_, slot) =>
      Object.values(offset).map((port) => slot * slotSize + port),
    ).flat();
    const ports = await claimPorts(
      slots * slotSize,
      offsets,
      Number.isInteger(fixed) && fixed > 0 ? fixed : undefined,
    );
    let cluster: GlassFishCluster | undefined;
    try {
      const runDirectory = await newRunDirectory(options.runDirectory);
      const keep = options.keep ?? false;
      cluster = new GlassFishCluster({
        layout,
        version,
        home,
        runDirectory,
        portBase: ports.base,
        log,
        keep,
        owned: { ports, reaper: startReaper(runDirectory) },
      });
      cluster.#step(`ports ${ports.base} to ${ports.base + slots * slotSize - 1}, ${runDirectory}`);
      await (layout === "server"
        ? cluster.#bringUpServer(options, jar)
        : cluster.#bringUp(options, jar));
      log(`glassfish: up in ${((performance.now() - begin) / 1000).toFixed(1)} s`);
      return cluster;
    } catch (error) {
      if (cluster !== undefined) {
        for (const name of cluster.#servers) {
          const tail = await cluster.logTail(name, 15).catch(() => "");
          if (tail !== "") log(`glassfish: end of the log of ${name}:\n${tail}`);
        }
        await cluster.stop();
      }
      ports.release();
      throw error;
    }
  }

  /** Names of all processes. */
  get #servers(): ReadonlySet<string> {
    return new Set([server, ...this.#instances.keys()]);
  }

  async #bringUpServer(options: GlassFishOptions, jar: string): Promise<void> {
    this.#instances.set(server, { slot: 0, weight: 100 });
    await this.#createDomain();
    // Before the first start, so that none is needed for these.
    const file = join(this.#directoryOf(server), "config", "domain.xml");
    const text = await readFile(file, "utf8");
    const jvmOptions = [`-Dremora.ledger=${this.ledgerFile}`, ...(options.jvmOptions ?? [])]
      .map((option) => `<jvm-options>${option.replaceAll("&", "&amp;")}</jvm-options>`)
      .join("");
    await writeFile(
      file,
      text
        // A fixed address: this is what references then advertise.
        .replaceAll('address="0.0.0.0"', `address="${host}"`)
        .replaceAll(
          /<jvm-options>-Xmx\d+m<\/jvm-options>/g,
          `<jvm-options>-Xmx${options.heap ?? "320m"}</jvm-options>${jvmOptions}`,
        ),
    );
    await this.#startDomain();
    this.#step("start-domain");
    await this.#createUser(server);
    await this.admin("deploy", { DEFAULT: jar, name: app, target: server });
    this.#step(`deploy ${app}`);
    await this.settled();
    this.#step("the server answers");
  }

  async #createDomain(): Promise<void> {
    this.#lap = performance.now();
    await this.#asadmin([
      "create-domain",
      "--nopassword",
      "--portbase",
      String(this.portBase),
      "--domaindir",
      this.#domains,
      domain,
    ]);
    this.#step("create-domain");
  }

  async #createUser(target: string): Promise<void> {
    await this.admin("create-file-user", {
      target,
      groups: "staff",
      userpassword: password,
      DEFAULT: user,
    });
  }

  async #bringUp(options: GlassFishOptions, jar: string): Promise<void> {
    const instances = options.instances ?? [
      { name: "i1", weight: 100 },
      { name: "i2", weight: 200 },
      { name: "i3", weight: 300 },
    ];
    if (instances.length === 0 || instances.length >= slots) {
      throw new Error(`1 to ${slots - 1} instances, not ${instances.length}`);
    }
    await this.#createDomain();
    await this.#startDomain();
    this.#step("start-domain");
    await this.#configure(options);
    this.#step("create-cluster");
    for (const { name, weight } of instances) await this.#createInstance(name, weight);
    this.#step(`create-local-instance ${instances.map(({ name }) => name).join(", ")}`);
    // Before the instances start: each of them then loads the application while it starts.
    await this.admin("deploy", {
      DEFAULT: jar,
      name: app,
      target: clusterName,
      ...replicated,
    });
    this.#step(`deploy ${app}`);
    // The administration server joined no group yet; it does at a start with the final properties.
    await this.#terminate(server, "SIGTERM", 20_000);
    this.#step("stop-domain");
    await this.#startDomain();
    this.#step("start-domain again");
    await Promise.all(instances.map(({ name }) => this.#launch(name)));
    this.#step(`start-local-instance ${instances.map(({ name }) => name).join(", ")}`);
    await this.settled();
    this.#step("every instance answers and names all members");
  }

  async #configure(options: GlassFishOptions): Promise<void> {
    const config = `configs.config.${clusterName}-config`;
    const serverConfig = "configs.config.server-config";
    await this.admin("create-system-properties", {
      target: server,
      DEFAULT:
        `${groupPortProperty}=${this.#portOf(0, "group")}` +
        `:JMS_PROVIDER_PORT=${this.#portOf(0, "jms")}`,
    });
    // With the group switched on, this would join it at once by multicast, and takes 5 s.
    await this.admin("create-cluster", {
      bindaddress: host,
      gmsenabled: "false",
      DEFAULT: clusterName,
    });
    const group = `clusters.cluster.${clusterName}`;
    const members = Array.from(
      { length: slots },
      (_, slot) => `tcp://${host}:${this.#portOf(slot, "group")}`,
    );
    const values = [
      `${group}.property.GMS_DISCOVERY_URI_LIST=${members.join(",")}`,
      `${group}.property.GMS_LISTENER_PORT=\${${groupPortProperty}}`,
      `${group}.gms-enabled=true`,
      // Recovery loads the message broker and a database pool on every instance, for nothing here.
      `${config}.transaction-service.automatic-recovery=false`,
    ];
    for (const prefix of [config, serverConfig]) {
      for (const listener of ["orb-listener-1", "SSL", "SSL_MUTUALAUTH"]) {
        // A fixed address: this is what references then advertise.
        values.push(`${prefix}.iiop-service.iiop-listener.${listener}.address=${host}`);
      }
      for (const listener of ["http-listener-1", "http-listener-2", "admin-listener"]) {
        const path = "network-config.network-listeners.network-listener";
        values.push(`${prefix}.${path}.${listener}.address=${host}`);
      }
      values.push(`${prefix}.admin-service.jmx-connector.system.address=${host}`);
    }
    await this.admin("set", { DEFAULT: values });
    await this.admin("delete-jvm-options", {
      target: `${clusterName}-config`,
      DEFAULT: "-Xmx512m",
    });
    const jvmOptions = [
      `-Xmx${options.heap ?? "320m"}`,
      `-Dremora.ledger=${this.ledgerFile}`,
      ...(options.jvmOptions ?? []),
    ];
    for (const option of jvmOptions) {
      await this.admin("create-jvm-options", {
        target: `${clusterName}-config`,
        DEFAULT: option.replaceAll(":", "\\:"),
      });
    }
    await this.admin("create-node-config", {
      nodehost: "localhost",
      nodedir: this.#nodes,
      DEFAULT: node,
    });
    await this.#createUser(clusterName);
  }

  /** Clear IIOP endpoints of all instances, running or not, in the order of their creation. */
  get endpoints(): readonly NamedEndpoint[] {
    return this.instances.map(({ name, port }) => ({ name, host, port }));
  }

  /** Clear IIOP endpoint of the administration server; in a cluster the application is not deployed there. */
  get adminEndpoint(): NamedEndpoint {
    return { name: server, host, port: this.#portOf(0, "iiop") };
  }

  /** Port of the administration server's HTTP interface. */
  get adminPort(): number {
    return this.#portOf(0, "admin");
  }

  /** All instances, running or not, in the order of their creation. */
  get instances(): readonly GlassFishInstance[] {
    return [...this.#instances].map(([name, { slot, weight }]) => ({
      name,
      weight,
      host,
      port: this.#portOf(slot, "iiop"),
      tlsPort: this.#portOf(slot, "iiopTls"),
      mutualTlsPort: this.#portOf(slot, "iiopMutualTls"),
      adminPort: this.#portOf(slot, "admin"),
    }));
  }

  /** Instance of that name; throws when there is none. */
  instance(name: string): GlassFishInstance {
    const found = this.instances.find((one) => one.name === name);
    if (found === undefined) throw new Error(`no instance ${name}`);
    return found;
  }

  /** Runs an administration command, for example `admin("get", { DEFAULT: "servers.*" })`. */
  admin(command: string, parameters: AdminParameters = {}): Promise<AdminReport> {
    return adminCommand(this.adminPort, command, parameters);
  }

  /** Process id of a running instance (or of "server"), verified; undefined when it is down. */
  async pid(name: string): Promise<number | undefined> {
    return this.#pid(name);
  }

  /** Resident memory of a running instance in octets. */
  async residentBytes(name: string): Promise<number | undefined> {
    const pid = await this.#pid(name);
    return pid === undefined ? undefined : residentBytes(pid);
  }

  /** Ends an instance as a crash does (SIGKILL); resolves when the process is gone. */
  async kill(name: string): Promise<void> {
    this.instance(name);
    await this.#terminate(name, "SIGKILL", 10_000);
  }

  /** Stops an instance's process without ending it (SIGSTOP): its sockets stay open, mute. */
  async freeze(name: string): Promise<void> {
    process.kill(await this.#running(name), "SIGSTOP");
  }

  /**
   * Lets a frozen instance run again (SIGCONT). If the group has noticed (it takes some 10 s), the
   * instance stays out of the member lists until it is killed and started.
   */
  async thaw(name: string): Promise<void> {
    process.kill(await this.#running(name), "SIGCONT");
  }

  /** Planned stop, as `asadmin stop-instance` does it; resolves when the process is gone. */
  async stopInstance(name: string): Promise<void> {
    const pid = await this.#running(name);
    await this.admin("stop-instance", { DEFAULT: name });
    await until(`end of ${name}`, 60_000, () => commandLine(pid) === undefined, 20);
  }

  /** Starts an instance that is down; resolves when it answers calls (see also `settled`). */
  async startInstance(name: string): Promise<void> {
    this.instance(name);
    if ((await this.#pid(name)) !== undefined) throw new Error(`${name} is running already`);
    this.#lap = performance.now();
    await (name === server ? this.#startDomain() : this.#launch(name));
    await this.ready(name);
    this.#step(`start ${name}`);
  }

  /** Creates one more instance and starts it. */
  async addInstance(name: string, weight: number): Promise<GlassFishInstance> {
    if (this.#instances.has(name)) throw new Error(`there is an instance ${name} already`);
    this.#lap = performance.now();
    await this.#createInstance(name, weight);
    await this.#launch(name);
    await this.ready(name);
    this.#step(`add ${name}`);
    return this.instance(name);
  }

  /** Stops an instance if it runs, and removes it from the cluster. */
  async deleteInstance(name: string): Promise<void> {
    this.instance(name);
    if ((await this.#pid(name)) !== undefined) await this.stopInstance(name);
    await this.#asadmin(["delete-local-instance", "--node", node, "--nodedir", this.#nodes, name]);
    this.#instances.delete(name);
  }

  /** Sets the load-balancing weight that references and discovery tell from then on. */
  async setWeight(name: string, weight: number): Promise<void> {
    const { slot } = this.#slotOf(name);
    await this.admin("set", { DEFAULT: `servers.server.${name}.lb-weight=${weight}` });
    this.#instances.set(name, { slot, weight });
  }

  /** Deploys the same application again on all running instances; object keys change. */
  async redeploy(): Promise<void> {
    this.#lap = performance.now();
    await this.admin("redeploy", {
      DEFAULT: await shopJar(),
      name: app,
      ...(this.layout === "server" ? { target: server } : { target: clusterName, ...replicated }),
    });
    this.#step(`redeploy ${app}`);
  }

  /** What the group management of the administration server believes of each instance. */
  async health(): Promise<readonly InstanceHealth[]> {
    const report = await this.admin("get-health", { DEFAULT: clusterName });
    const lines = (report.message ?? "").split("\n").filter((line) => line.trim() !== "");
    return lines.map((line) => {
      const match = /^(\S+) (.*?)(?: since (.*))?$/.exec(line.trim());
      const since = match?.[3];
      return {
        name: match?.[1] ?? line,
        state: match?.[2] ?? "unknown",
        ...(since === undefined ? {} : { since }),
      };
    });
  }

  /** Asks an instance, over IIOP, who it is and which members it knows. */
  probe(name: string): Promise<Probe> {
    const { port } = name === server ? this.adminEndpoint : this.instance(name);
    return probe(host, port, app);
  }

  /**
   * Certificate of an instance's TLS listener in PEM, to be trusted by a client under test. It is
   * self-signed and names the machine, which `names` repeats for the check of the host name.
   */
  async certificate(name: string): Promise<{ readonly pem: string; readonly names: string }> {
    const { tlsPort: port } = this.instance(name);
    const socket = tls.connect({ host, port, rejectUnauthorized: false });
    try {
      await once(socket, "secureConnect", { signal: AbortSignal.timeout(10_000) });
      const { raw, subject, subjectaltname } = socket.getPeerCertificate();
      const lines = raw.toString("base64").match(/.{1,64}/g) ?? [];
      const body = lines.join("\n");
      const pem = `-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----\n`;
      return { pem, names: subjectaltname ?? String(subject.CN) };
    } finally {
      socket.destroy();
    }
  }

  /** Waits until an instance answers calls. */
  async ready(name: string, limitMs = 120_000): Promise<Probe> {
    return until(`${name} ready`, limitMs, async () => {
      const answer = await this.probe(name);
      if (answer.instance !== name) throw new Error(`${answer.instance} answers for ${name}`);
      return answer;
    });
  }

  /**
   * Waits until every running instance answers calls, knows exactly the running ones as members,
   * and counts as started in the group. After a planned stop this takes about 6 s, after a crash
   * about 14 s. Without a cluster: until the server answers.
   */
  async settled(limitMs = 120_000): Promise<void> {
    if (this.layout === "server") {
      await this.ready(server, limitMs);
      return;
    }
    await until("cluster settled", limitMs, async () => {
      const running: string[] = [];
      for (const name of this.#instances.keys()) {
        if ((await this.#pid(name)) !== undefined) running.push(name);
      }
      const wanted = [...running].sort().join(" ");
      const health = await this.health();
      const started = health.filter(({ state }) => state === "started").map(({ name }) => name);
      if (started.sort().join(" ") !== wanted) throw new Error(`started: ${started.join(" ")}`);
      for (const name of running) {
        const answer = await this.probe(name);
        if (answer.instance !== name) throw new Error(`${answer.instance} answers for ${name}`);
        const members = answer.members.map((member) => member.name).sort();
        if (members.join(" ") !== wanted) throw new Error(`${name} knows ${members.join(" ")}`);
      }
      return true;
    });
  }

  /** Executions by call id: the names of the instances, in the order of the ledger file. */
  async ledger(): Promise<ReadonlyMap<string, readonly string[]>> {
    const text = await readFile(this.ledgerFile, "utf8").catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return "";
      throw error;
    });
    const executions = new Map<string, string[]>();
    for (const line of text.split("\n")) {
      const tab = line.lastIndexOf("\t");
      if (tab < 0) continue;
      const instances = executions.get(line.slice(0, tab)) ?? [];
      instances.push(line.slice(tab + 1));
      executions.set(line.slice(0, tab), instances);
    }
    return executions;
  }

  /** Last lines of the log of an instance, or of "server". */
  async logTail(name: string, lines = 40): Promise<string> {
    const file = join(this.#directoryOf(name), "logs", "server.log");
    const text = await readFile(file, "utf8");
    return text.trimEnd().split("\n").slice(-lines).join("\n");
  }

  /** What another process needs to attach. */
  async state(): Promise<GlassFishState> {
    const pids: Record<string, number> = this.#owned === undefined ? {} : { driver: process.pid };
    for (const name of this.#servers) {
      const pid = await this.#pid(name);
      if (pid !== undefined) pids[name] = pid;
    }
    const { layout, version, home, runDirectory, portBase, adminPort, ledgerFile } = this;
    return {
      app,
      layout,
      version,
      javaRelease: this.java.release,
      home,
      runDirectory,
      portBase,
      adminPort,
      ledgerFile,
      user,
      password,
      endpoints: this.endpoints,
      adminEndpoint: this.adminEndpoint,
      instances: this.instances,
      pids,
    };
  }

  /** Ends every process at once and removes the run folder. A cluster attached to is left alone. */
  async stop(): Promise<void> {
    if (this.#owned === undefined) return;
    await Promise.all([...this.#servers].map((name) => this.#terminate(name, "SIGKILL", 10_000)));
    this.#owned.reaper.end("done\n");
    this.#owned.ports.release();
    if (!this.#keep) await rm(this.runDirectory, { recursive: true, force: true, maxRetries: 3 });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  get #domains(): string {
    return join(this.runDirectory, "domains");
  }

  get #nodes(): string {
    return join(this.runDirectory, "nodes");
  }

  #portOf(slot: number, what: keyof typeof offset): number {
    return this.portBase + slot * slotSize + offset[what];
  }

  #slotOf(name: string): { readonly slot: number; readonly weight: number } {
    const found = this.#instances.get(name);
    if (found === undefined) throw new Error(`no instance ${name}`);
    return found;
  }

  #directoryOf(name: string): string {
    return name === server ? join(this.#domains, domain) : join(this.#nodes, node, name);
  }

  async #startDomain(): Promise<void> {
    await this.#asadmin(["start-domain", "--domaindir", this.#domains, domain]);
  }

  async #createInstance(name: string, weight: number): Promise<void> {
    const used = new Set([...this.#instances.values()].map(({ slot }) => slot));
    let slot = 1;
    while (used.has(slot)) slot++;
    if (slot >= slots) throw new Error(`no more than ${slots - 1} instances`);
    // Known from now on, so that a failed bring-up ends it too.
    this.#instances.set(name, { slot, weight });
    await this.#asadmin([
      "create-local-instance",
      "--node",
      node,
      "--nodedir",
      this.#nodes,
      "--cluster",
      clusterName,
      "--portbase",
      String(this.portBase + slot * slotSize),
      "--systemproperties",
      `${groupPortProperty}=${this.#portOf(slot, "group")}`,
      name,
    ]);
    await this.admin("set", { DEFAULT: `servers.server.${name}.lb-weight=${weight}` });
  }

  async #launch(name: string): Promise<void> {
    await this.#asadmin([
      "start-local-instance",
      "--node",
      node,
      "--nodedir",
      this.#nodes,
      "--sync",
      "normal",
      name,
    ]);
  }

  async #asadmin(args: readonly string[]): Promise<string> {
    const [command, program] =
      Number.parseInt(this.version, 10) >= 8
        ? // Its class path is put together by its own script; unpacked without the right to execute.
          ["bash", [join(this.home, "bin", "asadmin")]]
        : [
            this.java.java,
            [
              "-XX:TieredStopAtLevel=1",
              "-XX:+UseSerialGC",
              "-jar",
              join(this.home, "lib", "client", "appserver-cli.jar"),
            ],
          ];
    const words = [
      ...program,
      "--host",
      "localhost",
      "--port",
      String(this.adminPort),
      "--user",
      "admin",
      "--interactive=false",
      "--terse=true",
      ...args,
    ];
    // Its own limit of a minute is too short for three starts at once on a busy machine.
    const { home } = this.java;
    const env = {
      AS_START_TIMEOUT: String(startLimitMs),
      AS_STOP_TIMEOUT: String(startLimitMs),
      // The servers run on the Java that these name.
      ...(home === undefined ? {} : { AS_JAVA: home, JAVA_HOME: home }),
    };
    const { stdout } = await run(command, words, { env, limitMs: startLimitMs + 20_000 });
    return stdout;
  }

  /**
   * The id in the server's own pid file, if that process lives and really is that server. The
   * file appears late in a start, so without it all processes are looked through.
   */
  async #pid(name: string): Promise<number | undefined> {
    const directory = this.#directoryOf(name);
    const isServer = (line: string): boolean =>
      line.includes(` -instancename ${name} `) && line.includes(`=${directory} `);
    const text = await readFile(join(directory, "config", "pid"), "utf8").catch(() => "");
    const pid = Number(text.trim());
    if (!Number.isInteger(pid) || pid <= 1) return findProcess(isServer);
    const line = commandLine(pid);
    return line !== undefined && isServer(line) ? pid : findProcess(isServer);
  }

  async #running(name: string): Promise<number> {
    const pid = await this.#pid(name);
    if (pid === undefined) throw new Error(`${name} is not running`);
    return pid;
  }

  async #terminate(name: string, signal: NodeJS.Signals, limitMs: number): Promise<void> {
    const pid = await this.#pid(name);
    if (pid === undefined) return;
    process.kill(pid, signal);
    await until(`end of ${name}`, limitMs, () => commandLine(pid) === undefined, 10);
  }

  #step(what: string): void {
    const now = performance.now();
    this.#log(`glassfish: ${((now - this.#lap) / 1000).toFixed(1).padStart(5)} s ${what}`);
    this.#lap = now;
  }
}

/** Version 8 needs Java 21, and is tested on the one that will be with us longest. */
function javaOf(version: string): Java {
  return Number.parseInt(version, 10) >= 8 ? findJavaNear(25, 21) : findJava();
}

async function newRunDirectory(wanted: string | undefined): Promise<string> {
  if (wanted === undefined) return realpath(await mkdtemp(join(tmpdir(), "remora-glassfish-")));
  await mkdir(wanted, { recursive: false });
  return realpath(wanted);
}

/** Ends the servers below a run folder when our process dies without having stopped them. */
const reaperScript = `
read -r word
[ "$word" = done ] && exit 0
list() {
  for file in /proc/[0-9]*/cmdline; do
    pid=\${file#/proc/}
    echo "\${pid%/cmdline} $(tr '\\0' ' ' <"$file")"
  done 2>/dev/null
}
[ -r /proc/self/cmdline ] || list() { ps -axww -o pid=,command=; }
round=0
while [ $round -lt 5 ]; do
  round=$((round + 1))
  for pid in $(list | grep -F -e "-Dcom.sun.aas.instanceRoot=$0/" | awk '/ -instancename / { print $1 }'); do
    kill -9 "$pid" && round=0
  done
  sleep 1
done
rm -rf "$0"
`;

function startReaper(runDirectory: string): Writable {
  const child = spawn("sh", ["-c", reaperScript, runDirectory], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
    cwd: "/",
  });
  child.unref();
  const input = child.stdin;
  // A pipe to a child keeps our process alive otherwise.
  if ("unref" in input && typeof input.unref === "function") input.unref();
  input.on("error", () => {});
  return input;
}
