import { isDeepStrictEqual } from 'node:util';
import type { CompressReport, Messages } from '@hermes-context/contract';
import { contentText } from '@hermes-context/messages';
import fc from 'fast-check';
import { conversations, longConversation, requests } from './conversations.ts';
import { broken, defineLook, definePromise } from './define-promise.ts';
import type { EngineCheck } from './engine-check.ts';
import { claimIdentity, claimLastUser, claimOrder, claimProgress, claimValid } from './list-claims.ts';
import { listAfter, requestOf } from './trial.ts';

/** What `compress` promises on well-formed conversations. */
export const COMPRESS_CHECKS: readonly EngineCheck[] = [
  definePromise({
    title: 'keeps the last message of a person word for word',
    given: requests(),
    holds: async ({ messages, force }, { compress }) => {
      claimLastUser(listAfter(await compress(messages, { force }), messages), messages);
    },
  }),
  definePromise({
    title: 'answers each tool call once, directly behind it',
    given: requests(),
    holds: async ({ messages, force }, { compress }) => {
      const outcome = await compress(messages, { force });
      if (outcome.kind === 'compressed') claimValid(outcome.messages);
    },
  }),
  definePromise({
    title: 'makes the list smaller, or leaves it alone and says why',
    given: requests(),
    holds: ({ messages, force }, { use }) =>
      use(async (engine, services) => {
        const outcome = await engine.compress(requestOf(messages, services, { force }));
        claimProgress(outcome, messages, services.countTokens);
      }),
  }),
  defineLook('shrinks a conversation of several times its window', async ({ compress }) => {
    const outcome = await compress(longConversation('rosebud'), { force: true });
    if (outcome.kind === 'unchanged') broken(`It left 161 messages unchanged, for the reason "${outcome.reason}".`);
  }),
  definePromise({
    title: 'never edits what it is given',
    given: requests(),
    holds: async ({ messages, force }, { compress }) => {
      // Frozen objects betray an edit by an exception, others by the comparison afterwards.
      await compress(messages, { force });
      const thawed = structuredClone(messages);
      await compress(thawed, { force });
      if (!isDeepStrictEqual(thawed, messages)) broken(`It edited message ${firstDifference(thawed, messages)}.`);
    },
  }),
  definePromise({
    title: 'hands unchanged messages on as the objects that they are',
    given: requests(),
    holds: async ({ messages, force }, { compress }) => {
      claimIdentity(listAfter(await compress(messages, { force }), messages), messages);
    },
  }),
  definePromise({
    title: 'keeps messages in their order',
    given: requests(),
    holds: async ({ messages, force }, { compress }) => {
      claimOrder(listAfter(await compress(messages, { force }), messages), messages);
    },
  }),
  definePromise({
    title: 'keeps the system prompt in front, with all its text',
    given: requests(),
    holds: async ({ messages, force }, { compress }) => {
      const [system] = messages;
      const [first] = listAfter(await compress(messages, { force }), messages);
      if (system?.role !== 'system') return;
      if (first?.role !== 'system') broken('The first message of the result is not the system prompt.');
      if (!contentText(first.content).includes(contentText(system.content)))
        broken('The system prompt lost some of its text.');
    },
  }),
  definePromise({
    title: 'gives the same answer to the same list',
    given: requests(),
    holds: async ({ messages, force }, { compress }) => {
      const first = await compress(messages, { force });
      const second = await compress(messages, { force });
      if (first.kind !== second.kind) broken(`Two engines disagree: ${first.kind} and ${second.kind}.`);
      const [one, two] = [listAfter(first, messages), listAfter(second, messages)];
      if (!isDeepStrictEqual(one, two))
        broken(`Two engines disagree from message ${firstDifference(one, two)} of their results on.`);
    },
  }),
  definePromise({
    title: 'changes nothing the second time',
    given: fc.record({ messages: conversations() }),
    holds: async ({ messages }, { compress }) => {
      const once = listAfter(await compress(messages), messages);
      const again = await compress(once);
      if (again.kind === 'compressed') {
        broken(`Its own result of ${once.length} messages was compressed once more, to ${again.messages.length}.`);
      }
    },
  }),
  definePromise({
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
      const kept = new Set(outcome.messages);
      for (const pin of pins) {
        const message = messages[pin];
        if (message !== undefined && !kept.has(message))
          broken(`Message ${pin} is pinned (pins: ${pins}), and gone or rewritten.`);
      }
      claimValid(outcome.messages);
    },
  }),
  definePromise({
    title: 'accounts for every message that is gone or rewritten, if it makes a report',
    given: requests(),
    holds: async ({ messages, force }, { compress }) => {
      const outcome = await compress(messages, { force });
      if (outcome.kind === 'compressed' && outcome.report !== undefined) {
        claimAccounted(outcome.report, messages, outcome.messages);
      }
    },
  }),
  defineLook('keeps what was said out of its log', async ({ use }) => {
    await use(async (engine, services) => {
      await engine.compress(requestOf(longConversation('rosebud'), services, { force: true }));
      const leak = services.recorded.log.find((line) => JSON.stringify(line).includes('rosebud'));
      if (leak !== undefined)
        broken(`The log line "${leak.event}" holds text of a message. Log ids, counts and codes.`);
    });
  }),
];

function claimAccounted({ covered, rewritten, repairs }: CompressReport, before: Messages, after: Messages): void {
  const kept = new Set(after);
  const accounted = new Set([...covered, ...rewritten, ...repairs.map(({ index }) => index)]);
  const missing = before.findIndex((message, index) => !kept.has(message) && !accounted.has(index));
  if (missing !== -1)
    broken(`Message ${missing} is gone, and in none of covered, rewritten and repairs of the report.`);
}

function firstDifference(one: Messages, two: Messages): number {
  const index = one.findIndex((message, position) => !isDeepStrictEqual(message, two[position]));
  return index === -1 ? one.length : index;
}
