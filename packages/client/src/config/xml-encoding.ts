import { ConfigurationError } from "../errors.ts";

/**
 * Turns the octets of an XML file into text (XML 1.0, appendix F): the byte order mark decides, then
 * the shape of the first characters, then the declared encoding, then UTF-8.
 *
 * @throws ConfigurationError when the octets are not in the encoding that the file declares.
 */
export function decodeXml(octets: Uint8Array, file: string): string {
  const seen = encodingByShape(octets);
  const declared = declaredEncoding(octets, seen);
  if (declared !== undefined && !agree(seen, declared)) {
    throw new ConfigurationError(
      `${file}:1: the file declares encoding "${declared}" but its octets are ${seen ?? "one-octet text"}; ` +
        "save it as UTF-8 and declare UTF-8",
    );
  }
  const encoding = seen ?? declared ?? "utf-8";
  let decoder: InstanceType<typeof TextDecoder>;
  try {
    // The decoder itself drops the byte order mark.
    decoder = new TextDecoder(encoding, { fatal: true });
  } catch (cause) {
    const message = `${file}:1: unknown encoding "${encoding}"; save the file as UTF-8`;
    throw new ConfigurationError(message, { cause });
  }
  try {
    return decoder.decode(octets);
  } catch (cause) {
    const message = `${file}: the file is not valid ${encoding}; save it as UTF-8`;
    throw new ConfigurationError(message, { cause });
  }
}

/** What byte order mark or zero octets say; `undefined` for anything that looks like ASCII. */
function encodingByShape(octets: Uint8Array): string | undefined {
  const [first, second, third] = octets;
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  // "<" without a byte order mark.
  if (first === 0x3c && second === 0x00) return "utf-16le";
  if (first === 0x00 && second === 0x3c) return "utf-16be";
  return undefined;
}

/** The XML declaration has only ASCII characters, so it can be read before the encoding is certain. */
function declaredEncoding(octets: Uint8Array, seen: string | undefined): string | undefined {
  const head = new TextDecoder(seen ?? "iso-8859-1").decode(octets.subarray(0, 512));
  const match = /^\ufeff?<\?xml\s[^>]*?encoding\s*=\s*["']([^"'>]*)["']/.exec(head);
  return match?.[1];
}

function agree(seen: string | undefined, declared: string): boolean {
  const name = declared.toLowerCase();
  const wide = name === "utf-16" || name === "utf-16le" || name === "utf-16be";
  if (seen === undefined) return !wide;
  if (seen === "utf-8") return name === "utf-8" || name === "us-ascii" || name === "ascii";
  return name === "utf-16" || name === seen;
}
