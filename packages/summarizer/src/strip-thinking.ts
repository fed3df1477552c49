const TAG_NAMES = ['think', 'thinking', 'thought', 'reasoning'] as const;

/**
 * A reply without the thinking that some models write into it: blocks that start a line, closed or not, and what
 * stands in front of a closing tag whose opening one the server swallowed. A tag inside a sentence is the
 * summary's own text and stays. Linear in the reply.
 */
export function stripThinking(reply: string): string {
  let text = reply;
  for (const name of TAG_NAMES) text = stripTag(text, `<${name}>`, `</${name}>`);
  return text.trim();
}

function stripTag(text: string, opening: string, closing: string): string {
  const kept: string[] = [];
  let rest = afterOrphanClosing(text, opening, closing);
  for (;;) {
    const start = lineStartOf(rest, opening);
    if (start === -1) break;
    kept.push(rest.slice(0, start));
    const end = rest.indexOf(closing, start);
    rest = end === -1 ? '' : rest.slice(end + closing.length);
  }
  return kept.join('') + rest;
}

function lineStartOf(text: string, opening: string): number {
  const indent = text.length - text.trimStart().length;
  if (text.startsWith(opening, indent)) return indent;
  const lineBreak = text.indexOf(`\n${opening}`);
  return lineBreak === -1 ? -1 : lineBreak + 1;
}

function afterOrphanClosing(text: string, opening: string, closing: string): string {
  const end = text.indexOf(closing);
  if (end === -1) return text;
  const before = text.slice(0, end);
  const behind = text.slice(end + closing.length);
  const isOrphan = !before.includes(opening) && (behind.includes('## Goal') || !before.includes('## '));
  return isOrphan ? behind : text;
}
