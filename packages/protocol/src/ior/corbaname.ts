// corbaname object URLs (CORBA 3.3 part 2, §7.6; Naming Service 1.3, §2.5.3): a corbaloc of a
// naming context, "#", and a stringified name in it, escaped as URLs are.
import { LocalProtocolError } from "../errors.ts";
import { formatName, type Name, parseName } from "../naming/compound-name.ts";
import {
  type Corbaloc,
  type CorbalocDefaults,
  formatAddressesAndKey,
  parseAddressesAndKey,
} from "./corbaloc.ts";
import { escapeUrl, UrlScanner } from "./url-text.ts";

/** A parsed corbaname. An empty name stands for the context itself. */
export interface Corbaname extends Corbaloc {
  readonly name: Name;
}

const corbanameForm = '"corbaname:iiop:1.2@host:port#a/b.kind" or "corbaname:rir:#a/b.kind"';

/** Whether a text is meant to be a corbaname. */
export function isCorbaname(text: string): boolean {
  return /^corbaname:/i.test(text);
}

/** The name behind "#": percent escapes first, then the escapes of names. */
function parseEscapedName(scanner: UrlScanner): Name {
  const start = scanner.position;
  const octets = scanner.takeEscaped(/[\s\S]/);
  if (octets.length === 0) return [];
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(octets);
  } catch {
    throw scanner.illegal(start, "the name is not UTF-8 behind its escapes");
  }
  try {
    return parseName(text);
  } catch (error) {
    if (!(error instanceof LocalProtocolError)) throw error;
    throw scanner.illegal(start, error.message);
  }
}

/**
 * Parses a corbaname. Throws LocalProtocolError that names the text, the position and the accepted
 * form.
 */
export function parseCorbaname(text: string, defaults: CorbalocDefaults = {}): Corbaname {
  const scanner = new UrlScanner(text, "corbaname", corbanameForm);
  const corbaloc = parseAddressesAndKey(scanner, defaults);
  const name = scanner.accept("#") ? parseEscapedName(scanner) : [];
  return { ...corbaloc, name };
}

/**
 * A corbaname as text; parsing it gives the same addresses, key and name, whatever the defaults.
 */
export function formatCorbaname(
  corbaname: Pick<Corbaname, "addresses" | "objectKey" | "name">,
): string {
  const context = `corbaname:${formatAddressesAndKey(corbaname)}`;
  if (corbaname.name.length === 0) return context;
  return `${context}#${escapeUrl(new TextEncoder().encode(formatName(corbaname.name)))}`;
}
