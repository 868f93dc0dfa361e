import { CdrReader, CdrWriter, encodeReply, type JavaType, java } from "@remora/protocol/internal";
import protobuf from "protobufjs";
import { runJavaClient } from "../../src/support/peers/glassfish-java-client.ts";
import { findJava } from "../../src/support/peers/java.ts";
import { cannedStub } from "../canned-target.ts";
import { startChildServer } from "../child-server.ts";
import { type Figure, type SectionOptions, type SectionResult, timeFigure } from "../figure.ts";
import { Customer, Order, sampleOrders } from "../orders.ts";
import { microsPerOperation } from "../per-operation.ts";
import { compare } from "../slices.ts";
import { sliceOptions } from "./slice-options.ts";

const orderCount = 1_000;
const mebibyte = 1 << 20;
const longCount = 10_000;

/** What a call of the client gives to its values: the host turns byte orders. */
const host = {
  classes: undefined,
  swap: (octets: Uint8Array, size: number): void => {
    const buffer = Buffer.from(octets.buffer, octets.byteOffset, octets.length);
    if (size === 8) buffer.swap64();
    else if (size === 4) buffer.swap32();
  },
};

/** Java values to octets and back, beside the Java ORB, Protocol Buffers and plain copies. */
export async function valuesSection(options: SectionOptions): Promise<SectionResult> {
  const { quick } = options;
  const figures: Figure[] = [...(await orderFigures(options)), ...arrayFigures(quick)];
  figures.push(await smallValueFigure(quick));
  return { figures };
}

/** Encodes into the same octets each time, and reads them again. */
function codecOf<T>(type: JavaType<T>, value: T, capacity: number, littleEndian = false) {
  const writer = new CdrWriter({ capacity, littleEndian });
  const encode = (): void => {
    writer.position = 0;
    writer.origin = 0;
    writer.values = undefined;
    writer.java = host;
    type.write(writer, value, "value");
  };
  encode();
  const octets = writer.toBytes();
  const decode = (): T => {
    const reader = new CdrReader(octets, 0, octets.length, { littleEndian });
    reader.java = host;
    return type.read(reader);
  };
  return { encode, decode, octets };
}

async function orderFigures({ quick, log }: SectionOptions): Promise<readonly Figure[]> {
  const orders = sampleOrders(orderCount);
  const type = java.util.ArrayList(Order) as JavaType<unknown>;
  const { encode, decode, octets } = codecOf<unknown>(type, orders, mebibyte);
  const encodeMicros = microsPerOperation(encode, quick);
  const decodeMicros = microsPerOperation(decode, quick);
  const ours = encodeMicros + decodeMicros;
  const name = `${orderCount.toLocaleString("en-US")} orders`;
  const beside = protobufOf(orders);
  const theirs =
    microsPerOperation(beside.encode, quick) + microsPerOperation(beside.decode, quick);
  const figures: Figure[] = [
    {
      name: `${name}: encode`,
      value: encodeMicros / 1000,
      unit: "ms",
      note: `${octets.length} octets`,
    },
    { name: `${name}: decode`, value: decodeMicros / 1000, unit: "ms" },
  ];
  const java_ = await javaOrders(quick, log);
  if (java_ !== undefined) {
    figures.push({
      name: `${name}: encode and decode, SDK / Java ORB`,
      value: ours / java_,
      unit: "×",
      limit: { atMost: 1 },
      note: `${(ours / 1000).toFixed(1)} and ${(java_ / 1000).toFixed(1)} ms`,
    });
  }
  figures.push({
    name: `${name}: encode and decode, SDK / protobufjs`,
    value: ours / theirs,
    unit: "×",
    note: `${(theirs / 1000).toFixed(1)} ms, ${beside.octets} octets, no shared objects`,
  });
  return figures;
}

/** Microseconds that the ORB of GlassFish takes for the same graph; undefined where there is no Java. */
async function javaOrders(
  quick: boolean,
  log: (line: string) => void,
): Promise<number | undefined> {
  try {
    findJava();
  } catch (error) {
    log(`no Java: ${String(error)}`);
    return undefined;
  }
  const rounds = quick ? "20" : "200";
  const nowhere: Parameters<typeof runJavaClient>[0] = { app: "shop", endpoints: [] };
  const result = (await runJavaClient(nowhere, [
    "encode",
    "orders",
    String(orderCount),
    rounds,
    rounds,
  ])) as unknown as { readonly encodeNs: number; readonly decodeNs: number };
  return (result.encodeNs + result.decodeNs) / 1000;
}

const schema = `syntax = "proto3";
message Customer { int32 number = 1; string name = 2; string email = 3; bool active = 4; repeated string phones = 5; }
message Decimal { int64 unscaled = 1; int32 scale = 2; }
message Line { string article = 1; int32 quantity = 2; Decimal price = 3; }
message Day { int32 year = 1; int32 month = 2; int32 day = 3; }
message Order { int64 id = 1; Customer customer = 2; repeated Line lines = 3; int64 placed = 4; Day due = 5;
  Decimal total = 6; int32 state = 7; string note = 8; }
message Orders { repeated Order orders = 1; }`;

/** The same content; Protocol Buffers know no shared objects, so each order has a customer of its own. */
function protobufOf(orders: readonly Order[]) {
  const type = protobuf.parse(schema).root.lookupType("Orders");
  const decimal = (value: Order["total"]) => ({
    unscaled: Number(value?.unscaled),
    scale: value?.scale,
  });
  const states = ["OPEN", "PAID", "SENT"];
  const content = {
    orders: orders.map((order) => ({
      id: Number(order.id),
      customer: order.customer,
      lines: order.lines?.map((line) => ({ ...line, price: decimal(line?.price ?? null) })),
      placed: order.placed?.getTime(),
      due: { ...order.due },
      total: decimal(order.total),
      state: states.indexOf(order.state ?? "OPEN"),
      note: order.note ?? "",
    })),
  };
  const message = type.fromObject(content);
  const octets = type.encode(message).finish();
  return {
    encode: () => type.encode(message).finish(),
    decode: () => type.decode(octets),
    octets: octets.length,
  };
}

/**
 * Arrays of numbers beside a copy of the same octets: what is written goes into memory that is there already, what is
 * read into an array of its own, here as there. `slice` clears that array before it fills it and the decoder does not,
 * so the decoder may be the faster one.
 */
function arrayFigures(quick: boolean): readonly Figure[] {
  const ratio = (
    name: string,
    ours: () => unknown,
    copy: () => unknown,
    atMost: number,
  ): Figure => {
    const pair = wallMicros(ours, copy, quick);
    return {
      name,
      value: pair.first / pair.second,
      unit: "×",
      limit: { atMost },
      note: `${pair.first.toFixed(1)} and ${pair.second.toFixed(1)} µs`,
    };
  };
  const bytes = new Uint8Array(mebibyte).fill(7);
  const into = new Uint8Array(mebibyte + 64);
  const byteCodec = codecOf(java.array(java.byte), bytes, mebibyte + 256);
  const longs = BigInt64Array.from({ length: longCount }, (_, index) => BigInt(index) * 0x1234567n);
  const longOctets = new Uint8Array(longs.buffer);
  const littleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;
  const own = codecOf(java.array(java.long), longs, 8 * longCount + 256, littleEndian);
  const swapped = codecOf(java.array(java.long), longs, 8 * longCount + 256, !littleEndian);
  const bothWays = (codec: typeof own) => (): void => {
    codec.encode();
    kept.result = codec.decode();
  };
  const copies = (): void => {
    into.set(longOctets, 40);
    kept.result = longs.slice();
  };
  const encodeCopy = (): void => into.set(bytes, 36);
  const decodeCopy = (): unknown => bytes.slice();
  return [
    ratio("byte[1 MiB]: encode / copy", byteCodec.encode, encodeCopy, 1.3),
    ratio("byte[1 MiB]: decode / copy", byteCodec.decode, decodeCopy, 1.3),
    ratio("long[10000], own byte order: encode and decode / copies", bothWays(own), copies, 1.3),
    ratio("long[10000], swapped: encode and decode / copies", bothWays(swapped), copies, 2),
  ];
}

/** What operations return: a result that nobody could see would let the compiler leave the work out. */
const kept: { result: unknown } = { result: undefined };

/**
 * Short slices that alternate, by the clock: CPU time would count the threads that give large arrays back, and they work
 * for whoever comes next. Who goes first changes, and the middle half of the slices is averaged: the collector comes every
 * so many octets, so in strict turns it would meet the same one each time, and a median would tell who that was.
 */
function wallMicros(
  first: () => unknown,
  second: () => unknown,
  quick: boolean,
): { readonly first: number; readonly second: number } {
  const rounds = quick ? 20 : 300;
  const each = 20;
  const timesOf = (operation: () => unknown): number => {
    const began = performance.now();
    for (let done = 0; done < each; done++) kept.result = operation();
    return ((performance.now() - began) * 1000) / each;
  };
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < 2 * rounds; round++) {
    const firstGoesFirst = round % 2 === 0;
    const before = firstGoesFirst ? undefined : timesOf(second);
    const ours = timesOf(first);
    const theirs = before ?? timesOf(second);
    if (round < rounds) continue;
    times[0].push(ours);
    times[1].push(theirs);
  }
  return { first: meanOfMiddleHalf(times[0]), second: meanOfMiddleHalf(times[1]) };
}

function meanOfMiddleHalf(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const quarter = sorted.length >> 2;
  const middle = sorted.slice(quarter, sorted.length - quarter);
  return middle.reduce((sum, value) => sum + value, 0) / middle.length;
}

/** A call with a small value both ways, beside the empty call. */
async function smallValueFigure(quick: boolean): Promise<Figure> {
  const customer = sampleOrders(3)[2]?.customer as Customer;
  const writer = new CdrWriter();
  encodeReply(writer, { giopMinor: 2, requestId: 0, status: 0 }, (body) =>
    Customer.write(body, customer, "result"),
  );
  const reply = Buffer.from(writer.toBytes()).toString("hex");
  const plain = await startChildServer<{ readonly port: number }>("canned-replies");
  const full = await startChildServer<{ readonly port: number }>("canned-replies", reply);
  const empty = await cannedStub(plain.started.port);
  const small = await cannedStub(full.started.port);
  try {
    const comparison = await compare(
      { name: "small value", call: () => small.stub.change(customer) },
      { name: "empty call", call: () => empty.stub.nothing() },
      1,
      sliceOptions(quick),
    );
    return timeFigure("sequential", comparison, { atMost: 1.4 });
  } finally {
    await Promise.all([empty.orb.close(), small.orb.close()]);
    await Promise.all([plain.close(), full.close()]);
  }
}
