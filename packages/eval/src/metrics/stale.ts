import type { SeenMessage } from '../replay/message-book.ts';
import type { PlantedItem } from '../trajectory.ts';

const OPEN_HEADING = /\b(?:next steps?|to-?do|open|pending|in progress|remaining|active task|current task|still to)\b/i;
const HEADING = /^\s*(?:#{1,6}\s|\*\*[^*]+\*\*:?\s*$|[A-Z][^.]{2,60}:\s*$)/;

/**
 * Items that a list shows as what holds though they do not: a superseded value that stands in it without the newer one, and
 * a finished request that a text of the row has under a heading (or in a line) for what is open. By their ids.
 *
 * @param through - How many messages of the conversation the row has seen: what was not superseded yet is not stale.
 */
export function staleIn(
  seen: readonly SeenMessage[],
  items: readonly PlantedItem[],
  through: number,
): readonly string[] {
  const past = items.filter(({ since }) => since !== undefined && since < through);
  return past.filter((item) => isStale(item, seen)).map(({ id }) => id);
}

function isStale({ id, kind, probe, current }: PlantedItem, seen: readonly SeenMessage[]): boolean {
  const holders = seen.filter(({ probes }) => probes.has(id));
  if (kind === 'finished') return holders.some(({ made }) => standsAsOpen(made, probe));
  if (kind !== 'superseded' || current === undefined || holders.length === 0) return false;
  return !seen.some(({ text }) => text.includes(current));
}

function standsAsOpen(text: string, probe: string): boolean {
  let isOpen = false;
  for (const line of text.split('\n')) {
    if (HEADING.test(line)) isOpen = OPEN_HEADING.test(line);
    if (line.includes(probe) && (isOpen || OPEN_LINE.test(line))) return true;
  }
  return false;
}

const OPEN_LINE = /^\s*(?:[-*]\s*)?(?:\[ \]|todo|next|pending|open|remaining)\b/i;
