/** Longest line of generated code. */
const width = 100;

/**
 * A type that starts at a column: where it does not fit with the octets `behind` it, the arguments of its outermost
 * generic are put on lines of their own.
 */
export function wrappedType(type: string, indent: number, column: number, behind: number): string {
  if (column + type.length + behind <= width) return type;
  const open = type.indexOf("<");
  const close = type.lastIndexOf(">");
  if (open < 0 || close < open) return type;
  const inside = indent + 2;
  const pad = " ".repeat(inside);
  const parts = topLevelParts(type.slice(open + 1, close));
  const lines = parts.map((part) => `${pad}${wrappedType(part, inside, inside, 1)}`);
  return `${type.slice(0, open + 1)}\n${lines.join(",\n")}\n${" ".repeat(indent)}${type.slice(close)}`;
}

function topLevelParts(list: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let index = 0; index < list.length; index++) {
    const character = list[index];
    if (character === "<" || character === "(") depth++;
    else if (character === ">" || character === ")") depth--;
    else if (character === "," && depth === 0) {
      parts.push(list.slice(start, index).trim());
      start = index + 1;
    }
  }
  return [...parts, list.slice(start).trim()];
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
