import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { InitialContext, Orb } from "@remora/client";

/** What a client module exports: called once, with a context on one member of the cluster. */
export type ClientMain = (
  context: InitialContext,
  args: readonly string[],
  runner: RunnerHandle,
) => unknown;

/** For clients that need more than one context. */
export interface RunnerHandle {
  /** The Orb behind the context; the runner closes it when the client is done. */
  readonly orb: Orb;
  /** The properties of `-D`, `VMARGS` and the XML file that are no settings: the client's own. */
  readonly properties: ReadonlyMap<string, string>;
}

/** A client that can be called, or why there is none. */
export type LoadedClient =
  | { readonly ok: true; readonly main: ClientMain }
  | { readonly ok: false; readonly problem: string; readonly cause?: unknown };

const whatToWrite = `Write a module instead, for instance client.mjs:

  export default async (context, args) => {
    const greeter = await context.lookup("java:global/shop/Greeter", Greeter);
    console.log(await greeter.greet(args[0] ?? "world"));
    return 0; // the exit status
  };

and start it with -client client.mjs`;

/** The problem with the name of a client, before anything is loaded; `undefined` when it may be loaded. */
export function problemOfClientFile(path: string): string | undefined {
  if (/\.(?:jar|ear|war|zip)$/i.test(path)) {
    return `${path} holds Java classes, which need a virtual machine; there is none here.\n${whatToWrite}`;
  }
  if (/\.(?:class|java)$/i.test(path)) {
    return `${path} is a Java class; it cannot run here.\n${whatToWrite}`;
  }
  // A class name as the Java command takes it: com.example.Main
  if (/^(?:[a-z]\w*\.)+[A-Z]\w*$/.test(path)) {
    return `${path} looks like the name of a Java class; it cannot run here.\n${whatToWrite}`;
  }
  return undefined;
}

/** Loads a client module and finds the function to call: the default export, or the one named by `-name`. */
export async function loadClient(path: string, name: string | undefined): Promise<LoadedClient> {
  const problem = problemOfClientFile(path);
  if (problem !== undefined) return { ok: false, problem };
  const file = resolve(path);
  const kind = await kindOf(file);
  if (kind !== "file") return { ok: false, problem: `the client ${path} is ${kind}` };
  let exports: Readonly<Record<string, unknown>>;
  try {
    exports = (await import(pathToFileURL(file).href)) as Readonly<Record<string, unknown>>;
  } catch (cause) {
    return { ok: false, problem: `the client ${path} cannot be loaded: ${reasonOf(cause)}`, cause };
  }
  const wanted = name ?? "default";
  const main = Object.hasOwn(exports, wanted) ? exports[wanted] : undefined;
  if (typeof main === "function") return { ok: true, main: main as ClientMain };
  const found = Object.keys(exports).filter((key) => typeof exports[key] === "function");
  const has = found.length === 0 ? "no function" : found.map((key) => `"${key}"`).join(", ");
  return {
    ok: false,
    problem: `the client ${path} does not export ${name === undefined ? "a default function" : `a function "${name}"`}; it exports ${has}.\n${whatToWrite}`,
  };
}

async function kindOf(file: string): Promise<"file" | "not there" | "a folder"> {
  try {
    return (await stat(file)).isDirectory() ? "a folder" : "file";
  } catch {
    return "not there";
  }
}

function reasonOf(cause: unknown): string {
  const code = (cause as { readonly code?: unknown } | undefined)?.code;
  if (code === "ERR_UNKNOWN_FILE_EXTENSION") {
    return "this Node.js does not read that kind of file; build it to .mjs, or start the runner through tsx";
  }
  return cause instanceof Error ? cause.message : String(cause);
}
