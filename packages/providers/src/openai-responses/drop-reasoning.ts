import type { WireObject } from '../wire-value.ts';
import { isOpaqueCall, isOpaqueResult, kindOfItem } from './item-kind.ts';

/** An item of a message that is being written, and whether it is the one that was read. */
export interface PlacedItem {
  readonly value: WireObject;
  /** Index of the item among the original ones; absent for a new one. */
  readonly original?: number;
}

/**
 * Keep reasoning only in front of the very item that it came with. The server refuses an item that has an id and lacks
 * its reasoning, so where the reasoning leaves, what it led to is sent without its id; calls of hosted tools, which
 * have no form without an id, leave with it.
 *
 * @param isDropped - All reasoning leaves, whatever stands behind it.
 */
export function keepReasoningWithFollower(items: readonly PlacedItem[], isDropped: boolean): readonly PlacedItem[] {
  const kept: PlacedItem[] = [];
  let run: PlacedItem[] = [];
  // From the place where reasoning left up to the next one that stays.
  let isBereft = false;
  for (const item of items) {
    if (kindOfItem(item.value) === 'reasoning') {
      run.push(item);
      continue;
    }
    if (run.length > 0) isBereft = isDropped || !follows(run.at(-1), item);
    kept.push(...(isBereft ? bereft(item) : [...run, item]));
    run = [];
  }
  return kept;
}

function bereft(item: PlacedItem): readonly PlacedItem[] {
  return isOpaqueCall(item.value) || isOpaqueResult(item.value) ? [] : [withoutId(item)];
}

function follows(reasoning: PlacedItem | undefined, item: PlacedItem): boolean {
  return reasoning?.original !== undefined && item.original === reasoning.original + 1;
}

function withoutId(item: PlacedItem): PlacedItem {
  const kind = kindOfItem(item.value);
  if (!('id' in item.value) || kind === 'opaque' || kind === 'input') return item;
  const { id: _id, ...value } = item.value;
  return { value };
}
