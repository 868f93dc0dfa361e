/** Whether a name matches a pattern, in which `*` stands for any run of characters. The case counts. */
export function matchesPattern(pattern: string, name: string): boolean {
  return matchesPieces(pattern.split("*"), name);
}

/** Whether a name consists of these pieces in their order, with anything between them; a single one is the whole name. */
export function matchesPieces(pieces: readonly string[], name: string): boolean {
  const [start = "", ...rest] = pieces;
  if (rest.length === 0) return name === start;
  const end = rest.pop() ?? "";
  if (!name.startsWith(start) || name.length < start.length + end.length) return false;
  let from = start.length;
  for (const piece of rest) {
    const found = name.indexOf(piece, from);
    if (found < 0) return false;
    from = found + piece.length;
  }
  return name.length - end.length >= from && name.endsWith(end);
}
