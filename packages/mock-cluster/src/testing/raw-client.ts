// A client of the mock's own tests: one socket, the protocol package, no rules. Not part of the package's interface.
import { connect, type Socket } from "node:net";
import {
  type CdrReader,
  type CdrWriter,
  CodeSet,
  codeSetsContext,
  decodeReply,
  finishRequest,
  firstIiopProfile,
  type GiopMessage,
  type IiopProfile,
  type Ior,
  java,
  MessageAssembler,
  MessageType,
  namingContext,
  OutgoingBuffer,
  peekRequestId,
  type ReplyMessage,
  ReplyStatus,
  readIor,
  requestTemplate,
  SERVICE_CONTEXT,
  type ServiceContext,
  writeTemplate,
} from "@remora/protocol/internal";

/** What a request of the raw client is made of. */
export interface RawRequest {
  readonly objectKey: Uint8Array;
  readonly operation: string;
  readonly write?: (writer: CdrWriter) => void;
  readonly contexts?: readonly ServiceContext[];
  readonly giopMinor?: number;
  readonly responseFlags?: number;
  readonly littleEndian?: boolean;
}

/** Contexts of a usual request: code sets, and a label when there is one. */
export function usualContexts(label?: Uint8Array): readonly ServiceContext[] {
  const codeSets = codeSetsContext(CodeSet.utf8, CodeSet.utf16);
  if (label === undefined) return [codeSets];
  return [codeSets, { id: SERVICE_CONTEXT.membershipLabel, data: label }];
}

/** The IIOP profile of a reference. */
export function profileOf(reference: Ior): IiopProfile {
  const profile = firstIiopProfile(reference);
  if (profile === undefined) throw new Error("a reference without an IIOP profile");
  return profile;
}

/** The raw client. */
export class RawClient {
  /** Every logical message that came, in order. */
  readonly messages: GiopMessage[] = [];
  /** Octets that came, before any parsing. */
  readonly chunks: Uint8Array[] = [];
  readonly socket: Socket;
  readonly closed: Promise<void>;
  framingError: unknown;
  #nextId = 1;
  readonly #pending = new Map<
    number,
    { resolve: (message: GiopMessage) => void; reject: (error: Error) => void }
  >();
  #watchers: (() => void)[] = [];

  private constructor(socket: Socket) {
    this.socket = socket;
    const assembler = new MessageAssembler({ onMessage: (message) => this.#arrived(message) });
    socket.on("data", (chunk) => {
      this.chunks.push(chunk);
      try {
        assembler.push(chunk);
      } catch (error) {
        this.framingError = error;
      }
      this.#tell();
    });
    socket.on("error", () => {});
    this.closed = new Promise((resolve) =>
      socket.once("close", () => {
        for (const { reject } of this.#pending.values()) reject(new Error("connection closed"));
        this.#pending.clear();
        this.#tell();
        resolve();
      }),
    );
  }

  static connect(port: number, host = "127.0.0.1"): Promise<RawClient> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host, noDelay: true }, () => {
        socket.off("error", reject);
        resolve(new RawClient(socket));
      });
      socket.once("error", reject);
    });
  }

  /** Sends a request; gives its id and the promise of the message that answers it. */
  send(request: RawRequest): { readonly id: number; readonly answer: Promise<GiopMessage> } {
    const id = this.#nextId++;
    const template = requestTemplate({
      giopMinor: request.giopMinor ?? 2,
      objectKey: request.objectKey,
      operation: request.operation,
      contexts: request.contexts ?? usualContexts(),
      responseFlags: request.responseFlags,
      littleEndian: request.littleEndian,
    });
    const buffer = new OutgoingBuffer();
    buffer.begin();
    writeTemplate(buffer, template, id);
    request.write?.(buffer);
    finishRequest(buffer, template);
    buffer.finish();
    for (const chunk of buffer.take()) this.socket.write(chunk);
    const answer = this.answerTo(id);
    // Who does not look at an answer does not mind that it never comes.
    answer.catch(() => {});
    return { id, answer };
  }

  /** The message that answers a request id. */
  answerTo(id: number): Promise<GiopMessage> {
    return new Promise((resolve, reject) => this.#pending.set(id, { resolve, reject }));
  }

  /** Sends a request and decodes its reply. */
  async call(request: RawRequest): Promise<ReplyMessage> {
    return decodeReply(await this.send(request).answer);
  }

  /** Sends octets as they are. */
  write(octets: Uint8Array): void {
    this.socket.write(octets);
  }

  /** Resolves when the condition holds; asked after every arrival. */
  async until(condition: () => boolean): Promise<void> {
    while (!condition()) await new Promise<void>((resolve) => this.#watchers.push(resolve));
  }

  /** All octets that came so far. */
  octets(): Uint8Array {
    return Buffer.concat(this.chunks);
  }

  close(): void {
    this.socket.destroy();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.close();
    await this.closed;
  }

  #arrived(message: GiopMessage): void {
    this.messages.push(message);
    if (message.type !== MessageType.reply && message.type !== MessageType.locateReply) return;
    const id = peekRequestId(message);
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    pending?.resolve(message);
  }

  #tell(): void {
    const watchers = this.#watchers;
    this.#watchers = [];
    for (const watcher of watchers) watcher();
  }
}

const bootstrapKey = new TextEncoder().encode("NameService");

/** The reference in a reply that holds one and nothing else. */
export function referenceIn(reply: ReplyMessage): Ior {
  return readIor(reply.body);
}

/** Bootstrap key → root context. */
export async function rootContext(client: RawClient): Promise<Ior> {
  const reply = await client.call({
    objectKey: bootstrapKey,
    operation: "resolve",
    write: (writer) => namingContext.resolve.writeArguments(writer, [{ id: "x", kind: "" }]),
  });
  if (reply.status !== ReplyStatus.locationForward) throw new Error(`status ${reply.status}`);
  return referenceIn(reply);
}

/** Resolves one name in the root context. */
export async function resolveName(client: RawClient, id: string): Promise<Ior> {
  const root = profileOf(await rootContext(client));
  const reply = await client.call({
    objectKey: root.objectKey,
    operation: "resolve",
    write: (writer) => namingContext.resolve.writeArguments(writer, [{ id, kind: "" }]),
  });
  if (reply.status !== ReplyStatus.noException) throw new Error(`status ${reply.status}`);
  return referenceIn(reply);
}

/** Skips the TypeCode of an any (parameters are encapsulated) and stands before its value; gives the kind. */
function skipTypeCode(reader: CdrReader): number {
  const kind = reader.ulong();
  reader.octets();
  return kind;
}

/** `lookup` of a JNDI name. */
export async function lookup(client: RawClient, name: string): Promise<ReplyMessage> {
  const provider = profileOf(await resolveName(client, "SerialContextProvider"));
  return await client.call({
    objectKey: provider.objectKey,
    operation: "lookup",
    contexts: usualContexts(),
    write: (writer) => java.string.write(writer, name, "name"),
  });
}

/** JNDI name of an internal home → reference of a new (or the stateless) object. */
export async function createBean(
  client: RawClient,
  homeName: string,
  generated: string,
): Promise<Ior> {
  const found = await lookup(client, homeName);
  if (found.status !== ReplyStatus.noException) throw new Error(`lookup: status ${found.status}`);
  skipTypeCode(found.body);
  const home = profileOf(referenceIn(found));
  const reply = await client.call({
    objectKey: home.objectKey,
    operation: "create",
    write: (writer) => java.string.write(writer, generated, "interface"),
  });
  if (reply.status !== ReplyStatus.noException) throw new Error(`create: status ${reply.status}`);
  return referenceIn(reply);
}
