import type { WireObject, WirePrompt } from '../wire-prompt.ts';
import { countShared, isContinued, systemBlocks } from './compare-prompts.ts';
import { excerptAt, firstDifferingChar } from './excerpt.ts';
import { type DifferenceCause, isKeyOrder, recogniseValue } from './probable-cause.ts';
import { messagePieces, wireText } from './wire-text.ts';

/** The first place where a prompt is not what it was, so that from there on nothing is read from the cache. */
export interface PromptDifference {
  readonly part: 'tools' | 'system' | 'messages';
  /** Which tool, block of the system prompt, or message; 0 for a system prompt that is a text. */
  readonly index: number;
  /** Which block of the message; absent where the difference is not in one, such as in its role. */
  readonly block?: number;
  /** The first differing character of that place, in UTF-16 units from its start: of a text in its JSON form, else of all its JSON. */
  readonly char: number;
  /** What stood there and what stands there now, one line of at most 80 characters; empty where there was nothing. */
  readonly before: string;
  readonly after: string;
  readonly cause: DifferenceCause;
  /** One sentence for a person. It quotes the prompt: for the user's eyes, not for a log. */
  readonly description: string;
}

/** A block of text as JSON, and its text in it. */
const TEXT_BLOCK = /^\{"type":"text","text":"(.*)"\}$/s;

type Place = Pick<PromptDifference, 'part' | 'index' | 'block'>;

interface PlacedPair {
  readonly place: Place;
  readonly before: string;
  readonly after: string;
}

/**
 * The first place where `after` does not go on from `before`, markers aside; undefined when it extends it, as a cache
 * needs. Linear; messages that are the same objects cost one look each.
 */
export function firstDifference(before: WirePrompt, after: WirePrompt): PromptDifference | undefined {
  const [oldSystem, newSystem] = [systemBlocks(before.system), systemBlocks(after.system)];
  const pair =
    pairOf('tools', [before.tools ?? [], after.tools ?? []], oldSystem.length + before.messages.length) ??
    pairOf('system', [oldSystem, newSystem], before.messages.length) ??
    pairOfMessages(before.messages, after.messages);
  return pair === undefined ? undefined : describePair(pair, { before, after });
}

/** One more tool or block of the system prompt is a difference where something stood behind it. */
function pairOf(
  part: 'tools' | 'system',
  [before, after]: readonly [readonly WireObject[], readonly WireObject[]],
  countBehind: number,
): PlacedPair | undefined {
  const index = countShared(before, after);
  if (index === before.length && (index === after.length || countBehind === 0)) return undefined;
  return { place: { part, index }, before: textOf(before[index]), after: textOf(after[index]) };
}

function pairOfMessages(before: readonly WireObject[], after: readonly WireObject[]): PlacedPair | undefined {
  const index = countShared(before, after);
  if (isContinued(before, after, index)) return undefined;
  const [old, now] = [before[index], after[index]];
  const place = { part: 'messages', index } as const;
  if (old === undefined || now === undefined) return { place, before: textOf(old), after: textOf(now) };
  const [oldPieces, nowPieces] = [messagePieces(old), messagePieces(now)];
  if (oldPieces.rest !== nowPieces.rest) return { place, before: oldPieces.rest, after: nowPieces.rest };
  const { length } = oldPieces.blocks;
  const differing = oldPieces.blocks.findIndex((block, at) => block !== nowPieces.blocks[at]);
  const block = differing < 0 ? length : differing;
  return {
    place: { ...place, block },
    before: oldPieces.blocks[block] ?? '',
    after: nowPieces.blocks[block] ?? '',
  };
}

function textOf(object: WireObject | undefined): string {
  return object === undefined ? '' : wireText(object);
}

function describePair(
  { place, ...pair }: PlacedPair,
  prompts: { readonly before: WirePrompt; readonly after: WirePrompt },
): PromptDifference {
  const { before, after } = asTexts(pair);
  const char = firstDifferingChar(before, after);
  const cause = isReordered(place, prompts) ? 'tool_order' : causeOf(place, { before, after, char });
  const excerpts = { before: excerptAt(before, char), after: excerptAt(after, char) };
  return { ...place, char, ...excerpts, cause, description: describe(place, { ...excerpts, cause }) };
}

/** What two blocks say, without what they are, where both are texts. */
function asTexts({ before, after }: Omit<PlacedPair, 'place'>): Omit<PlacedPair, 'place'> {
  const [old, now] = [TEXT_BLOCK.exec(before)?.[1], TEXT_BLOCK.exec(after)?.[1]];
  return old === undefined || now === undefined ? { before, after } : { before: old, after: now };
}

function isReordered(
  { part }: Place,
  { before, after }: { readonly before: WirePrompt; readonly after: WirePrompt },
): boolean {
  if (part !== 'tools') return false;
  const [old, now] = [before.tools ?? [], after.tools ?? []].map((tools) => tools.map(wireText).toSorted());
  return old?.length === now?.length && old?.every((text, index) => text === now?.[index]) === true;
}

function causeOf({ part }: Place, pair: { before: string; after: string; char: number }): DifferenceCause {
  if (pair.after === '') return 'removed';
  if (isKeyOrder(pair)) return 'key_order';
  const value = pair.before === '' ? undefined : recogniseValue(pair);
  if (value !== undefined) return value;
  switch (part) {
    case 'tools':
      return 'tools_changed';
    case 'system':
      return 'system_changed';
    case 'messages':
      return 'message_changed';
  }
}

const CAUSES: Readonly<Record<DifferenceCause, string>> = {
  date_time: 'a date or time, which belongs into the newest user message or must be fixed for the session',
  identifier: 'an identifier that is made anew each time',
  tool_order: 'another order of the same tools, which should be sorted once',
  key_order: 'another order of the keys of one object',
  tools_changed: 'a tool that was added or changed',
  system_changed: 'a changed system prompt',
  message_changed: 'a message that was edited or replaced',
  removed: 'something that is no longer sent',
};

function describe(
  place: Place,
  { before, after, cause }: Pick<PromptDifference, 'before' | 'after' | 'cause'>,
): string {
  const now = after === '' ? 'nothing' : `"${after}"`;
  const then = before === '' ? 'nothing' : `"${before}"`;
  return `The prompt first differs in ${describePlace(place)}: ${now} stands where ${then} stood. Probably ${CAUSES[cause]}.`;
}

function describePlace({ part, index, block }: Place): string {
  return `${part}[${index}]${block === undefined ? '' : ` block ${block}`}`;
}
