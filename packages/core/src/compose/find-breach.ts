import type { Message } from '@hermes-context/contract';
import { classifyMessage, estimateMessagesTokens, validateOpenAiChat } from '@hermes-context/messages';
import { type Breach, type BreachCheck, breach, type ListChange } from './breach.ts';
import { findCopies } from './find-copies.ts';
import { findInvalid } from './find-invalid.ts';
import { findLostNewest, findLostOrder, findLostPin, findLostPrompt, findLostRequest } from './find-loss.ts';

/**
 * The first promise that a new list breaks towards the list that it replaces: nothing lost that must stay, unchanged
 * messages handed on, valid, smaller. Reads each list a fixed number of times.
 */
export function findBreach(change: ListChange): Breach | undefined {
  // What says most about the fault comes first: a list of copies has lost its pins, and one without the newest request
  // may have lost its order of roles too.
  const checks = [findEmpty, findLostRequest, findCopied, findLostPin, findLostPrompt, findLostOrder];
  return firstOf([...checks, findInvalid, findNoProgress, findLostNewest], change);
}

/** As {@link findBreach}, for a list that serves one request and replaces nothing. */
export function findSelectionBreach(change: ListChange): Breach | undefined {
  return firstOf([findEmpty, findLostRequest, findInvalid], change);
}

function firstOf(checks: readonly BreachCheck[], change: ListChange): Breach | undefined {
  for (const check of checks) {
    const found = check(change);
    if (found !== undefined) return found;
  }
  return undefined;
}

const findEmpty: BreachCheck = ({ after }) =>
  after.length === 0 ? breach('P1', 'Its result is an empty list.') : undefined;

const findNoProgress: BreachCheck = ({ before, after }) => {
  const [tokensBefore, tokensAfter] = [estimateMessagesTokens(before), estimateMessagesTokens(after)];
  return tokensAfter < tokensBefore
    ? undefined
    : breach('P3', `Its result is not smaller: about ${tokensAfter} tokens instead of ${tokensBefore}.`);
};

/**
 * What engines put in themselves, such as a bridge, may read like that of the last compaction; and in a list that came
 * with faults, what was mended may read like something else.
 */
const findCopied: BreachCheck = ({ before, after }) => {
  const copies = findCopies(before, after);
  const copy = Array.from(copies).find(([index]) => after[index] !== undefined && !isMadeByEngine(after[index]));
  if (copy === undefined || validateOpenAiChat(before).length > 0) return undefined;
  const [index, [source]] = copy;
  return breach('P5', `Message ${index} of its ${after.length} reads as message ${source} did, but is a copy of it.`);
};

function isMadeByEngine(message: Message): boolean {
  const kind = classifyMessage(message);
  return kind === 'summary' || kind === 'bridge' || message._context?.mark?.kind === 'repair';
}
