import { isDeepStrictEqual } from 'node:util';
import type { CompressOutcome, Message, Messages, UnchangedReason } from '@hermes-context/contract';
import { isRealUser, validateOpenAiChat } from '@hermes-context/messages';
import { broken } from './define-promise.ts';

const REASONS: Readonly<Record<UnchangedReason, true>> = {
  disabled: true,
  'below-threshold': true,
  'nothing-to-compress': true,
  'no-progress': true,
  'summary-failed': true,
  ineffective: true,
  pinned: true,
  declined: true,
  'engine-failed': true,
};

/** The outcome is smaller, or unchanged with a reason of the contract. */
export function claimProgress(
  outcome: CompressOutcome,
  before: Messages,
  countTokens: (message: Message) => number,
): void {
  if (outcome.kind === 'unchanged') {
    if (!Object.hasOwn(REASONS, outcome.reason)) broken(`"${outcome.reason}" is no reason of the contract.`);
    return;
  }
  const size = (messages: Messages): number => messages.reduce((total, message) => total + countTokens(message), 0);
  const [tokensBefore, tokensAfter] = [size(before), size(outcome.messages)];
  if (tokensAfter >= tokensBefore) {
    broken(`"compressed" from ${tokensBefore} to ${tokensAfter} tokens; without progress it is "unchanged".`);
  }
}

/** A provider would take the list. */
export function claimValid(after: Messages): void {
  const [first] = validateOpenAiChat(after);
  if (first !== undefined)
    broken(`Message ${first.index} of ${after.length} in the result: ${first.reason} (${first.rule})`);
}

/** The last thing that a person said is still the last thing that a person said. */
export function claimLastUser(after: Messages, before: Messages): void {
  const index = before.findLastIndex(isRealUser);
  const wanted = before[index];
  if (wanted === undefined) return;
  const last = after.findLast(isRealUser);
  if (last === undefined) broken(`The last user message, number ${index} of ${before.length}, is gone.`);
  if (!isDeepStrictEqual(last.content, wanted.content)) {
    broken(
      `The last user message, number ${index} of ${before.length}, is not the last one any more, or reads differently.`,
    );
  }
}

/** Messages that read the same are the same objects. */
export function claimIdentity(after: Messages, before: Messages): void {
  const objects = new Set<Message>(before);
  const texts = new Map(before.map((message, index) => [JSON.stringify(message), index]));
  for (const message of after) {
    const index = objects.has(message) ? undefined : texts.get(JSON.stringify(message));
    if (index !== undefined) broken(`Message ${index} came back as a copy that reads the same. Hand the object on.`);
  }
}

/** What stays stays in its order. */
export function claimOrder(after: Messages, before: Messages): void {
  const positions = new Map(before.map((message, index) => [message, index]));
  const kept = after.flatMap((message) => positions.get(message) ?? []);
  const fault = kept.findIndex((position, index) => position <= (kept[index - 1] ?? -1));
  if (fault !== -1) broken(`Message ${kept[fault]} comes behind message ${kept[fault - 1]} in the result.`);
}
