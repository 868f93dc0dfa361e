/** One line of a text of commands or parameters. */
export interface TextLine {
  /** Without blanks around it. */
  readonly content: string;
  /** From 1; of a continued line the first. */
  readonly line: number;
}

/**
 * The lines of a text that are neither blank nor a comment (`#`).
 *
 * @param continued - whether a backslash at the end of a line joins the next one to it, as in a shell
 */
export function textLines(text: string, continued = false): readonly TextLine[] {
  const all = text.replace(/^\ufeff/, "").split(/\r\n?|\n/);
  const lines: TextLine[] = [];
  for (let index = 0; index < all.length; index++) {
    const line = index + 1;
    let content = (all[index] ?? "").trim();
    if (content === "" || content.startsWith("#")) continue;
    while (continued && content.endsWith("\\") && index + 1 < all.length) {
      index++;
      content = `${content.slice(0, -1)} ${(all[index] ?? "").trim()}`;
    }
    lines.push({ content: content.trim(), line });
  }
  return lines;
}
