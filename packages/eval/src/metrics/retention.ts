import type { SeenMessage } from '../replay/message-book.ts';
import type { ItemKind, PlantedItem } from '../trajectory.ts';
import type { Share } from './share.ts';

/** Kinds that should survive; the others should not be shown, or not as what holds. */
export const RETAINED_KINDS: ReadonlySet<ItemKind> = new Set<ItemKind>([
  'goal',
  'constraint',
  'approval',
  'preference',
  'path',
  'command',
  'error',
  'identifier',
  'number',
  'decision',
  'open',
]);

/** What a user said that must hold word for word. */
export const BINDING_KINDS: ReadonlySet<ItemKind> = new Set<ItemKind>(['goal', 'constraint', 'approval']);

/** Answers to a search of words, as the model gets it from a tool of the row. */
export type Reach = (words: string) => Promise<string>;

/** What became of the items that should survive. Each is one of the three. */
export interface Retention {
  readonly kept: readonly PlantedItem[];
  readonly reachable: readonly PlantedItem[];
  readonly lost: readonly PlantedItem[];
}

/** Calls of a tool within which an item has to be found. */
const MAX_CALLS = 2;

/**
 * Which items a list still holds by their probe, and which of the others a tool of the row brings back within two calls.
 *
 * @param reach - Without it nothing is reachable.
 */
export async function retentionOf(
  seen: readonly SeenMessage[],
  items: readonly PlantedItem[],
  reach?: Reach,
): Promise<Retention> {
  const found = probesIn(seen);
  const expected = items.filter(({ kind }) => RETAINED_KINDS.has(kind));
  const kept = expected.filter(({ id }) => found.has(id));
  const reachable: PlantedItem[] = [];
  const lost: PlantedItem[] = [];
  for (const item of expected) {
    if (found.has(item.id)) continue;
    if (reach !== undefined && (await isReachable(item, reach))) reachable.push(item);
    else lost.push(item);
  }
  return { kept, reachable, lost };
}

/** Items whose probe stands in a list, by their ids. */
function probesIn(seen: readonly SeenMessage[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { probes } of seen) for (const id of probes) found.add(id);
  return found;
}

/** How many of the user's binding sentences a list holds word for word. */
export function bindingShare(seen: readonly SeenMessage[], items: readonly PlantedItem[]): Share {
  const found = probesIn(seen);
  const binding = items.filter(({ kind }) => BINDING_KINDS.has(kind));
  return { hits: binding.filter(({ id }) => found.has(id)).length, of: binding.length };
}

/** Those that are missing. */
export function missingBinding(seen: readonly SeenMessage[], items: readonly PlantedItem[]): readonly string[] {
  const found = probesIn(seen);
  return items.filter(({ kind, id }) => BINDING_KINDS.has(kind) && !found.has(id)).map(({ id }) => id);
}

async function isReachable({ probe, words }: PlantedItem, reach: Reach): Promise<boolean> {
  const escaped = JSON.stringify(probe).slice(1, -1);
  for (const each of words.slice(0, MAX_CALLS)) {
    const answer = await reach(each);
    if (answer.includes(probe) || answer.includes(escaped)) return true;
  }
  return false;
}
