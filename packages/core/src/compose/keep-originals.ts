import type { Messages } from '@hermes-context/contract';
import { findCopies } from './find-copies.ts';
import type { Lineage } from './lineage.ts';

/**
 * The list with the request's own objects where an engine wrote anew what another one had taken out, word for word:
 * a bridge of the last compaction, for one. No engine is to blame, since none saw both lists.
 */
export function keepOriginals(request: Messages, lineage: Lineage): Lineage {
  const copies = findCopies(request, lineage.messages);
  if (copies.size === 0) return lineage;
  const messages = [...lineage.messages];
  const origins = [...lineage.origins];
  const nexts = nextOrigins(origins, request.length);
  let last = -1;
  for (const index of messages.keys()) {
    const source = copies.get(index)?.find((each) => each > last && each < (nexts[index] ?? 0));
    const original = source === undefined ? undefined : request[source];
    if (original !== undefined) {
      messages[index] = original;
      origins[index] = source;
    }
    last = origins[index] ?? last;
  }
  return { messages, origins };
}

/** For each message the origin of the first one behind it that has one. */
function nextOrigins(origins: readonly (number | undefined)[], end: number): readonly number[] {
  let next = end;
  return origins
    .toReversed()
    .map((origin) => {
      const behind = next;
      next = origin ?? next;
      return behind;
    })
    .toReversed();
}
