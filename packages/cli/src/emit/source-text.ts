/** Longest line of generated code. */
const width = 100;

/** `open item, item close` on one line where it fits, else one item a line. */
export function list(
  open: string,
  items: readonly string[],
  close: string,
  indent: number,
): string {
  const flat = `${open}${items.join(", ")}${close}`;
  if (items.length === 0) return `${open}${close}`;
  if (!flat.includes("\n") && indent + flat.length <= width) return flat;
  return block(open, items, close, indent);
}

/** One item a line, whatever the length. */
function block(open: string, items: readonly string[], close: string, indent: number): string {
  if (items.length === 0) return `${open}${close}`;
  const pad = " ".repeat(indent);
  return `${open.trimEnd()}\n${items.map((item) => `${pad}  ${item},\n`).join("")}${pad}${close.trimStart()}`;
}

/** A text as a string literal. */
export function quoted(text: string): string {
  return JSON.stringify(text).replace(
    /[\u2028\u2029\u007f-\u009f]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** A name as the key of an object or a member of an interface: quoted where it is no identifier. */
export function propertyName(name: string): string {
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name) ? name : quoted(name);
}

/** A line of documentation; ends of comments in it cannot end it. */
export function comment(text: string): string {
  return `/** ${text.replaceAll("*/", "*\\/")} */`;
}
