const closing: Readonly<Record<string, string>> = { "[": "]", "{": "}" };

/** Parts a text at a separator, but not inside of brackets, braces and double quotes: there JSON may stand. */
export function splitOutsideBrackets(text: string, separator: string): readonly string[] {
  const parts: string[] = [];
  const open: string[] = [];
  let [part, quoted, escaped] = ["", false, false];
  for (const letter of text) {
    if (letter === separator && open.length === 0 && !quoted) {
      parts.push(part);
      part = "";
      continue;
    }
    part += letter;
    if (escaped) escaped = false;
    else if (letter === "\\") escaped = quoted;
    else if (letter === '"') quoted = !quoted;
    else if (!quoted && closing[letter] !== undefined) open.push(closing[letter]);
    else if (!quoted && letter === open.at(-1)) open.pop();
  }
  return [...parts, part].map((each) => each.trim()).filter((each) => each !== "");
}
