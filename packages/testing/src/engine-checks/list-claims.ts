import { isDeepStrictEqual } from 'node:util';
import { type CompressOutcome, isUnchangedReason, type Message, type Messages } from '@hermes-context/contract';
import { isRealUser, validateOpenAiChat } from '@hermes-context/messages';
import { broken } from './broken.ts';
import { sizeOf } from './trial.ts';

/** The outcome is smaller, or unchanged with a reason of the contract. */
export function claimProgress(
  outcome: CompressOutcome,
  before: Messages,
  countTokens: (message: Message) => number,
): void {
  claimReason(outcome);
  claimSmaller(outcome, before, countTokens);
}

/** Where the list stays, there is a reason that hosts know. */
export function claimReason(outcome: CompressOutcome): void {
  if (outcome.kind === 'unchanged' && !isUnchangedReason(outcome.reason))
    broken(`"${outcome.reason}" is no reason of the contract.`);
}

/** Where the list changes, it is smaller. */
export function claimSmaller(
  outcome: CompressOutcome,
  before: Messages,
  countTokens: (message: Message) => number,
): void {
  if (outcome.kind === 'unchanged') return;
  const [tokensBefore, tokensAfter] = [sizeOf(before, countTokens), sizeOf(outcome.messages, countTokens)];
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

/** Two lists read the same. */
export function claimSameList(one: Messages, two: Messages, who: string): void {
  if (isDeepStrictEqual(one, two)) return;
  broken(`${who} from message ${firstDifference(one, two)} of their results on.`);
}

/** Index of the first message that differs; the length of the first list where one only is longer. */
export function firstDifference(one: Messages, two: Messages): number {
  const index = one.findIndex((message, position) => !isDeepStrictEqual(message, two[position]));
  return index === -1 ? one.length : index;
}
