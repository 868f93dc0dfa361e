/** Whether a name matches a pattern, in which `*` stands for any run of characters. The case counts. */
export function matchesPattern(pattern: string, name: string): boolean {
  const pieces = pattern.split("*");
  const [start = "", ...rest] = pieces;
  if (rest.length === 0) return name === pattern;
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
