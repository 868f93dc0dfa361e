// TAG_CODE_SETS (CORBA 3.3 part 2, §7.10): which code sets the server speaks natively and which it
// converts.

import { CdrReader } from "../cdr/reader.ts";
import type { CdrWriter } from "../cdr/writer.ts";
import { writeEncapsulated } from "./encapsulated.ts";
import { hexNumber } from "./hex.ts";
import { ComponentTag, findComponent, type TaggedComponent } from "./tagged-component.ts";

/**
 * Code sets of one kind of character, by number of the OSF registry. A native set of 0 means: none
 * told.
 */
export interface CodeSetSupport {
  readonly native: number;
  readonly conversions: readonly number[];
}

/** What a server says of `char` and of `wchar`. */
export interface CodeSetsComponent {
  readonly char: CodeSetSupport;
  readonly wchar: CodeSetSupport;
}

function readSupport(reader: CdrReader): CodeSetSupport {
  const native = reader.ulong();
  const count = reader.sequenceLength(4);
  const conversions: number[] = [];
  for (let i = 0; i < count; i++) conversions.push(reader.ulong());
  return { native, conversions };
}

function writeSupport(writer: CdrWriter, support: CodeSetSupport): void {
  writer.ulong(support.native);
  writer.ulong(support.conversions.length);
  for (const codeSet of support.conversions) writer.ulong(codeSet);
}

/** Decodes the code sets of a server. */
export function decodeCodeSets(data: Uint8Array): CodeSetsComponent {
  const reader = CdrReader.ofEncapsulation(data);
  const char = readSupport(reader);
  return { char, wchar: readSupport(reader) };
}

/** Encodes the code sets of a server. */
export function encodeCodeSets(codeSets: CodeSetsComponent): TaggedComponent {
  const data = writeEncapsulated((writer) => {
    writeSupport(writer, codeSets.char);
    writeSupport(writer, codeSets.wchar);
  });
  return { tag: ComponentTag.TAG_CODE_SETS, data };
}

/** The code sets a profile tells, or undefined (a reference made from a corbaloc tells none). */
export function codeSetsOf(components: readonly TaggedComponent[]): CodeSetsComponent | undefined {
  const component = findComponent(components, ComponentTag.TAG_CODE_SETS);
  return component === undefined ? undefined : decodeCodeSets(component.data);
}

/** Whether a code set is the native one or one the server converts. */
export function supportsCodeSet(support: CodeSetSupport, codeSet: number): boolean {
  return support.native === codeSet || support.conversions.includes(codeSet);
}

/** A code set's name, or its number when it is not one that CORBA servers commonly tell. */
export function codeSetName(codeSet: number): string {
  // ISO 8859-1 to -15 stand in the OSF registry as 0x00010001 to 0x0001000f.
  if (codeSet >= 0x00010001 && codeSet <= 0x0001000f) return `ISO 8859-${codeSet & 0xf}`;
  switch (codeSet) {
    case 0x00010020:
      return "ISO 646";
    case 0x00010100:
      return "UCS-2";
    case 0x00010104:
      return "UCS-4";
    case 0x00010109:
      return "UTF-16";
    case 0x05010001:
      return "UTF-8";
    default:
      return hexNumber(codeSet);
  }
}
