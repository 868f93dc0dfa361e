import type { CodeSets } from "../cdr/code-sets.ts";
import { CdrReader } from "../cdr/reader.ts";
import { CdrWriter } from "../cdr/writer.ts";

/** Numbered data that travels with a request or a reply (CORBA 3.3 part 2, §9.7). */
export interface ServiceContext {
  /** See `SERVICE_CONTEXT`; unknown ones are stepped over. */
  readonly id: number;
  /** An encapsulation, except for the ids that say otherwise (the membership label). */
  readonly data: Uint8Array;
}

/** Ids of service contexts: OMG's, and those of the GlassFish family. */
export const SERVICE_CONTEXT = {
  transactionService: 0,
  codeSets: 1,
  biDirIiop: 5,
  sendingContextRunTime: 6,
  unknownExceptionInfo: 9,
  exceptionDetailMessage: 14,
  securityAttributeService: 15,
  rmiCustomMaxStreamFormat: 17,
  /** "NEO" NUL: version of the Java ORB. */
  orbVersion: 0x4e45_4f00,
  /** "SUN" 1, in requests: the membership label as it is, no encapsulation. */
  membershipLabel: 0x5355_4e01,
  /** "SUN" 2, in replies: a fresh IOR. */
  iorUpdate: 0x5355_4e02,
} as const;

/** Shared by all messages without contexts. */
export const noContexts: readonly ServiceContext[] = Object.freeze([]);

/** Reads a list of contexts; their data are views. */
export function readContexts(reader: CdrReader): readonly ServiceContext[] {
  const count = reader.sequenceLength(8);
  if (count === 0) return noContexts;
  const contexts: ServiceContext[] = [];
  for (let index = 0; index < count; index++) {
    contexts.push({ id: reader.ulong(), data: reader.octets() });
  }
  return contexts;
}

/** Writes a list of contexts. */
export function writeContexts(writer: CdrWriter, contexts: readonly ServiceContext[]): void {
  writer.ulong(contexts.length);
  for (const context of contexts) {
    writer.ulong(context.id);
    writer.octets(context.data);
  }
}

/** The data of the first context with that id, or undefined. */
export function findContext(
  contexts: readonly ServiceContext[],
  id: number,
): Uint8Array | undefined {
  for (const context of contexts) if (context.id === id) return context.data;
  return undefined;
}

/** The CodeSets context: which code sets this connection will use (§7.10.2.5). */
export function codeSetsContext(char: number, wchar: number): ServiceContext {
  const writer = new CdrWriter({ capacity: 12 });
  writer.octet(0);
  writer.ulong(char);
  writer.ulong(wchar);
  return { id: SERVICE_CONTEXT.codeSets, data: writer.toBytes() };
}

/** The code sets named by the data of a CodeSets context. */
export function readCodeSets(data: Uint8Array): CodeSets {
  const reader = CdrReader.ofEncapsulation(data);
  return { char: reader.ulong(), wchar: reader.ulong() };
}
