const FENCE = /^[ \t]*(?:```|~~~)/;

/** A text that breaks off, without its last line; without its last code block where that never ends. */
export function withoutEnd(text: string): string {
  const lines = text.trimEnd().split('\n');
  const fences = lines.flatMap((line, index) => (FENCE.test(line) ? [index] : []));
  const lastFence = fences.at(-1);
  const isOpen = lastFence !== undefined && fences.length % 2 === 1;
  return lines.slice(0, isOpen ? lastFence : -1).join('\n');
}
