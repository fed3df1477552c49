import { inspect } from 'node:util';
import type { CompressOutcome, Message, Messages, Summarise, SummaryRequest } from '@hermes-context/contract';
import { isSummary } from '@hermes-context/messages';
import fc from 'fast-check';
import { faultySummarizer, type SummaryFault } from '../faulty-summarizer.ts';
import type { TestServices } from '../test-services.ts';
import { broken } from './broken.ts';
import { claimOwnWords } from './claim-own-words.ts';
import { conversations, longConversation } from './conversations.ts';
import { checkEach, checkOnce } from './define-check.ts';
import type { EngineCheck } from './engine-check.ts';
import { plantLines } from './plant.ts';
import { garbled, ORDER_MARK, PLANTED_ORDERS } from './planted-orders.ts';
import { PLANTED_SECRETS, type PlantedSecret } from './planted-secrets.ts';
import { quotingSummarizer, wordsOf } from './quoting-summarizer.ts';
import { listAfter, requestOf, type Trial } from './trial.ts';

const secretCases = fc.record({
  messages: conversations(),
  picks: fc.uniqueArray(fc.nat({ max: PLANTED_SECRETS.length - 1 }), { minLength: 1, maxLength: 6 }),
});

/** P8: no secret gets out, and what tools say is data. */
export const PRIVATE_CHECKS: readonly EngineCheck[] = [
  checkOnce({
    promise: 'P8',
    title: 'keeps what was said out of its log',
    look: ({ use }) =>
      use(async (engine, services) => {
        const messages = longConversation('rosebud', services.model.contextTokens);
        await engine.compress(requestOf(messages, services, { force: true }));
        const leak = services.recorded.log.find((line) => JSON.stringify(line).includes('rosebud'));
        if (leak !== undefined)
          broken(`The log line "${leak.event}" holds text of a message. Log ids, counts and codes.`);
      }),
  }),
  checkEach({
    promise: 'P8',
    title: 'lets no secret into a summary, a report, a log or an event',
    given: secretCases,
    holds: ({ messages, picks }, { use }) => {
      const { planted, secrets } = withSecrets(messages, picks);
      return use(
        async (engine, services) => {
          const outcome = await engine.compress(requestOf(planted, services, { force: true }));
          claimNoSecret(newWordsOf(outcome, planted), secrets);
          claimNoSecret(recordedWords(services), secrets);
        },
        { summarise: quotingSummarizer },
      );
    },
  }),
  checkEach({
    promise: 'P8',
    title: 'lets no secret into an error or a warning when no summary can be had',
    given: fc.record({ messages: conversations(), picks: fc.constant([0, 5, 9]), throws: fc.boolean() }),
    holds: ({ messages, picks, throws }, { use }) => {
      const { planted, secrets } = withSecrets(messages, picks);
      const faults = Array.from({ length: messages.length + 20 }, (): SummaryFault => (throws ? 'reject' : 'other'));
      return use(
        async (engine, services) => {
          const request = requestOf(planted, services, { force: true });
          const told = await engine.compress(request).then(
            (outcome) => newWordsOf(outcome, planted),
            (error: unknown) => [{ where: 'an error', words: errorWords(error) }],
          );
          claimNoSecret(told, secrets);
          claimNoSecret(recordedWords(services), secrets);
        },
        { summarise: faultySummarizer(faults) },
      );
    },
  }),
  checkEach({
    promise: 'P8',
    title: 'makes no order of a tool the word of a user or of the system',
    given: fc.record({ messages: conversations(), first: fc.nat({ max: PLANTED_ORDERS.length - 1 }) }),
    holds: async ({ messages, first }, trial) => {
      const ordered = withOrders(messages, first, (order) => order);
      const { outcome, requests } = await compressQuoted(trial, ordered);
      claimNoPromotion(listAfter(outcome, ordered), ordered);
      claimNotTrusted(requests);
    },
  }),
  checkEach({
    promise: 'P8',
    title: 'keeps the same messages whatever a tool result orders',
    given: fc.record({ messages: conversations(), first: fc.nat({ max: PLANTED_ORDERS.length - 1 }) }),
    holds: async ({ messages, first }, trial) => {
      const [ordered, harmless] = [withOrders(messages, first, (order) => order), withOrders(messages, first, garbled)];
      const [one, two] = [await compressQuoted(trial, ordered), await compressQuoted(trial, harmless)];
      const [kept, expected] = [keptPositions(one.outcome, ordered), keptPositions(two.outcome, harmless)];
      const odd =
        kept.find((position) => !expected.includes(position)) ?? expected.find((position) => !kept.includes(position));
      if (odd !== undefined)
        broken(`Message ${odd} is kept or dropped for what a tool result says of itself: orders from tools are text.`);
    },
  }),
];

interface Words {
  /** Where they stand, for a failure. */
  readonly where: string;
  readonly words: string;
}

function withSecrets(
  messages: Messages,
  picks: readonly number[],
): { readonly planted: Messages; readonly secrets: readonly PlantedSecret[] } {
  const secrets = PLANTED_SECRETS.filter((_, index) => picks.includes(index));
  const lines = secrets.map(({ line }) => line);
  return { planted: plantLines(messages, lines, ({ role }) => role !== 'system'), secrets };
}

function claimNoSecret(told: readonly Words[], secrets: readonly PlantedSecret[]): void {
  for (const { where, words } of told) {
    const leaked = secrets.find(({ secret }) => words.includes(secret));
    if (leaked !== undefined) broken(`${leaked.family} of the conversation stands in ${where}.`);
  }
}

/** What the engine itself says with an outcome: not the messages that it kept, nor those that it shortened in their place. */
function newWordsOf(outcome: CompressOutcome, before: Messages): readonly Words[] {
  if (outcome.kind === 'unchanged') {
    const { detail = '', warnings = [], cause } = outcome;
    return [{ where: 'the reason it gives', words: [detail, ...warnings, errorWords(cause)].join('\n') }];
  }
  const given = new Set(before);
  const beginnings = new Set(before.map(beginningOf));
  const added = outcome.messages.filter(
    (message) => !given.has(message) && (isSummary(message) || !beginnings.has(beginningOf(message))),
  );
  return [
    { where: 'the summary', words: outcome.summary ?? '' },
    { where: 'the report', words: JSON.stringify(outcome.report ?? {}) },
    ...added.map((message) => ({ where: `a new message of role ${message.role}`, words: wordsOf(message) })),
  ];
}

const BEGINNING_CHARS = 20;

function beginningOf(message: Message): string {
  return `${message.role}: ${wordsOf(message).slice(0, BEGINNING_CHARS)}`;
}

function recordedWords({ recorded: { log, events } }: TestServices): readonly Words[] {
  return [
    ...log.map((line) => ({ where: `the log line "${line.event}"`, words: JSON.stringify(line) })),
    ...events.map((event) => ({ where: `the event "${event.event}"`, words: JSON.stringify(event) })),
  ];
}

/** An error and what caused it, as a log would show it. */
function errorWords(error: unknown): string {
  return inspect(error, { depth: 4, maxStringLength: null });
}

function withOrders(messages: Messages, first: number, turn: (order: string) => string): Messages {
  const orders = [...PLANTED_ORDERS.slice(first), ...PLANTED_ORDERS.slice(0, first)].map(turn);
  return plantLines(messages, orders, ({ role }) => role === 'tool');
}

interface Quoted {
  readonly outcome: CompressOutcome;
  readonly requests: readonly SummaryRequest[];
}

/** A compaction whose summary quotes what it stands for, and what was asked for it. */
async function compressQuoted(trial: Trial, messages: Messages): Promise<Quoted> {
  const requests: SummaryRequest[] = [];
  const summarise: Summarise = (request) => {
    requests.push(request);
    return quotingSummarizer(request);
  };
  const outcome = await trial.use(
    (engine, services) => engine.compress(requestOf(messages, services, { force: true })),
    { summarise },
  );
  return { outcome, requests };
}

/** What a tool said stands in its results and in summaries, under nobody else's name. */
function claimNoPromotion(after: Messages, before: Messages): void {
  claimOwnWords(after, before);
  const given = new Set(before);
  for (const [index, message] of after.entries()) {
    if (given.has(message) || message.role === 'tool' || isSummary(message)) continue;
    if (wordsOf(message).includes(ORDER_MARK))
      broken(`Message ${index} of the result, of role ${message.role}, repeats an order from a tool result.`);
  }
}

/** What a tool said is given to the summarizer as a tool's result, not as something it may rely on. */
function claimNotTrusted(requests: readonly SummaryRequest[]): void {
  // Nothing was summarised before the first request; a later one may bring that summary up to date, quotations and all.
  if (requests[0]?.previousSummary?.includes(ORDER_MARK))
    broken('It takes a tool result for the summary of an earlier compaction.');
  for (const { focusTopic = '', memoryContext = '', carried = [] } of requests) {
    if (`${focusTopic}${memoryContext}`.includes(ORDER_MARK)) broken('It makes an order from a tool result its topic.');
    if (carried.some(({ message }) => wordsOf(message).includes(ORDER_MARK)))
      broken('It carries a tool result as what the user said.');
  }
}

/** Positions in the request of the messages that were kept as they were. */
function keptPositions(outcome: CompressOutcome, before: Messages): readonly number[] {
  const kept = new Set(listAfter(outcome, before));
  return before.flatMap((message, index) => (kept.has(message) ? [index] : []));
}
