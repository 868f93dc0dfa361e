/** The words of a command line, or why it cannot be split. */
export type SplitWords =
  | { readonly ok: true; readonly words: readonly string[] }
  | { readonly ok: false; readonly problem: string };

/**
 * Splits a text into words the way a shell does: white space separates, `'…'` keeps everything, `"…"`
 * keeps everything but `\"` and `\\`, a backslash outside of quotes keeps the next character. Nothing is
 * expanded: no variables, no patterns, no commands.
 */
export function splitShellWords(text: string): SplitWords {
  const words: string[] = [];
  let word: string | undefined;
  let index = 0;
  while (index < text.length) {
    const character = text.charAt(index);
    if (/\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
      index++;
      continue;
    }
    word ??= "";
    if (character === "'" || character === '"') {
      const quoted = readQuoted(text, index, character);
      if (quoted === undefined) {
        return {
          ok: false,
          problem: `the quote (${character}) at column ${index + 1} is not closed`,
        };
      }
      word += quoted.text;
      index = quoted.end;
    } else if (character === "\\" && index + 1 < text.length) {
      word += text.charAt(index + 1);
      index += 2;
    } else {
      word += character;
      index++;
    }
  }
  if (word !== undefined) words.push(word);
  return { ok: true, words };
}

function readQuoted(
  text: string,
  start: number,
  quote: string,
): { readonly text: string; readonly end: number } | undefined {
  let content = "";
  for (let index = start + 1; index < text.length; index++) {
    const character = text.charAt(index);
    if (character === quote) return { text: content, end: index + 1 };
    const next = text.charAt(index + 1);
    if (quote === '"' && character === "\\" && (next === '"' || next === "\\")) {
      content += next;
      index++;
    } else {
      content += character;
    }
  }
  return undefined;
}
