import { connect, type Socket } from "node:net";

/** What one server answered to {@link probe}. */
export interface Probe {
  /** Name of the instance, as `whoami` of the bean tells it. */
  readonly instance: string;
  /**
   * Members that the instance knows, in their order, with weights: those of the update that comes
   * with a reply, since references keep the list of the time when the bean was deployed.
   */
  readonly members: readonly { readonly name: string; readonly weight: number }[];
}

/**
 * Asks a GlassFish server for a bean and calls its `whoami`, with hand-made octets: readiness is
 * then judged without the code under test. Throws when anything is not as in a healthy server.
 */
export async function probe(
  host: string,
  port: number,
  app: string,
  bean = "GreeterBean",
  contract = "remora.shop.Greeter",
  limitMs = 5_000,
): Promise<Probe> {
  const connection = new Connection(host, port, limitMs);
  try {
    // The application server binds every business home in CosNaming, one component per path step.
    const path = ["java:global", app, `${bean}__3_x_Internal_RemoteBusinessHome__`];
    const name = new Writer().u32(path.length);
    for (const step of path) {
      const dot = step.indexOf(".");
      name.string(dot < 0 ? step : step.slice(0, dot)).string(dot < 0 ? "" : step.slice(dot + 1));
    }
    const home = (await connection.call(utf8("NameService"), "resolve", name)).ior();
    const cut = contract.lastIndexOf(".");
    const business = `${contract.slice(0, cut + 1)}_${contract.slice(cut + 1)}_Remote`;
    const created = await connection.call(home.key, "create", new Writer().valueString(business));
    const reference = created.ior();
    const answer = await connection.call(reference.key, "whoami");
    return {
      instance: answer.valueString(),
      members: (connection.update ?? reference).members,
    };
  } finally {
    connection.close();
  }
}

class Connection {
  readonly #socket: Socket;
  readonly #limitMs: number;
  #received: Buffer = Buffer.alloc(0);
  #failure: Error | undefined;
  #wake: (() => void) | undefined;
  #id = 0;
  /** Reference in the latest reply's update context. */
  update: Reference | undefined;

  constructor(host: string, port: number, limitMs: number) {
    this.#limitMs = limitMs;
    this.#socket = connect({ host, port, noDelay: true });
    const fail = (error: Error): void => {
      this.#failure ??= error;
      this.#wake?.();
    };
    this.#socket.setTimeout(limitMs, () => fail(new Error(`no answer within ${limitMs} ms`)));
    this.#socket.on("error", fail);
    this.#socket.on("close", () => fail(new Error("connection closed by the server")));
    this.#socket.on("data", (chunk) => {
      this.#received = Buffer.concat([this.#received, chunk]);
      this.#wake?.();
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  async #take(length: number): Promise<Buffer> {
    const end = Date.now() + this.#limitMs;
    while (this.#received.length < length) {
      if (this.#failure !== undefined) throw this.#failure;
      if (Date.now() > end) throw new Error(`no answer within ${this.#limitMs} ms`);
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    const taken = this.#received.subarray(0, length);
    this.#received = this.#received.subarray(length);
    return taken;
  }

  async call(key: Uint8Array, operation: string, body?: Writer): Promise<Reader> {
    let target = key;
    for (let hop = 0; hop < 5; hop++) {
      this.#id++;
      const request = new Writer()
        .raw(utf8("GIOP\x01\x02\x00\x00\x00\x00\x00\x00"))
        .u32(this.#id)
        .raw(Uint8Array.of(3, 0, 0, 0, 0, 0, 0, 0))
        .octets(target)
        .string(operation)
        // One service context: CodeSets, UTF-8 for char and UTF-16 for wchar.
        .u32(1)
        .u32(1)
        .octets(Uint8Array.of(0, 0, 0, 0, 5, 1, 0, 1, 0, 1, 1, 9));
      if (body !== undefined) request.align(8).raw(body.bytes());
      const bytes = request.bytes();
      bytes.writeUInt32BE(bytes.length - 12, 8);
      this.#socket.write(bytes);
      let header = await this.#take(12);
      let reply = Buffer.concat([header, await this.#take(header.readUInt32BE(8))]);
      while ((Number(header[6]) & 2) !== 0) {
        header = await this.#take(12);
        reply = Buffer.concat([reply, (await this.#take(header.readUInt32BE(8))).subarray(4)]);
      }
      if (reply[7] !== 1) throw new Error(`${operation}: message type ${reply[7]} for an answer`);
      const reader = new Reader(reply, 12);
      reader.u32();
      const status = reader.u32();
      this.update = undefined;
      for (let contexts = reader.u32(); contexts > 0; contexts--) {
        const id = reader.u32();
        const context = reader.octets();
        if (id === 0x53554e02) this.update = updateContext(context);
      }
      reader.align(8);
      if (status === 0) return reader;
      if (status === 1) throw new Error(`${operation}: user exception ${reader.string()}`);
      if (status === 2) {
        const id = reader.string();
        throw new Error(`${operation}: ${id} minor 0x${reader.u32().toString(16)}`);
      }
      // Forwarded to the same server under another key: all that GlassFish's NameService does.
      target = reader.ior().key;
    }
    throw new Error(`${operation}: forwarded too often`);
  }
}

class Writer {
  #bytes: number[] = [];

  align(to: number): this {
    while (this.#bytes.length % to !== 0) this.#bytes.push(0);
    return this;
  }

  raw(bytes: Uint8Array): this {
    this.#bytes.push(...bytes);
    return this;
  }

  u32(value: number): this {
    this.align(4);
    this.#bytes.push((value >>> 24) & 255, (value >>> 16) & 255, (value >>> 8) & 255, value & 255);
    return this;
  }

  octets(bytes: Uint8Array): this {
    return this.u32(bytes.length).raw(bytes);
  }

  string(text: string): this {
    return this.octets(utf8(`${text}\0`));
  }

  /** RMI-IIOP value of java.lang.String. */
  valueString(text: string): this {
    this.u32(0x7fffff02).string("IDL:omg.org/CORBA/WStringValue:1.0");
    return this.octets(Buffer.from(text, "utf16le").swap16());
  }

  bytes(): Buffer {
    return Buffer.from(this.#bytes);
  }
}

interface Reference {
  readonly key: Uint8Array;
  readonly members: Probe["members"];
}

class Reader {
  readonly #bytes: Buffer;
  #at: number;

  constructor(bytes: Buffer, at = 0) {
    this.#bytes = bytes;
    this.#at = at;
  }

  align(to: number): void {
    this.#at += (to - (this.#at % to)) % to;
  }

  u32(): number {
    this.align(4);
    this.#at += 4;
    return this.#bytes.readUInt32BE(this.#at - 4);
  }

  u16(): number {
    this.align(2);
    this.#at += 2;
    return this.#bytes.readUInt16BE(this.#at - 2);
  }

  octets(): Buffer {
    const length = this.u32();
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }

  string(): string {
    return this.octets().subarray(0, -1).toString("latin1");
  }

  valueString(): string {
    const tag = this.u32();
    if (tag !== 0x7fffff02) throw new Error(`value tag 0x${tag.toString(16)} for a string`);
    this.string();
    const text = Buffer.from(this.octets()).swap16().toString("utf16le");
    return text.startsWith("\ufeff") ? text.slice(1) : text;
  }

  ior(): Reference {
    this.string();
    for (let profiles = this.u32(); profiles > 0; profiles--) {
      const tag = this.u32();
      const data = this.octets();
      if (tag === 0) return iiopProfile(data);
    }
    throw new Error("nil reference");
  }
}

/** An encapsulation with the repository id of ForwardRequest, then a reference. */
function updateContext(data: Buffer): Reference {
  const context = new Reader(data, 1);
  context.string();
  return context.ior();
}

function iiopProfile(data: Buffer): Reference {
  const profile = new Reader(data, 3);
  profile.string();
  profile.u16();
  const key = profile.octets();
  const members: { name: string; weight: number }[] = [];
  for (let components = profile.u32(); components > 0; components--) {
    const tag = profile.u32();
    const content = profile.octets();
    if (tag !== 0x53554e03) continue;
    const member = new Reader(content, 1);
    members.push({ name: member.string(), weight: member.u32() });
  }
  return { key, members };
}

function utf8(text: string): Buffer {
  return Buffer.from(text, "utf8");
}
