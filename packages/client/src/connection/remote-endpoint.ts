import type { Endpoint } from "@remora/cluster";
import { ClosedError, ConfigurationError, type ConnectionPhase } from "../errors.ts";
import { isResolveProblem, networkProblem } from "../transport/node-error.ts";
import type { ByteStream, StreamHandlers, Transport } from "../transport/transport.ts";
import {
  type ConnectionOwner,
  type ConnectionSettings,
  IiopConnection,
} from "./iiop-connection.ts";
import { staggeredRace } from "./staggered-race.ts";

/** Why no connection came about. Nothing was sent. */
export interface ConnectProblem {
  readonly phase: ConnectionPhase;
  readonly code: string;
  readonly message: string;
  readonly cause?: unknown;
}

/** Result of opening a connection. */
export type ConnectOutcome =
  | { readonly ok: true; readonly connection: IiopConnection }
  | { readonly ok: false; readonly problem: ConnectProblem };

/** Settings of an endpoint's connections; one object per Orb. */
export interface EndpointSettings extends ConnectionSettings {
  readonly connectTimeoutMs: number;
  readonly staggerMs: number;
  readonly maxConnectionsPerEndpoint: number;
}

/** What the Orb hears of an endpoint; it decides health and tells listeners. */
export interface EndpointListener {
  onConnected(endpoint: RemoteEndpoint, connection: IiopConnection): void;
  onConnectFailed(endpoint: RemoteEndpoint, problem: ConnectProblem): void;
  onConnectionClosed(
    endpoint: RemoteEndpoint,
    connection: IiopConnection,
    reason: string,
    pending: number,
  ): void;
  onSuspect(endpoint: RemoteEndpoint, connection: IiopConnection): void;
  onAlive(endpoint: RemoteEndpoint, connection: IiopConnection): void;
  onLateReply(endpoint: RemoteEndpoint, connection: IiopConnection, requestId: number): void;
  nextConnectionNumber(): number;
  /** Refuses an address that must not be dialled: the reason, or undefined. */
  refuseAddress(endpoint: RemoteEndpoint, address: string): string | undefined;
}

/** One IIOP listener as this client knows it: its connections and the label it sent last. */
export class RemoteEndpoint implements ConnectionOwner {
  readonly endpoint: Endpoint;
  /** `host:port`, lower case: the name of the endpoint in maps, events and errors. */
  readonly key: string;
  /** The cluster member that the endpoint belongs to, once it is known. */
  member: string | undefined;
  /** The membership label that this endpoint sent last. */
  label: Uint8Array | undefined;
  /** Numeric address of the last good connect: equal address and port mean the same listener. */
  remoteAddress: string | undefined;
  /** The host resolved to one address at the last connect; a name of several may stand for several servers. */
  soleAddress = false;
  /** The host is an address itself, which no other text may be dialled for. */
  numeric = false;
  /** The object key of the last good call: what a probe asks for. */
  keyInUse: Uint8Array | undefined;
  /** Where the endpoint was heard of, when a server advertised it. */
  advertisedBy: string | undefined;

  readonly #settings: EndpointSettings;
  readonly #transport: Transport;
  readonly #listener: EndpointListener;
  #connections: IiopConnection[] = [];
  #opening: Promise<ConnectOutcome> | undefined;
  /** Connects under way, to be given up when the Orb closes. */
  readonly #dials = new Set<AbortController>();
  #giveUp: (() => void) | undefined;
  #closed = false;
  /** The endpoint with the same numeric address that stands for this one. */
  #leader: RemoteEndpoint | undefined;
  /** Those that this one stands for. */
  readonly #followers = new Set<RemoteEndpoint>();
  /** `host:port` as servers advertise it, where the address map leads here. */
  readonly #advertisedAs = new Set<string>();
  readonly #onMoved: (endpoint: RemoteEndpoint) => void;

  constructor(
    endpoint: Endpoint,
    key: string,
    settings: EndpointSettings,
    transport: Transport,
    listener: EndpointListener,
    onMoved: (endpoint: RemoteEndpoint) => void,
  ) {
    this.endpoint = endpoint;
    this.key = key;
    this.#settings = settings;
    this.#transport = transport;
    this.#listener = listener;
    this.#onMoved = onMoved;
  }

  /** The endpoint that stands for this listener: two texts of one address share health, label and tries. */
  get canonical(): RemoteEndpoint {
    return this.#leader ?? this;
  }

  /** Another endpoint with the same address stands for this one from now on, and nobody for that one. */
  follow(leader: RemoteEndpoint): void {
    if (this.#leader === leader || leader === this) return;
    leader.standAlone();
    this.standAlone();
    this.#leader = leader;
    leader.#followers.add(this);
    leader.label ??= this.label;
    leader.member ??= this.member;
    leader.keyInUse ??= this.keyInUse;
    for (const follower of [...this.#followers]) follower.follow(leader);
  }

  /** Nobody stands for this one any more. */
  standAlone(): void {
    if (this.#leader === undefined) return;
    this.#leader.#followers.delete(this);
    this.#leader = undefined;
  }

  /** A server advertises the endpoint under an address that the address map leads here. */
  noteAdvertisedAs(advertised: Endpoint): void {
    this.#advertisedAs.add(`${advertised.host}:${advertised.port}`);
  }

  /** Whether an address, as a server advertises it, means this listener: by its text, by the address map, or by a twin. */
  isKnownAs(advertised: Endpoint): boolean {
    const { host, port } = this.endpoint;
    if (host === advertised.host && port === advertised.port) return true;
    if (this.#advertisedAs.has(`${advertised.host}:${advertised.port}`)) return true;
    for (const follower of this.#followers) if (follower.isKnownAs(advertised)) return true;
    return false;
  }

  /** A connection is open or being opened. */
  get inUse(): boolean {
    return this.#connections.length > 0 || this.#opening !== undefined;
  }

  /** Open connections, also those that only end their pending requests. */
  get connections(): readonly IiopConnection[] {
    return this.#connections;
  }

  /** A connection for the next request, or undefined: then `open` makes one. */
  usable(): IiopConnection | undefined {
    let blocked: IiopConnection | undefined;
    for (const connection of this.#connections) {
      if (!connection.usable || connection.suspect) continue;
      if (!connection.blocked) return connection;
      blocked ??= connection;
    }
    if (
      blocked !== undefined &&
      this.#connections.length < this.#settings.maxConnectionsPerEndpoint
    ) {
      return undefined;
    }
    return blocked;
  }

  /** Opens a connection; callers at the same moment share one attempt, so a dead endpoint is probed once. */
  open(): Promise<ConnectOutcome> {
    if (this.#opening === undefined) {
      for (const follower of this.#followers) follower.#lookAgain();
      this.#opening = this.#open().finally(() => {
        this.#opening = undefined;
      });
    }
    return this.#opening;
  }

  /** A name that another text is dialled for is resolved anew all the same: it may have moved. */
  #lookAgain(): void {
    const stay = this.#leader?.remoteAddress;
    if (this.numeric || stay === undefined) return;
    this.#transport.resolve(this.endpoint.host).then(
      (addresses) => {
        if (addresses.length === 1 && addresses[0] === stay) return;
        if (this.#leader !== undefined) this.#onMoved(this);
      },
      // A name that does not resolve now says nothing.
      () => {},
    );
  }

  /** Gives up what is being opened, and opens nothing more. Open connections are their owner's to end. */
  close(): void {
    this.#closed = true;
    for (const dial of this.#dials) dial.abort(new ClosedError("the Orb is closed"));
    this.#giveUp?.();
  }

  async #open(): Promise<ConnectOutcome> {
    let outcome: ConnectOutcome;
    // Resolving a name cannot be stopped, only left.
    const givenUp = new Promise<never>((_resolve, reject) => {
      this.#giveUp = () => reject(new ClosedError("the Orb is closed"));
    });
    try {
      outcome = await Promise.race([this.#dial(), givenUp]);
    } catch (error) {
      const problem = networkProblem(error);
      outcome = {
        ok: false,
        problem: {
          phase: isResolveProblem(problem) ? "resolve" : "connect",
          code: error instanceof ConfigurationError ? error.code : problem.code,
          message: this.#clause(problem.text),
          cause: error,
        },
      };
    }
    if (outcome.ok) {
      this.remoteAddress = outcome.connection.remoteAddress;
      this.#listener.onConnected(this, outcome.connection);
    } else {
      this.#listener.onConnectFailed(this, outcome.problem);
    }
    return outcome;
  }

  #clause(text: string): string {
    return this.advertisedBy === undefined ? text : `${text} (advertised by ${this.advertisedBy})`;
  }

  async #dial(): Promise<ConnectOutcome> {
    const { host, port } = this.endpoint;
    // A name is resolved anew for each connection: it may have moved.
    const addresses = await this.#transport.resolve(host);
    this.soleAddress = addresses.length === 1;
    this.numeric = this.soleAddress && addresses[0] === host;
    const refused: string[] = [];
    const good = addresses.filter((address) => {
      const reason = this.#listener.refuseAddress(this, address);
      if (reason !== undefined) refused.push(reason);
      return reason === undefined;
    });
    if (good.length === 0) {
      const message = refused[0] ?? `${host} resolves to no address`;
      return { ok: false, problem: { phase: "resolve", code: "ADDRESS_REFUSED", message } };
    }
    const outcome = await staggeredRace(
      good.map((address) => (signal: AbortSignal) => this.#connect(address, port, signal)),
      this.#settings.staggerMs,
      (connection) => connection.destroy("another address was faster"),
    );
    if (outcome.kind === "won") return { ok: true, connection: outcome.value };
    const problems = outcome.errors.map((error) => networkProblem(error));
    const first = problems[0] ?? { code: "CONNECTION_LOST", text: "no connection" };
    const message =
      good.length === 1
        ? first.text
        : good.map((address, at) => `${address}: ${problems[at]?.text ?? "not tried"}`).join("; ");
    return {
      ok: false,
      problem: {
        phase: "connect",
        code: first.code,
        message: this.#clause(message),
        cause: outcome.errors[0],
      },
    };
  }

  async #connect(address: string, port: number, signal: AbortSignal): Promise<IiopConnection> {
    if (this.#closed) throw new ClosedError("the Orb is closed");
    const stop = new AbortController();
    this.#dials.add(stop);
    const late = setTimeout(() => {
      stop.abort(
        Object.assign(new Error(`no connection within ${this.#settings.connectTimeoutMs} ms`), {
          code: "CONNECT_TIMEOUT",
        }),
      );
    }, this.#settings.connectTimeoutMs);
    late.unref();
    const onAbort = (): void => stop.abort();
    signal.addEventListener("abort", onAbort, { once: true });
    const connection = new IiopConnection(
      this.#listener.nextConnectionNumber(),
      this.#settings,
      this,
    );
    let stream: ByteStream;
    try {
      const handlers: StreamHandlers = connection;
      stream = await this.#transport.connect({ address, port }, handlers, stop.signal);
    } finally {
      clearTimeout(late);
      signal.removeEventListener("abort", onAbort);
      this.#dials.delete(stop);
    }
    if (signal.aborted) {
      stream.destroy();
      throw new Error("another address was faster");
    }
    connection.attach(stream);
    this.#connections.push(connection);
    return connection;
  }

  onClosed(connection: IiopConnection, reason: string, pending: number): void {
    this.#connections = this.#connections.filter((other) => other !== connection);
    this.#listener.onConnectionClosed(this, connection, reason, pending);
  }

  onSuspect(connection: IiopConnection): void {
    this.#listener.onSuspect(this, connection);
  }

  onAlive(connection: IiopConnection): void {
    this.#listener.onAlive(this, connection);
  }

  onLateReply(connection: IiopConnection, requestId: number): void {
    this.#listener.onLateReply(this, connection, requestId);
  }
}
