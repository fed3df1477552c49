import { isDeepStrictEqual } from 'node:util';
import type { CompressOutcome, Message, Messages } from '@hermes-context/contract';
import { estimateMessagesTokens, isRealUser } from '@hermes-context/messages';
import { readField } from './read-field.ts';

/** What an engine was given, and what it must not touch. */
export interface GateRequest {
  readonly messages: Messages;
  /** Indices that must be in the result as the same objects. */
  readonly pins?: readonly number[];
}

/** Whether a host may act on what an engine answered. Narrow on `kind`. */
export type GateVerdict =
  | { readonly kind: 'passed'; readonly outcome: CompressOutcome }
  /** Keep the old list. `problem` is one sentence for the engine's author. */
  | { readonly kind: 'refused'; readonly problem: string };

/**
 * Check an engine's answer before anything is replaced by it: its shape, that it is smaller, that the
 * newest message of a real user is in it word for word, and the pins. A host that skips this loses
 * conversations to the first engine with a bug. What providers would refuse in it is for a repair to mend.
 */
export function gateOutcome(answer: unknown, request: GateRequest): GateVerdict {
  if (isUnchanged(answer)) return { kind: 'passed', outcome: answer };
  if (!isCompressed(answer)) return refused(describeShape(answer));
  const problem = findLoss(answer.messages, request);
  return problem === undefined ? { kind: 'passed', outcome: answer } : refused(problem);
}

type Compressed = CompressOutcome & { readonly kind: 'compressed' };

function isUnchanged(answer: unknown): answer is CompressOutcome {
  return readField(answer, 'kind') === 'unchanged' && typeof readField(answer, 'reason') === 'string';
}

function isCompressed(answer: unknown): answer is Compressed {
  const messages = readField(answer, 'messages');
  return readField(answer, 'kind') === 'compressed' && Array.isArray(messages) && messages.every(isMessage);
}

function isMessage(value: unknown): boolean {
  return typeof readField(value, 'role') === 'string' && readField(value, 'content') !== undefined;
}

function describeShape(answer: unknown): string {
  const kind = readField(answer, 'kind');
  if (kind === 'compressed') return 'It answered "compressed" without a list of messages.';
  if (kind === 'unchanged') return 'It answered "unchanged" without a reason.';
  return `It answered ${answer === null ? 'null' : `a value of type ${typeof answer}`} that is no outcome.`;
}

function findLoss(after: Messages, { messages, pins = [] }: GateRequest): string | undefined {
  if (after.length === 0) return 'It answered an empty list.';
  const newest = messages.findLast(isRealUser);
  if (newest !== undefined && !holds(after, newest))
    return 'The newest message of the user is not in its result word for word.';
  const kept = new Set(after);
  const lostPin = pins.find((index) => messages[index] !== undefined && !kept.has(messages[index]));
  if (lostPin !== undefined) return `Message ${lostPin} is pinned, and is not in its result as it was.`;
  const [before, now] = [estimateMessagesTokens(messages), estimateMessagesTokens(after)];
  if (now >= before) return `Its result is not smaller: about ${now} tokens instead of ${before}.`;
  return undefined;
}

function holds(list: Messages, message: Message): boolean {
  return list.some(
    (each) => each === message || (each.role === message.role && isDeepStrictEqual(each.content, message.content)),
  );
}

function refused(problem: string): GateVerdict {
  return { kind: 'refused', problem };
}
