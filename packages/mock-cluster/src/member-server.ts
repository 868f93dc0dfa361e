// The process of a member, as far as it is on the network: a listener, its connections, the calls in them.
import { createServer, type Server, type Socket } from "node:net";
import {
  decodeCancelRequest,
  decodeLocateRequest,
  decodeRequest,
  encodeLocateReply,
  type GiopMessage,
  type Ior,
  LocateStatus,
  MessageType,
  nilIor,
  RemoteProtocolError,
  SERVICE_CONTEXT,
  type ServiceContext,
  writeEncapsulated,
  writeIor,
} from "@remora/protocol/internal";
import type { CallHost } from "./call-host.ts";
import type { SystemExceptionAnswer } from "./errors.ts";
import type { FaultScript } from "./fault-script.ts";
import type { CloseManner, ForwardTarget } from "./faults.ts";
import { IncomingCall, isNameServiceKey } from "./incoming-call.ts";
import type { Journal, MutableJournalEntry } from "./journal.ts";
import { type ConnectionHost, MemberConnection } from "./member-connection.ts";
import type { MembershipView } from "./membership.ts";
import type { ObjectAdapter } from "./object-adapter.ts";
import {
  changedSource,
  codeBaseReference,
  makeReference,
  type ReferenceSource,
} from "./references.ts";
import type { Target } from "./target.ts";

/** What a member's server is given. */
export interface ServerOptions {
  readonly name: string;
  readonly host: string;
  readonly fragmentBytes: number;
  readonly maxMessageBytes: number;
  readonly clustered: boolean;
  readonly journal: Journal;
  readonly faults: FaultScript;
  readonly view: MembershipView;
  readonly references: ReferenceSource;
  /** Where another member can be reached, dead or alive. */
  addressOf(member: string): { readonly host: string; readonly port: number };
  /** A fault kills the process. */
  crash(): void;
}

/** How far a planned stop has come. */
export type StopPhase = "none" | "stopping" | "adapterGone";

/** One run of a member's process. */
export class MemberServer implements CallHost, ConnectionHost {
  readonly name: string;
  readonly journal: Journal;
  readonly faults: FaultScript;
  readonly view: MembershipView;
  readonly clustered: boolean;
  readonly fragmentBytes: number;
  readonly maxMessageBytes: number;
  readonly adapter: ObjectAdapter;
  readonly #options: ServerOptions;
  #server: Server | undefined;
  readonly #connections = new Set<MemberConnection>();
  readonly #timers = new Set<NodeJS.Timeout>();
  /** What late calls of a planned stop are answered with. */
  lateAnswer: "unknown" | "result" | SystemExceptionAnswer = "unknown";
  #accepted = 0;
  #requests = 0;
  #frozen = false;
  #readingPaused = false;
  #parked: (() => void)[] = [];
  #runningCalls = 0;
  #phase: StopPhase = "none";
  #lateCalls = 0;
  #closed = false;
  #watchers: (() => void)[] = [];
  #codeBaseContext: ServiceContext | undefined;

  constructor(options: ServerOptions, adapter: ObjectAdapter) {
    this.#options = options;
    this.adapter = adapter;
    this.name = options.name;
    this.journal = options.journal;
    this.faults = options.faults;
    this.view = options.view;
    this.clustered = options.clustered;
    this.fragmentBytes = options.fragmentBytes;
    this.maxMessageBytes = options.maxMessageBytes;
  }

  /** Connections accepted since the start. */
  get accepted(): number {
    return this.#accepted;
  }

  /** Connections that are open now. */
  get openConnections(): number {
    return this.#connections.size;
  }

  /** Requests received since the start. */
  get requests(): number {
    return this.#requests;
  }

  get frozen(): boolean {
    return this.#frozen;
  }

  get phase(): StopPhase {
    return this.#phase;
  }

  /** Bean calls whose servant has not answered yet. */
  get runningCalls(): number {
    return this.#runningCalls;
  }

  /** Bean calls that came while the member was stopping. */
  get lateCalls(): number {
    return this.#lateCalls;
  }

  get codeBaseContext(): ServiceContext {
    return (this.#codeBaseContext ??= {
      id: SERVICE_CONTEXT.sendingContextRunTime,
      data: writeEncapsulated((writer) =>
        writeIor(writer, codeBaseReference(this.#options.references)),
      ),
    });
  }

  /** Listens; gives the port. Port 0 takes a free one. */
  listen(port: number): Promise<number> {
    const server = createServer((socket) => this.#accept(socket));
    this.#server = server;
    return new Promise((resolve, reject) => {
      server.once("error", reject);
      server.listen({ host: this.#options.host, port }, () => {
        server.off("error", reject);
        const address = server.address();
        resolve(typeof address === "object" && address !== null ? address.port : port);
      });
    });
  }

  /** Closes the listener: new connections are refused, the old ones live on. */
  stopListening(): void {
    this.#server?.close();
    this.#server = undefined;
  }

  /** Closes the listener and every connection. A crash closes them at once; a stop sends what is finished. */
  async close(manner: "crash" | CloseManner): Promise<void> {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    this.#parked = [];
    this.#closed = true;
    this.stopListening();
    for (const connection of this.#connections) {
      if (manner === "crash") connection.destroy();
      else connection.end(manner);
    }
    this.#tell();
    while (this.#connections.size > 0) await this.#told();
  }

  /** Ends all connections, and goes on accepting new ones. */
  closeConnections(manner: CloseManner): void {
    for (const connection of this.#connections) connection.end(manner);
  }

  /** Accepts, but reads nothing and answers nothing until `thaw`. */
  freeze(): void {
    this.#frozen = true;
    for (const connection of this.#connections) connection.freeze();
  }

  thaw(): void {
    this.#frozen = false;
    for (const connection of this.#connections) connection.thaw();
    const parked = this.#parked;
    this.#parked = [];
    for (const go of parked) go();
  }

  /** Stops or resumes reading from all connections, those to come included; answers still go out. */
  pauseReading(paused: boolean): void {
    this.#readingPaused = paused;
    for (const connection of this.#connections) {
      if (paused) connection.pauseReading();
      else connection.resumeReading();
    }
  }

  /** Moves a planned stop on. */
  enterPhase(phase: StopPhase): void {
    this.#phase = phase;
    this.#tell();
  }

  /** Resolves when the condition holds, or the process is over; asked whenever a call begins, ends or is refused. */
  async until(condition: () => boolean): Promise<void> {
    while (!this.#closed && !condition()) await this.#told();
  }

  arrivesLate(): boolean {
    if (this.#phase !== "stopping") return false;
    this.#lateCalls++;
    return true;
  }

  enterBeanCall(): void {
    this.#runningCalls++;
  }

  leaveBeanCall(): void {
    this.#runningCalls--;
    this.#tell();
  }

  whenThawed(go: () => void): void {
    if (this.#frozen) this.#parked.push(go);
    else go();
  }

  after(ms: number, go: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      go();
      this.#tell();
    }, ms);
    this.#timers.add(timer);
  }

  crash(): void {
    this.#options.crash();
  }

  forwardReference(target: Target | undefined, to: ForwardTarget): Ior {
    const { references } = this.#options;
    const typeId = target?.typeId ?? "";
    const objectKey = target?.objectKey ?? new Uint8Array();
    const kind = target === undefined ? "naming" : target.bean === undefined ? "clustered" : "bean";
    const at = (host: string, port: number): Ior =>
      makeReference(
        changedSource(references, { advertisedHost: host, advertisedPort: port }),
        typeId,
        objectKey,
        kind,
      );
    if (to === "nil") return nilIor;
    if (to === "wrongType") return this.adapter.rootContext();
    if (to === "self") return at(references.advertisedHost, references.advertisedPort);
    if (to === "tlsOnly") {
      const bare = changedSource(references, { advertisedPort: 0 });
      return makeReference(bare, typeId, objectKey, "bean", "tls");
    }
    if ("ior" in to) return to.ior;
    if ("member" in to) {
      const address = this.#options.addressOf(to.member);
      return at(address.host, address.port);
    }
    return at(to.host, to.port);
  }

  messageArrived(connection: MemberConnection, message: GiopMessage): void {
    switch (message.type) {
      case MessageType.request:
        this.#requests++;
        new IncomingCall(this, connection, decodeRequest(message, connection.codeSets)).begin();
        this.#tell();
        break;
      case MessageType.locateRequest:
        this.#locate(connection, message);
        break;
      case MessageType.cancelRequest:
        this.#record(connection, "cancel", decodeCancelRequest(message), message.minor);
        break;
      case MessageType.closeConnection:
      case MessageType.messageError:
        connection.end("fin");
        break;
      default:
        throw new RemoteProtocolError(
          "GIOP_FRAMING",
          `a client sent a message of type ${message.type}`,
        );
    }
  }

  connectionClosed(connection: MemberConnection): void {
    this.#connections.delete(connection);
    this.#tell();
  }

  #accept(socket: Socket): void {
    const fault = this.faults.strikeConnection(this.name)?.fault;
    const connection = new MemberConnection(this, socket, ++this.#accepted, fault);
    this.#connections.add(connection);
    const manner = fault?.onAccept;
    if (this.#frozen) connection.freeze();
    else if (this.#readingPaused) connection.pauseReading();
    if (manner !== undefined && manner !== "silence" && manner !== "readSilence") {
      connection.end(manner);
    }
    this.#tell();
  }

  #locate(connection: MemberConnection, message: GiopMessage): void {
    const request = decodeLocateRequest(message);
    const { giopMinor, requestId, objectKey } = request;
    const entry = this.#record(connection, "locate", requestId, giopMinor, objectKey);
    const scripted = this.faults.active ? this.faults.strikeCall(entry) : undefined;
    if (scripted?.fault.silence !== undefined) return;
    const go = (): void => this.whenThawed(() => this.#answerLocate(connection, request, entry));
    if (scripted?.fault.close !== undefined) connection.end(scripted.fault.closeManner ?? "fin");
    else if (scripted?.fault.hold !== undefined) scripted.wait(go);
    else go();
  }

  #answerLocate(
    connection: MemberConnection,
    request: {
      readonly giopMinor: number;
      readonly requestId: number;
      readonly objectKey: Uint8Array | undefined;
    },
    entry: MutableJournalEntry,
  ): void {
    if (!connection.open) return;
    const { giopMinor, requestId, objectKey } = request;
    const { buffer } = connection;
    buffer.begin();
    if (isNameServiceKey(objectKey)) {
      const head = { giopMinor, requestId, status: LocateStatus.objectForward };
      encodeLocateReply(buffer, head, (writer) => writeIor(writer, this.adapter.rootContext()));
    } else {
      const here = objectKey !== undefined && this.adapter.serves(objectKey);
      const status = here ? LocateStatus.objectHere : LocateStatus.unknownObject;
      encodeLocateReply(buffer, { giopMinor, requestId, status });
      entry.answer = here ? "here" : "unknown";
    }
    buffer.finish();
    connection.flushSoon();
    entry.state = "replied";
    entry.reply = "sent";
    this.journal.changed(entry);
  }

  #record(
    connection: MemberConnection,
    kind: "locate" | "cancel",
    requestId: number,
    giopMinor: number,
    objectKey?: Uint8Array,
  ): MutableJournalEntry {
    return this.journal.add({
      kind,
      member: this.name,
      connection: connection.number,
      requestId,
      operation: kind === "locate" ? "LocateRequest" : "CancelRequest",
      args: [],
      bean: undefined,
      objectKey: objectKey?.slice() ?? new Uint8Array(),
      contexts: [],
      giopMinor,
      responseExpected: kind === "locate",
      state: "arrived",
      executed: false,
      reply: kind === "locate" ? "pending" : "notExpected",
      answer: undefined,
    });
  }

  #told(): Promise<void> {
    return new Promise((resolve) => this.#watchers.push(resolve));
  }

  #tell(): void {
    if (this.#watchers.length === 0) return;
    const watchers = this.#watchers;
    this.#watchers = [];
    for (const watcher of watchers) watcher();
  }
}
