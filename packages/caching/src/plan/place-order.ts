import type { MarkerPlace } from '../cache-plan.ts';

const PART_ORDER = { tools: 0, system: 1, messages: 2 } as const;

/** Below 0 when `a` comes before `b` in the prompt. A marker on a message stands behind those on its blocks. */
export function comparePlaces(a: MarkerPlace, b: MarkerPlace): number {
  return PART_ORDER[a.part] - PART_ORDER[b.part] || a.index - b.index || compareBlocks(blockOf(a), blockOf(b));
}

function blockOf(place: MarkerPlace): number {
  return place.part === 'messages' ? (place.block ?? Number.POSITIVE_INFINITY) : 0;
}

function compareBlocks(a: number, b: number): number {
  return a === b ? 0 : a - b;
}
