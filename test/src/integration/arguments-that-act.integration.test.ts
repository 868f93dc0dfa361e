// Getters of arguments are code of the user, run while a message is half written: they may call, give up and close.
import {
  type CallOptions,
  type JavaClass,
  java,
  javaClass,
  method,
  type RemoteInterface,
  remoteInterface,
} from "@remora/client";
import { MockCluster } from "@remora/mock-cluster";
import { expect, test } from "vitest";
import { assertNothingIsLeft } from "../support/leaks.ts";
import { errorOf } from "../support/outcome.ts";
import { orbOf } from "../support/shop.ts";

assertNothingIsLeft();

interface Label {
  readonly text: string | null;
  readonly time: string | null;
}

const Label: JavaClass<Label> = javaClass<Label>("shop.Label", {
  serialVersionUID: 1n,
  fields: () => ({ text: java.string, time: java.string }),
});

interface Printer {
  print(label: Label | null, options?: CallOptions): Promise<string | null>;
  /** Marked idempotent. */
  preview(label: Label | null, options?: CallOptions): Promise<string | null>;
  /** Waits for the test. */
  warmUp(options?: CallOptions): Promise<void>;
  echo(text: string | null, options?: CallOptions): Promise<string | null>;
}

const Printer: RemoteInterface<Printer> = remoteInterface<Printer>("shop.Printer", {
  print: method([Label], java.string),
  preview: method([Label], java.string, { idempotent: true }),
  warmUp: method([], java.void),
  echo: method([java.string], java.string),
});

const printerName = "java:global/shop/Printer";

async function start(members: string[] = ["i1"]): Promise<MockCluster> {
  const cluster = await MockCluster.start({ members });
  cluster.bind(printerName, Printer, () => ({
    print: (label) => label?.text ?? null,
    preview: (label) => label?.text ?? null,
    warmUp: () => undefined,
    echo: (text) => text,
  }));
  return cluster;
}

/** A label whose `text` is computed when it is read. */
function computed(read: () => string | null): Label {
  return {
    get text(): string | null {
      return read();
    },
    time: "now",
  };
}

test("a call made while another one is encoded is sent after it", async () => {
  await using cluster = await start();
  await using orb = orbOf(cluster);
  const printer = await orb.lookup(printerName, Printer);
  const inner: Promise<unknown>[] = [];
  const label = computed(() => {
    inner.push(printer.echo("inside"));
    return "outside";
  });
  expect(await printer.print(label)).toBe("outside");
  expect(await Promise.all(inner)).toEqual(["inside"]);
});

test("it is sent as well when the outer call's argument throws, which the error tells", async () => {
  await using cluster = await start();
  await using orb = orbOf(cluster);
  const printer = await orb.lookup(printerName, Printer);
  const inner: Promise<unknown>[] = [];
  const label = computed(() => {
    inner.push(printer.echo("inside"));
    throw new RangeError("no paper");
  });
  const error = await errorOf(printer.print(label));
  expect(error).toMatchObject({ code: "ARGUMENT", completed: "no" });
  expect(error.message).toContain("print: reading its arguments threw RangeError: no paper");
  expect(await Promise.all(inner)).toEqual(["inside"]);
  expect(cluster.journal.count({ operation: "print" })).toBe(0);
});

test("a call that is aborted while it is encoded is not sent", async () => {
  await using cluster = await start();
  await using orb = orbOf(cluster);
  const printer = await orb.lookup(printerName, Printer);
  const controller = new AbortController();
  const label = computed(() => {
    controller.abort();
    return "outside";
  });
  const error = await errorOf(printer.print(label, { signal: controller.signal }));
  expect(error).toMatchObject({ code: "ABORTED", completed: "no" });
  expect(await printer.echo("later")).toBe("later");
  expect(cluster.journal.count({ operation: "print" })).toBe(0);
});

test("a sent call may be aborted while another one is encoded: its CancelRequest waits", async () => {
  await using cluster = await start();
  await using orb = orbOf(cluster);
  const printer = await orb.lookup(printerName, Printer);
  const hold = cluster.faults.next("warmUp", { hold: "beforeReply" });
  const controller = new AbortController();
  const cold = errorOf(printer.warmUp({ signal: controller.signal }));
  await cluster.journal.waitFor({ operation: "warmUp" });
  const label = computed(() => {
    controller.abort();
    return "outside";
  });
  expect(await printer.print(label)).toBe("outside");
  expect(await cold).toMatchObject({ code: "ABORTED", completed: "maybe" });
  hold.release();
});

test("an Orb that is destroyed while a call is encoded ends it at once", async () => {
  await using cluster = await start();
  await using orb = orbOf(cluster);
  const printer = await orb.lookup(printerName, Printer);
  const label = computed(() => {
    orb.destroy();
    return "outside";
  });
  const error = await errorOf(printer.print(label, { timeoutMs: 60_000 }));
  expect(error).toMatchObject({ code: "CLOSED", completed: "no" });
});

test("an argument that became wrong between two attempts does not hide that the first one may have run", async () => {
  await using cluster = await start(["i1", "i2"]);
  await using orb = orbOf(cluster);
  const printer = await orb.lookup(printerName, Printer);
  cluster.faults.next("preview", { close: "beforeReply" });
  let reads = 0;
  const label = computed(() => {
    reads += 1;
    if (reads > 1) throw new Error("gone");
    return "first";
  });
  const error = await errorOf(printer.preview(label));
  expect(error).toMatchObject({ code: "ARGUMENT", completed: "maybe" });
  expect(cluster.journal.executions({ operation: "preview" })).toBe(1);
});

test("a repeated call sends what its arguments are then", async () => {
  await using cluster = await start(["i1", "i2"]);
  await using orb = orbOf(cluster);
  const printer = await orb.lookup(printerName, Printer);
  cluster.faults.next("preview", { close: "beforeReply" });
  const label = { text: "first", time: "now" };
  const result = printer.preview(label);
  label.text = "second";
  expect(await result).toBe("second");
  expect(cluster.journal.executions({ operation: "preview" })).toBe(2);
});
