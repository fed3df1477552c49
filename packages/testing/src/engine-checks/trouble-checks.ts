import { isDeepStrictEqual } from 'node:util';
import type { Message, Messages, Summarise } from '@hermes-context/contract';
import { classifyMessage, isRealUser, validateAnthropic, validateOpenAiChat } from '@hermes-context/messages';
import fc from 'fast-check';
import { scrambledTranscript } from '../scrambled-transcript.ts';
import { echoSummarizer, scriptedSummarizer } from '../scripted-summarizer.ts';
import { conversations } from './conversations.ts';
import { broken, definePromise } from './define-promise.ts';
import type { EngineCheck } from './engine-check.ts';
import { claimLastUser, claimProgress, claimValid } from './list-claims.ts';
import { listAfter, requestOf, type Trial } from './trial.ts';

const FAILURES = ['auth', 'network', 'context-length', 'empty', 'refusal', 'tool-call', 'other'] as const;

/** What an engine promises when something is wrong. */
export const TROUBLE_CHECKS: readonly EngineCheck[] = [
  definePromise({
    title: 'rejects with the reason of an aborted signal, or finishes as if nobody had aborted',
    given: fc.record({ messages: conversations(), isLate: fc.boolean() }),
    holds: async ({ messages, isLate }, trial) => {
      const reason = new Error('the user left');
      const whole = listAfter(await trial.compress(messages, { force: true }), messages);
      const list = await compressAborted(messages, { trial, reason, isLate });
      if (list !== undefined && !isDeepStrictEqual(list, messages) && !isDeepStrictEqual(list, whole)) {
        broken(`After the abort it answered with ${list.length} messages: neither the old list nor the whole result.`);
      }
    },
  }),
  definePromise({
    title: 'keeps its promises when no summary can be had',
    given: fc.record({ messages: conversations(), failure: fc.constantFrom(...FAILURES) }),
    holds: ({ messages, failure }, { use }) =>
      use(
        async (engine, services) => {
          const outcome = await engine.compress(requestOf(messages, services, { force: true }));
          claimProgress(outcome, messages, services.countTokens);
          if (outcome.kind === 'unchanged') return;
          claimLastUser(outcome.messages, messages);
          claimValid(outcome.messages);
        },
        { summarise: scriptedSummarizer(Array.from({ length: 20 }, () => ({ failure }))) },
      ),
  }),
  definePromise({
    title: 'survives broken lists: throws nothing, breaks no more, keeps what is sound of the newest',
    given: fc.record({ messages: scrambledTranscript(), force: fc.boolean() }),
    holds: ({ messages, force }, { use }) =>
      use(async (engine, services) => {
        const outcome = await engine.compress(requestOf(messages, services, { force }));
        claimProgress(outcome, messages, services.countTokens);
        if (outcome.kind === 'compressed') claimNoWorse(outcome.messages, messages);
      }),
  }),
];

/** What it answers although the signal was aborted, before or while it waits for a summary; `undefined` when it rejects. */
async function compressAborted(
  messages: Messages,
  { trial, reason, isLate }: { readonly trial: Trial; readonly reason: Error; readonly isLate: boolean },
): Promise<Messages | undefined> {
  const stop = new AbortController();
  if (!isLate) stop.abort(reason);
  const summarise: Summarise = (request) => {
    stop.abort(reason);
    return echoSummarizer()(request);
  };
  try {
    const outcome = await trial.use(
      (engine, services) => engine.compress(requestOf(messages, services, { force: true, signal: stop.signal })),
      { summarise },
    );
    return listAfter(outcome, messages);
  } catch (error) {
    if (error !== reason) broken(`It rejected with ${String(error)} instead of the signal's reason.`);
    return undefined;
  }
}

function claimNoWorse(after: Messages, before: Messages): void {
  const [faultsBefore, faultsAfter] = [validateOpenAiChat(before), validateOpenAiChat(after)];
  if (faultsAfter.length > faultsBefore.length) {
    const rules = faultsAfter.map(({ rule }) => rule).join(', ');
    broken(`The list had ${faultsBefore.length} faults, the result has ${faultsAfter.length}: ${rules}.`);
  }
  const faulty = new Set([...faultsBefore, ...validateAnthropic(before)].map(({ index }) => index));
  for (const index of [before.length - 1, before.findLastIndex(isRealUser)]) {
    const message = before[index];
    // What either provider would refuse may have been mended, and marks of an earlier compaction renewed.
    if (message === undefined || faulty.has(index) || !isSaid(message)) continue;
    if (!after.some((each) => each.role === message.role && isDeepStrictEqual(each.content, message.content))) {
      broken(`Message ${index} of ${before.length}, ${message.role}, is gone or reads differently.`);
    }
  }
}

function isSaid(message: Message): boolean {
  const kind = classifyMessage(message);
  return kind !== 'summary' && kind !== 'bridge' && kind !== 'system';
}
