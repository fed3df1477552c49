import type { Reason } from './fake-anthropic-fields.ts';
import { type PromptBlock, promptBlocks, type Sent } from './fake-anthropic-prompt.ts';
import { isRecord } from './is-record.ts';

/** Most markers of a request. Source: provider reference, section 1.1, read 2026-11. */
const MAX_MARKERS = 4;

/** How long a cache entry lives without use, in milliseconds. */
export type MarkerTtl = '5m' | '1h';

/** A block on which the cache is written. */
export interface Marker {
  /** Position of the block among all of the prompt. */
  readonly at: number;
  readonly ttl: MarkerTtl;
}

/** What is wrong with the markers of a request. */
export function markerReason(body: Sent): Reason {
  const blocks = promptBlocks(body);
  const marked = blocks.filter(({ block }) => block['cache_control'] !== undefined);
  const malformed = marked.find(({ block }) => !isMarker(block['cache_control']));
  if (malformed !== undefined)
    return `${malformed.path}.cache_control: Input should be {"type": "ephemeral", "ttl"?: "5m" | "1h"}`;
  const automatic = body['cache_control'];
  if (automatic !== undefined && !isMarker(automatic)) return 'cache_control.type: Input should be "ephemeral"';
  const found = marked.length + (takesSlot(blocks, automatic) ? 1 : 0);
  if (found > MAX_MARKERS)
    return `A maximum of ${MAX_MARKERS} blocks with cache_control may be provided. Found ${found}.`;
  return orderReason(marked) ?? automaticReason(blocks, automatic);
}

/** The markers of a request, first to last, the one that the server sets itself among them. */
export function markersOf(body: Sent): readonly Marker[] {
  const blocks = promptBlocks(body);
  const marked = blocks.flatMap(({ block }, at) => {
    return isMarker(block['cache_control']) ? [{ at, ttl: ttlOf(block['cache_control']) }] : [];
  });
  const automatic = body['cache_control'];
  const last = lastMarkable(blocks);
  if (!isMarker(automatic) || last === -1 || marked.at(-1)?.at === last) return marked;
  return [...marked, { at: last, ttl: ttlOf(automatic) }].toSorted((left, right) => left.at - right.at);
}

function orderReason(marked: readonly PromptBlock[]): Reason {
  const firstShort = marked.findIndex(({ block }) => ttlOf(block['cache_control']) === '5m');
  const late = marked.find(({ block }, index) => index > firstShort && ttlOf(block['cache_control']) === '1h');
  if (firstShort === -1 || late === undefined) return undefined;
  return `${late.path}.cache_control.ttl: a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block. Note that blocks are processed in the following order: \`tools\`, \`system\`, \`messages\`.`;
}

function automaticReason(blocks: readonly PromptBlock[], automatic: unknown): Reason {
  const own = blocks[lastMarkable(blocks)]?.block['cache_control'];
  if (automatic === undefined || own === undefined || ttlOf(own) === ttlOf(automatic)) return undefined;
  return 'cache_control: the last block has a cache_control with another ttl';
}

function takesSlot(blocks: readonly PromptBlock[], automatic: unknown): boolean {
  const last = blocks[lastMarkable(blocks)];
  return automatic !== undefined && last !== undefined && last.block['cache_control'] === undefined;
}

function lastMarkable(blocks: readonly PromptBlock[]): number {
  return blocks.findLastIndex(({ block }) => !String(block['type']).endsWith('thinking'));
}

function isMarker(value: unknown): value is Sent {
  if (!isRecord(value) || value['type'] !== 'ephemeral') return false;
  return value['ttl'] === undefined || value['ttl'] === '5m' || value['ttl'] === '1h';
}

function ttlOf(marker: unknown): MarkerTtl {
  return isRecord(marker) && marker['ttl'] === '1h' ? '1h' : '5m';
}
