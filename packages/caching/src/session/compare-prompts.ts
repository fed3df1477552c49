import type { WireObject, WirePrompt } from '../wire-prompt.ts';
import { isGrown, isSameMessage, wireText } from './wire-text.ts';

type WireList = readonly WireObject[];

/** How a prompt came from the one before it. */
export interface PromptChange {
  /**
   * `same`: nothing is new. `appended`: all that was there is still there. `rewound`: the end is gone, and what may stand
   * in its place is not longer. `rewritten`: messages were replaced or removed.
   */
  readonly kind: 'same' | 'appended' | 'rewound' | 'rewritten';
  /** Whether tools and system prompt are what they were: if not, nothing behind them is in the cache. */
  readonly isHeadSame: boolean;
  /** Messages at the start that both have. */
  readonly sharedCount: number;
  /** Behind the last replaced message, as an index of the new list; `sharedCount` where none was replaced. */
  readonly rewrittenEnd: number;
  /** The message of the old list that now stands at `rewrittenEnd`, as an index; its length when none of them does. */
  readonly keptStart: number;
}

/**
 * What became of a prompt. Messages that are the same objects cost one look each, others a comparison of their bytes
 * without markers; linear in either case.
 */
export function comparePrompts(before: WirePrompt, after: WirePrompt): PromptChange {
  const isHeadSame = isSameList(before.tools, after.tools) && isSameSystem(before.system, after.system);
  return { isHeadSame, ...compareLists(before.messages, after.messages, isHeadSame) };
}

/** Messages at the start that two lists have in common. */
export function countShared(before: WireList, after: WireList): number {
  const end = Math.min(before.length, after.length);
  let index = 0;
  while (index < end && isSameMessage(before[index], after[index])) index += 1;
  return index;
}

/** The blocks of a system prompt; a text is one block. */
export function systemBlocks(system: WirePrompt['system']): WireList {
  if (system === undefined || system === '') return [];
  return typeof system === 'string' ? [{ type: 'text', text: system }] : system;
}

/** Whether all of `before` is there in `after`, were it only as the first blocks of a message that grew. */
export function isContinued(before: WireList, after: WireList, sharedCount: number): boolean {
  if (sharedCount === before.length) return true;
  const [last, now] = [before.at(-1), after[sharedCount]];
  return sharedCount === before.length - 1 && last !== undefined && now !== undefined && isGrown(last, now);
}

function isSameSystem(before: WirePrompt['system'], after: WirePrompt['system']): boolean {
  return before === after || isSameList(systemBlocks(before), systemBlocks(after));
}

function isSameList(before: WireList = [], after: WireList = []): boolean {
  return before === after || (before.length === after.length && countShared(before, after) === before.length);
}

function compareLists(before: WireList, after: WireList, isHeadSame: boolean): Omit<PromptChange, 'isHeadSame'> {
  const sharedCount = countShared(before, after);
  const unreplaced = { sharedCount, rewrittenEnd: sharedCount, keptStart: sharedCount };
  if (isContinued(before, after, sharedCount)) {
    const isSame = isHeadSame && sharedCount === before.length && after.length === before.length;
    return { kind: isSame ? 'same' : 'appended', ...unreplaced };
  }
  const kept = findKept(before, after, sharedCount);
  if (kept !== undefined) return { kind: 'rewritten', sharedCount, ...kept };
  if (after.length <= before.length) return { kind: 'rewound', ...unreplaced, keptStart: before.length };
  // Nothing was kept, and the list did not shrink: each message stands for its predecessor at the same place.
  return { kind: 'rewritten', sharedCount, rewrittenEnd: before.length, keptStart: before.length };
}

/** Where the end of the old list went, and how far back it is unchanged. */
function findKept(
  before: WireList,
  after: WireList,
  sharedCount: number,
): Pick<PromptChange, 'rewrittenEnd' | 'keptStart'> | undefined {
  const pair = findLastOf(before, after, sharedCount);
  if (pair === undefined) return undefined;
  const [old, now] = pair;
  // Messages of the old list behind the pair are gone, so what stands at their places was replaced.
  const goneCount = before.length - 1 - old;
  if (goneCount > 0) return { rewrittenEnd: Math.min(after.length, now + 1 + goneCount), keptStart: before.length };
  let count = 1;
  while (isKept(before, after, { old: old - count, now: now - count, sharedCount })) count += 1;
  return { rewrittenEnd: now + 1 - count, keptStart: old + 1 - count };
}

/** The last message of the old list that is somewhere in the new one: both indices. */
function findLastOf(before: WireList, after: WireList, sharedCount: number): readonly [number, number] | undefined {
  const last = before.length - 1;
  const lastMessage = before[last];
  const byIdentity = lastMessage === undefined ? -1 : after.indexOf(lastMessage, sharedCount);
  return byIdentity < 0 ? findLastByText(before, after, sharedCount) : [last, byIdentity];
}

function findLastByText(before: WireList, after: WireList, sharedCount: number): readonly [number, number] | undefined {
  const texts = after.slice(sharedCount).map(wireText);
  const places = new Map(texts.map((text, index) => [text, index] as const).reverse()); // the first one of a text wins
  for (let old = before.length - 1; old >= sharedCount; old -= 1) {
    const text = wireText(before[old] ?? {});
    const place = texts[old - sharedCount] === text ? old - sharedCount : places.get(text);
    if (place !== undefined) return [old, sharedCount + place];
  }
  return undefined;
}

function isKept(
  before: WireList,
  after: WireList,
  { old, now, sharedCount }: { readonly old: number; readonly now: number; readonly sharedCount: number },
): boolean {
  return old >= sharedCount && now >= sharedCount && isSameMessage(before[old], after[now]);
}
