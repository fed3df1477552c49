/** Where a line starts that an offset is in. A mark of the byte order is before the first line, not on it. */
export function lineStart(text: string, offset: number): number {
  const start = offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
  return start === 0 && text.startsWith('\uFEFF') ? Math.min(1, text.length) : start;
}

/** Where a line ends that an offset is in, in front of its line break. */
export function lineEnd(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  if (end === -1) return text.length;
  return end > offset && text[end - 1] === '\r' ? end - 1 : end;
}

/** Where the next line starts; the end of the text in its last line. */
export function nextLine(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end === -1 ? text.length : end + 1;
}

/** How far an offset is from the start of its line. */
export function columnOf(text: string, offset: number): number {
  return offset - lineStart(text, offset);
}

/** The white space that a line starts with. */
export function indentOf(text: string, offset: number): string {
  const start = lineStart(text, offset);
  return /^[ \t]*/.exec(text.slice(start, lineEnd(text, start)))?.[0] ?? '';
}

/** The line break that the text uses before an offset, else anywhere; `\n` in a text of one line. */
export function lineBreakAt(text: string, offset: number): '\n' | '\r\n' {
  const before = offset === 0 ? -1 : text.lastIndexOf('\n', offset - 1);
  const end = before === -1 ? text.indexOf('\n') : before;
  return end > 0 && text[end - 1] === '\r' ? '\r\n' : '\n';
}

/** Behind the comment lines that follow on one another from the start of a line on, as far as they are indented so far. */
export function skipComments(text: string, start: number, minIndent: number): number {
  let at = start;
  while (at < text.length) {
    const indent = indentOf(text, at).length;
    if (text[at + indent] !== '#' || indent < minIndent) break;
    at = nextLine(text, at);
  }
  return at;
}
