import type { ContextEngine, Messages } from '@hermes-context/contract';
import fc from 'fast-check';
import { deepFreeze } from '../deep-freeze.ts';
import type { TestServices } from '../test-services.ts';
import { broken } from './broken.ts';
import { conversations, linesFor, longConversation, requests, turns } from './conversations.ts';
import { checkEach, checkOnce } from './define-check.ts';
import type { EngineCheck } from './engine-check.ts';
import { claimIdentity, claimLastUser, claimProgress, claimSmaller, claimValid } from './list-claims.ts';
import { meteredSummarizer } from './metered-summarizer.ts';
import { listAfter, requestOf, sizeOf } from './trial.ts';

/** Summaries that one compaction may ask for, whatever the conversation; one more for each of its messages. */
const MAX_CALLS = 10;
/** Compactions in a row, of which each may still find something. */
const MAX_PASSES = 10;
const COMPACTIONS = 10;
/** So many growths it takes at most: an engine that asks at the full window asks at every third. */
const MAX_ROUNDS = 40;
/** How much a conversation grows between two compactions, as a share of the window. */
const GROWTH_RATIO = 0.4;
const TURNS_PER_ROUND = 16;

/** P3: a compaction gains something or says why not, and comes to an end. */
export const ENDING_CHECKS: readonly EngineCheck[] = [
  checkEach({
    promise: 'P3',
    title: 'makes the list smaller, or leaves it alone',
    given: requests(),
    holds: ({ messages, request }, { use }) =>
      use(async (engine, services) => {
        const outcome = await engine.compress(requestOf(messages, services, request));
        claimSmaller(outcome, messages, services.countTokens);
      }),
  }),
  checkOnce({
    promise: 'P3',
    title: 'shrinks a conversation of several times its window',
    look: ({ use }) =>
      use(async (engine, services) => {
        const messages = longConversation('rosebud', services.model.contextTokens);
        const outcome = await engine.compress(requestOf(messages, services, { force: true }));
        if (outcome.kind === 'unchanged')
          broken(`It left ${messages.length} messages unchanged, for the reason "${outcome.reason}".`);
      }),
  }),
  checkEach({
    promise: 'P3',
    title: 'asks for few summaries, also when none can be had',
    given: fc.record({ messages: conversations(), fails: fc.boolean() }),
    holds: ({ messages, fails }, { use }) => {
      const meter = meteredSummarizer({ limit: MAX_CALLS + messages.length, fails });
      return use(
        async (engine, services) => {
          await Promise.race([engine.compress(requestOf(messages, services, { force: true })), meter.exceeded]);
        },
        { summarise: meter.summarise },
      );
    },
  }),
  checkEach({
    promise: 'P3',
    title: 'comes to rest when it is forced again and again',
    given: fc.record({ messages: conversations() }),
    holds: ({ messages }, { use }) =>
      use(async (engine, services) => {
        let list = messages;
        for (let pass = 1; pass <= MAX_PASSES; pass += 1) {
          const outcome = await engine.compress(requestOf(list, services, { force: true }));
          if (outcome.kind === 'unchanged') return;
          list = outcome.messages;
        }
        broken(`After ${MAX_PASSES} compactions in a row it still finds something in its own result.`);
      }),
  }),
  checkOnce({
    promise: 'P3',
    title: 'stays below the window through ten compactions of a growing conversation',
    look: ({ use }) => use(growAndCompress),
  }),
  checkEach({
    promise: 'P3',
    title: 'prunes as honestly as it compresses, and without a model call, if it can prune',
    given: fc.record({ messages: conversations() }),
    holds: ({ messages }, { use }) =>
      use(
        (engine, { countTokens }) => {
          const outcome = engine.pruneOnly?.(messages);
          if (outcome === undefined) return;
          claimProgress(outcome, messages, countTokens);
          if (outcome.kind === 'unchanged') return;
          claimLastUser(outcome.messages, messages);
          claimValid(outcome.messages);
          claimIdentity(outcome.messages, messages);
        },
        { summarise: () => broken('pruneOnly asked for a summary.') },
      ),
  }),
];

/** What a host does turn after turn, until there were ten compactions or the conversation outgrew its window. */
async function growAndCompress(engine: ContextEngine, services: TestServices): Promise<void> {
  const { countTokens, model } = services;
  let list: Messages = [{ role: 'system', content: 'You are a careful engineer.' }];
  let compactions = 0;
  for (let round = 0; round < MAX_ROUNDS && compactions < COMPACTIONS; round += 1) {
    list = deepFreeze([...list, ...turnsOfRound(round, model.contextTokens)]);
    const promptTokens = sizeOf(list, countTokens);
    engine.updateFromResponse({ promptTokens, completionTokens: 0 });
    if (engine.shouldCompress(promptTokens)) {
      compactions += 1;
      list = await compressAndCommit(engine, { list, services, revision: compactions });
    }
    const tokens = sizeOf(list, countTokens);
    if (tokens >= model.contextTokens)
      broken(
        `After ${compactions} compactions the list has ${tokens} tokens; the window is ${model.contextTokens}.`,
        list,
      );
  }
}

function turnsOfRound(round: number, contextTokens: number): Messages {
  const resultLines = linesFor((contextTokens * GROWTH_RATIO) / TURNS_PER_ROUND);
  return turns({ mark: 'rosebud', from: round * TURNS_PER_ROUND, count: TURNS_PER_ROUND, resultLines });
}

interface HostState {
  readonly list: Messages;
  readonly services: TestServices;
  readonly revision: number;
}

async function compressAndCommit(engine: ContextEngine, { list, services, revision }: HostState): Promise<Messages> {
  const after = listAfter(await engine.compress(requestOf(list, services)), list);
  claimLastUser(after, list);
  claimValid(after);
  if (after !== list) await engine.onCommit?.({ sessionId: services.sessionId, revision, inPlace: true });
  return after;
}
