import { isDeepStrictEqual } from 'node:util';
import type { Message, Messages } from '@hermes-context/contract';
import {
  classifyMessage,
  contentText,
  isRealUser,
  validateAnthropic,
  validateOpenAiChat,
} from '@hermes-context/messages';
import fc from 'fast-check';
import { scrambledTranscript } from '../scrambled-transcript.ts';
import { broken } from './broken.ts';
import { conversations, requests } from './conversations.ts';
import { checkEach } from './define-check.ts';
import type { EngineCheck } from './engine-check.ts';
import { claimLastUser, claimOrder, claimValid } from './list-claims.ts';
import { claimAccounted } from './report-claims.ts';
import { listAfter } from './trial.ts';

/** P2: nothing vanishes unsaid, and what matters most stays as it was. */
export const LOSSLESS_CHECKS: readonly EngineCheck[] = [
  checkEach({
    promise: 'P2',
    title: 'keeps the last message of a person word for word',
    given: requests(),
    holds: async ({ messages, request }, { compress }) => {
      claimLastUser(listAfter(await compress(messages, request), messages), messages);
    },
  }),
  checkEach({
    promise: 'P2',
    title: 'keeps the newest message, whoever wrote it',
    given: requests(),
    holds: async ({ messages, request }, { compress }) => {
      const after = listAfter(await compress(messages, request), messages);
      const [newest, last] = [messages.at(-1), after.at(-1)];
      if (newest === undefined || last === newest) return;
      if (last?.role !== newest.role || !isDeepStrictEqual(last.content, newest.content))
        broken(`The last message of the result is not message ${messages.length - 1}, the newest one.`);
    },
  }),
  checkEach({
    promise: 'P2',
    title: 'keeps messages in their order',
    given: requests(),
    holds: async ({ messages, request }, { compress }) => {
      claimOrder(listAfter(await compress(messages, request), messages), messages);
    },
  }),
  checkEach({
    promise: 'P2',
    title: 'keeps the system prompt in front, with all its text',
    given: requests(),
    holds: async ({ messages, request }, { compress }) => {
      claimSystemPrompt(listAfter(await compress(messages, request), messages), messages);
    },
  }),
  checkEach({
    promise: 'P2',
    title: 'keeps pinned messages as they are, or leaves the list alone',
    given: fc.record({
      messages: conversations(),
      draws: fc.array(fc.nat({ max: 10_000 }), { minLength: 1, maxLength: 4 }),
    }),
    holds: async ({ messages, draws }, { compress }) => {
      if (messages.length === 0) return;
      const pins = [...new Set(draws.map((draw) => draw % messages.length))].toSorted((left, right) => left - right);
      const outcome = await compress(messages, { pins, force: true });
      if (outcome.kind === 'unchanged') return;
      claimPins(outcome.messages, messages, pins);
      claimValid(outcome.messages);
    },
  }),
  checkEach({
    promise: 'P2',
    title: 'accounts for every message that is gone or rewritten, if it makes a report',
    given: requests(),
    holds: async ({ messages, request }, { compress }) => {
      const outcome = await compress(messages, request);
      if (outcome.kind === 'compressed' && outcome.report !== undefined)
        claimAccounted({ report: outcome.report, before: messages, after: outcome.messages });
    },
  }),
  checkEach({
    promise: 'P2',
    title: 'keeps what is sound of the newest in lists that are broken',
    given: fc.record({ messages: scrambledTranscript(), force: fc.boolean() }),
    holds: async ({ messages, force }, { compress }) => {
      const outcome = await compress(messages, { force });
      if (outcome.kind === 'compressed') claimNewestSound(outcome.messages, messages);
    },
  }),
];

function claimSystemPrompt(after: Messages, before: Messages): void {
  const [system] = before;
  const [first] = after;
  if (system?.role !== 'system') return;
  if (first?.role !== 'system') broken('The first message of the result is not the system prompt.');
  if (!contentText(first.content).includes(contentText(system.content)))
    broken('The system prompt lost some of its text.');
}

function claimPins(after: Messages, before: Messages, pins: readonly number[]): void {
  const kept = new Set(after);
  for (const pin of pins) {
    const message = before[pin];
    if (message !== undefined && !kept.has(message))
      broken(`Message ${pin} is pinned (pins: ${pins}), and gone or rewritten.`);
  }
}

/** What either provider would refuse may have been mended, and marks of an earlier compaction renewed; the rest stays. */
function claimNewestSound(after: Messages, before: Messages): void {
  const faulty = new Set([...validateOpenAiChat(before), ...validateAnthropic(before)].map(({ index }) => index));
  for (const index of [before.length - 1, before.findLastIndex(isRealUser)]) {
    const message = before[index];
    if (message === undefined || faulty.has(index) || !isSaid(message)) continue;
    if (!after.some((each) => each.role === message.role && isDeepStrictEqual(each.content, message.content)))
      broken(`Message ${index} of ${before.length}, ${message.role}, is gone or reads differently.`);
  }
}

function isSaid(message: Message): boolean {
  const kind = classifyMessage(message);
  return kind !== 'summary' && kind !== 'bridge' && kind !== 'system';
}
