/** A place in a text, both numbers from 1. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** Answers the line and column of an offset; the text is scanned for line ends once. */
export function positionsIn(text: string): (offset: number) => TextPosition {
  const lineStarts = [0];
  for (const match of text.matchAll(/\r\n?|\n/g)) lineStarts.push(match.index + match[0].length);
  return (offset) => {
    let low = 0;
    let high = lineStarts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((lineStarts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (lineStarts[low] ?? 0) + 1 };
  };
}

/** `sun-acc.xml:7:12`: the form that terminals and editors turn into a link. */
export function formatPosition(file: string, position: TextPosition): string {
  return `${file}:${position.line}:${position.column}`;
}
