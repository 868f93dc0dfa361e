import type { XMLParser, XMLValidator } from "fast-xml-parser";
import { ConfigurationError } from "../errors.ts";
import { formatPosition, positionsIn, type TextPosition } from "./text-position.ts";

/** An attribute with the place where its name starts. */
export interface XmlAttribute {
  /** As written; XML tells cases apart. */
  readonly name: string;
  /** Character references resolved. */
  readonly value: string;
  /** Of its name, for errors. */
  readonly position: TextPosition;
}

/** An element with the place of its `<`. */
export interface XmlElement {
  /** As written. */
  readonly name: string;
  /** Of its opening tag. */
  readonly position: TextPosition;
  /** In reading order. */
  readonly attributes: readonly XmlAttribute[];
  /** Elements only; comments are gone. */
  readonly children: readonly XmlElement[];
  /** Text and CDATA directly inside, joined and trimmed. */
  readonly text: string;
}

/** Throws the one error for a wrong place in the file. */
export type RefuseXml = (position: TextPosition, problem: string) => never;

/** The parts of fast-xml-parser that are used here. */
export interface XmlLibrary {
  /** Makes the tree. */
  readonly XMLParser: typeof XMLParser;
  /** Tells whether a text is well-formed. */
  readonly XMLValidator: typeof XMLValidator;
}

/** Loads the library: it would take as long as all the rest of the client, for files that few clients have. */
export function loadXmlLibrary(): Promise<XmlLibrary> {
  return import("fast-xml-parser");
}

/** Makes `RefuseXml` for a file. */
export function refusalsFor(file: string): RefuseXml {
  return (position, problem) => {
    // A value of a megabyte helps nobody.
    const shown = problem.length > 500 ? `${problem.slice(0, 499)}…` : problem;
    throw new ConfigurationError(`${formatPosition(file, position)}: ${shown}`);
  };
}

/**
 * Parses a text into positioned elements.
 *
 * Well-formedness and the tree are fast-xml-parser's work. Three things are done here, because the
 * library has no answer to them: the DOCTYPE is judged and then blanked out, so neither external
 * identifiers nor entity declarations ever reach the library; character references are resolved from
 * the source text, because the library leaves unknown and numeric ones as they stand; and attributes
 * are read from the source text of their start tag, because the library knows where an element starts
 * but not its attributes, and a wrong value should be reported at its own line.
 *
 * @throws ConfigurationError naming file, line and column.
 */
export function parseXml(source: string, file: string, library: XmlLibrary): XmlElement {
  const text = source.startsWith("\ufeff") ? source.slice(1) : source;
  const refuse = refusalsFor(file);
  const positionOf = positionsIn(text);
  const refuseAt = (offset: number, problem: string): never => refuse(positionOf(offset), problem);

  if (text.trim() === "") refuseAt(0, "the file is empty; it needs a <client-container> element");
  const blanked = withoutDoctype(text, refuseAt);
  requireNoDeclarations(blanked, refuseAt);
  requireWellFormed(blanked, library, refuse);
  const nodes = parseTree(blanked, file, library);
  const placeOf = placesOf(library);
  const [root, second] = elementsOf(nodes, {
    text: blanked,
    placeOf,
    positionOf,
    refuseAt,
  }).elements;
  if (root === undefined)
    return refuseAt(0, "no element found; it needs a <client-container> element");
  if (second !== undefined) {
    refuse(second.position, `<${second.name}> stands after the end of <${root.name}>`);
  }
  // The library drops a text behind the root without a word.
  const end = Math.max(...nodes.map((node) => placeOf(node).endIndex ?? 0));
  const behind =
    /^(?:\s+|<\?[\s\S]*?\?>|<!--[\s\S]*?-->)*/.exec(blanked.slice(end))?.[0].length ?? 0;
  if (end + behind < blanked.length) refuseAt(end + behind, `text after the end of <${root.name}>`);
  return root;
}

/**
 * The DOCTYPE may stand only before the first element; it is blanked there, so that all later offsets
 * stay true. Anything that looks like one elsewhere is refused by `requireNoDeclarations`.
 */
function withoutDoctype(
  text: string,
  refuseAt: (offset: number, problem: string) => never,
): string {
  const prolog = /^(?:\s+|<\?[\s\S]*?\?>|<!--[\s\S]*?-->)*/.exec(text)?.[0].length ?? 0;
  if (!text.startsWith("<!DOCTYPE", prolog)) return text;
  const declaration = /<!DOCTYPE(?:[^[\]<>"']|"[^"]*"|'[^']*')*/y;
  declaration.lastIndex = prolog;
  const end = prolog + (declaration.exec(text)?.[0].length ?? 0);
  if (text[end] === "[") {
    refuseAt(
      prolog,
      "a DOCTYPE with declarations of its own ([ … ]) is refused, because it can define entities; " +
        "keep only the PUBLIC or SYSTEM identifier, which is never fetched",
    );
  }
  if (text[end] !== ">") refuseAt(prolog, 'the DOCTYPE is not closed with ">"');
  const blank = text.slice(prolog, end + 1).replace(/[^\r\n]/g, " ");
  return text.slice(0, prolog) + blank + text.slice(end + 1);
}

/** After the blanking every `<!` must open a comment or CDATA; the library would read others as a DOCTYPE. */
function requireNoDeclarations(
  text: string,
  refuseAt: (offset: number, problem: string) => never,
): void {
  // The two short alternatives catch what is never closed, and keep the search linear.
  const markup = /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|<[!?]/g;
  for (const match of text.matchAll(markup)) {
    if (match[0].length > 2) continue;
    const found = text.slice(match.index, match.index + 9).replace(/\s[\s\S]*/, "");
    const unclosed = /^<(?:!--|!\[CDATA\[|\?)/.test(found);
    refuseAt(match.index, `"${found}" is ${unclosed ? "not closed" : "not allowed here"}`);
  }
}

/** The parser forgives much; its validator does not. The guide's sample has a stray backslash: it gets its own words. */
function requireWellFormed(text: string, library: XmlLibrary, refuse: RefuseXml): void {
  const result = library.XMLValidator.validate(text);
  if (result === true) return;
  const { line, col, msg } = result.err;
  const position = { line: line ?? 1, column: col ?? 1 };
  const lineText = text.split(/\r\n?|\n/)[position.line - 1] ?? "";
  // The official guide breaks a tag over two lines the way a shell does.
  if (lineText[position.column - 1] === "\\" || /'[^']*\\'/.test(msg)) {
    refuse(position, 'a stray "\\" inside a tag; remove the backslash');
  }
  refuse(position, `not well-formed XML: ${lowerFirst(msg)}`);
}

function lowerFirst(message: string): string {
  return message.charAt(0).toLowerCase() + message.slice(1).replace(/\.$/, "");
}

/** With `preserveOrder` a node is `{ [name]: children }`, a text `{ "#text": … }`. */
type ParsedNode = Readonly<Record<string | symbol, unknown>>;

/** Where an element starts and ends. */
type PlaceOf = (node: ParsedNode) => { readonly startIndex?: number; readonly endIndex?: number };

/** The library keeps the place of an element under a symbol of its own. */
function placesOf({ XMLParser: Parser }: XmlLibrary): PlaceOf {
  const metaData = Parser.getMetaDataSymbol() as unknown as symbol;
  return (node) => (node[metaData] as ReturnType<PlaceOf> | undefined) ?? {};
}

/** Order kept, nothing trimmed and nothing resolved: positions and references are ours to handle. */
function parseTree(text: string, file: string, library: XmlLibrary): readonly ParsedNode[] {
  const parser = new library.XMLParser({
    preserveOrder: true,
    captureMetaData: true,
    ignoreAttributes: true,
    processEntities: false,
    parseTagValue: false,
    trimValues: false,
    ignoreDeclaration: true,
    ignorePiTags: true,
    cdataPropName: "#cdata",
    maxNestedTags: 50,
  });
  try {
    return parser.parse(text) as readonly ParsedNode[];
  } catch (cause) {
    const reason = cause instanceof Error ? lowerFirst(cause.message) : String(cause);
    throw new ConfigurationError(`${file}: not a client container file: ${reason}`, { cause });
  }
}

interface Content {
  readonly elements: readonly XmlElement[];
  readonly text: string;
}

/** The text that the nodes were made of, and what can be asked about its places. */
interface Source {
  readonly text: string;
  readonly placeOf: PlaceOf;
  readonly positionOf: (offset: number) => TextPosition;
  readonly refuseAt: (offset: number, problem: string) => never;
}

/** From the parser's nodes to elements with positions. */
function elementsOf(nodes: readonly ParsedNode[], source: Source): Content {
  const { positionOf, refuseAt } = source;
  const elements: XmlElement[] = [];
  let text = "";
  for (const node of nodes) {
    const name = Object.keys(node).find((key) => key !== ":@");
    if (name === undefined) continue;
    if (name === "#text") {
      const raw = String(node[name]);
      text += resolveReferences(raw, (problem) => refuseAt(textOffset(source.text, raw), problem));
    } else if (name === "#cdata") {
      text += cdataText(node[name] as readonly ParsedNode[]);
    } else {
      const offset = source.placeOf(node).startIndex ?? 0;
      const inner = elementsOf(node[name] as readonly ParsedNode[], source);
      elements.push({
        name,
        position: positionOf(offset),
        attributes: attributesAt(source.text, offset + 1 + name.length, positionOf, refuseAt),
        children: inner.elements,
        text: inner.text,
      });
    }
  }
  return { elements, text: text.trim() };
}

function cdataText(parts: readonly ParsedNode[]): string {
  return parts.map((part) => String((part["#text"] as string | undefined) ?? "")).join("");
}

/** The library does not say where a text stood; its first line is found again in the source. */
function textOffset(source: string, text: string): number {
  const firstLine = text.trim().split("\n", 1)[0] ?? "";
  return Math.max(0, source.indexOf(firstLine));
}

/** Reads the attributes of a start tag whose well-formedness the validator has already established. */
function attributesAt(
  source: string,
  from: number,
  positionOf: (offset: number) => TextPosition,
  refuseAt: (offset: number, problem: string) => never,
): readonly XmlAttribute[] {
  const attribute = /\s+([^\s=/>]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/y;
  attribute.lastIndex = from;
  const attributes: XmlAttribute[] = [];
  for (let match = attribute.exec(source); match !== null; match = attribute.exec(source)) {
    const name = match[1] ?? "";
    const raw = match[2] ?? match[3] ?? "";
    const offset = match.index + match[0].indexOf(name);
    const refuse = (problem: string): never => refuseAt(offset, `attribute ${name}: ${problem}`);
    if (raw.includes("<")) refuse('"<" is not allowed in a value; write &lt;');
    // XML 1.0, 3.3.3: line ends and tabs in an attribute become spaces.
    const value = resolveReferences(raw.replace(/\r\n|[\t\r\n]/g, " "), refuse);
    attributes.push({ name, value, position: positionOf(offset) });
  }
  return attributes;
}

const predefined: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
};

/** The five of XML and numbers. No others can be declared, so nothing can grow. */
function resolveReferences(raw: string, refuse: (problem: string) => never): string {
  return raw.replace(/&([^;&\s]*;?)/g, (whole, body: string) => {
    if (!body.endsWith(";")) return refuse('a lone "&"; write &amp;');
    const name = body.slice(0, -1);
    const code = /^#(?:(\d{1,8})|x([0-9a-fA-F]{1,6}))$/.exec(name);
    if (code !== null) {
      const point = code[1] === undefined ? Number.parseInt(code[2] ?? "", 16) : Number(code[1]);
      const isCharacter = point > 0 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff);
      return isCharacter ? String.fromCodePoint(point) : refuse(`${whole} is no character`);
    }
    const character = Object.hasOwn(predefined, name) ? predefined[name] : undefined;
    return character ?? refuse(`unknown entity ${whole}; known are &amp; &lt; &gt; &quot; &apos;`);
  });
}
