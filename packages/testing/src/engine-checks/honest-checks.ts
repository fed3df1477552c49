import type {
  CompressOutcome,
  CompressReport,
  ContextEngine,
  Messages,
  Summarise,
  UnchangedReason,
} from '@hermes-context/contract';
import { isBlank, isSummary, summaryBody } from '@hermes-context/messages';
import fc from 'fast-check';
import { faultySummarizer, SUMMARY_FAULTS, type SummaryFault } from '../faulty-summarizer.ts';
import { scrambledTranscript } from '../scrambled-transcript.ts';
import type { TestServices } from '../test-services.ts';
import { broken } from './broken.ts';
import { claimOwnWords } from './claim-own-words.ts';
import { conversations, longConversation, requests } from './conversations.ts';
import { checkEach, checkOnce } from './define-check.ts';
import type { EngineCheck } from './engine-check.ts';
import { claimLastUser, claimProgress, claimReason, claimValid } from './list-claims.ts';
import { listAfter, requestOf } from './trial.ts';
import { triggerOf } from './trigger-checks.ts';

/** Faults that end by themselves; of those that wait for an abort, P7 speaks. */
const ENDING_FAULTS = SUMMARY_FAULTS.filter((fault) => fault !== 'hang');
/** Faults of a summarizer that breaks its own contract: an engine may let them through. */
const THROWING: ReadonlySet<SummaryFault> = new Set(['throw', 'reject']);
/** Texts that an engine cannot tell from a summary. */
const PLAUSIBLE: ReadonlySet<SummaryFault> = new Set(['refusal-text', 'cut-text', 'tool-call-text', 'echo-text']);

/** More calls than an engine may make; the check of P3 counts them. */
const MOST_CALLS = 20;

/** Several at a time, so that each comes up often enough. */
const someFaults = fc.array(fc.constantFrom(...ENDING_FAULTS), { minLength: 1, maxLength: 4, size: 'max' });

/** P4: whatever an engine does not do has a reason that the user can see. */
export const HONEST_CHECKS: readonly EngineCheck[] = [
  checkEach({
    promise: 'P4',
    title: 'gives a reason of the contract where it leaves the list alone',
    given: requests(),
    holds: async ({ messages, request }, { compress }) => claimReason(await compress(messages, request)),
  }),
  checkEach({
    promise: 'P4',
    title: 'throws nothing at lists that are broken',
    given: fc.record({ messages: scrambledTranscript(), force: fc.boolean() }),
    holds: ({ messages, force }, { use }) =>
      use(async (engine, services) => {
        const outcome = await engine.compress(requestOf(messages, services, { force }));
        claimProgress(outcome, messages, services.countTokens);
      }),
  }),
  checkEach({
    promise: 'P4',
    title: 'keeps its promises, and says so, when no summary can be had',
    given: fc.record({ messages: conversations(), faults: someFaults }),
    holds: async ({ messages, faults }, { use }) => {
      for (const fault of faults) {
        const failing = Array.from({ length: messages.length + MOST_CALLS }, () => fault);
        const { summarise, wasAsked } = noticing(faultySummarizer(failing));
        await use(
          async (engine, services) => {
            const outcome = await compressInTrouble(engine, { messages, faults: [fault], services });
            if (outcome !== undefined && wasAsked() && !PLAUSIBLE.has(fault)) claimSaid(outcome, services);
          },
          { summarise },
        );
      }
    },
  }),
  checkEach({
    promise: 'P4',
    title: 'comes through several faults in a row, and works afterwards',
    given: fc.record({ messages: conversations(), faults: someFaults }),
    holds: ({ messages, faults }, { use }) =>
      use(
        async (engine, services) => {
          for (const _ of faults) await compressInTrouble(engine, { messages, faults, services });
          const outcome = await engine.compress(requestOf(messages, services, { force: true }));
          claimSound(outcome, messages, services);
        },
        { summarise: faultySummarizer(faults) },
      ),
  }),
  checkEach({
    promise: 'P4',
    title: 'puts no words into the mouth of a person',
    given: requests(),
    holds: async ({ messages, request }, { compress }) => {
      claimOwnWords(listAfter(await compress(messages, request), messages), messages);
    },
  }),
  checkEach({
    promise: 'P4',
    title: 'compresses nothing where it says that there is nothing to compress, if it says so',
    given: fc.record({ messages: conversations() }),
    holds: async ({ messages }, { use, compress }) => {
      const hasContent = await use((engine) => engine.hasContentToCompress?.(messages));
      if (hasContent !== false) return;
      const outcome = await compress(messages);
      if (outcome.kind === 'compressed') broken('hasContentToCompress is false, yet compress found something.');
    },
  }),
  checkOnce({
    promise: 'P4',
    title: 'asks where its status says that it asks, if it has a status',
    look: ({ use }) =>
      use((engine) => {
        const status = engine.status?.();
        if (status === undefined) return;
        const trigger = triggerOf(engine);
        if (Math.ceil(status.thresholdTokens) !== trigger)
          broken(`status() says ${status.thresholdTokens} tokens, but it asks from ${trigger} on.`);
      }),
  }),
  checkOnce({
    promise: 'P4',
    title: 'counts its compactions in its status, if it has one',
    look: ({ use }) => use(claimCounts),
  }),
];

/** A summarizer that remembers whether it was asked at all. */
function noticing(answer: Summarise): { readonly summarise: Summarise; readonly wasAsked: () => boolean } {
  let asked = false;
  const summarise: Summarise = (request) => {
    asked = true;
    return answer(request);
  };
  return { summarise, wasAsked: () => asked };
}

/** One compaction with a fault on its way; what came of it, or nothing where the engine let a broken summarizer through. */
async function compressInTrouble(
  engine: ContextEngine,
  { messages, faults, services }: Trouble,
): Promise<CompressOutcome | undefined> {
  const given = engine.compress(requestOf(messages, services, { force: true }));
  const outcome = await given.catch((error: unknown) => {
    if (faults.some((fault) => THROWING.has(fault))) return undefined;
    throw error;
  });
  if (outcome !== undefined) claimSound(outcome, messages, services);
  return outcome;
}

interface Trouble {
  readonly messages: Messages;
  readonly faults: readonly SummaryFault[];
  readonly services: TestServices;
}

/** What holds of every outcome, whatever happened on its way. */
function claimSound(outcome: CompressOutcome, before: Messages, { countTokens }: TestServices): void {
  claimProgress(outcome, before, countTokens);
  if (outcome.kind === 'unchanged') return;
  claimLastUser(outcome.messages, before);
  claimValid(outcome.messages);
  const given = new Set(before);
  const empty = outcome.messages.find(
    (message) => !given.has(message) && isSummary(message) && isBlank(summaryBody(message) ?? ''),
  );
  if (empty !== undefined) broken('A summary without a word stands where messages were.');
}

/** No summary was had: the outcome, the log or an event must tell. */
function claimSaid(outcome: CompressOutcome, { recorded: { log, events } }: TestServices): void {
  if (events.length > 0 || log.some(({ level }) => level === 'warn')) return;
  switch (outcome.kind) {
    case 'unchanged':
      if (!SAYING.has(outcome.reason) && outcome.cause === undefined && (outcome.warnings ?? []).length === 0)
        broken(`It asked for a summary and got none, yet the reason it gives is "${outcome.reason}".`);
      break;
    case 'compressed':
      if (!isSaidIn(outcome.report))
        broken('It asked for a summary, got none, compressed without one, and says nothing of it.');
      break;
  }
}

/** Reasons that tell of a summary that failed or was worth nothing. */
const SAYING: ReadonlySet<UnchangedReason> = new Set(['summary-failed', 'engine-failed', 'no-progress', 'ineffective']);

function isSaidIn(report: CompressReport | undefined): boolean {
  if (report === undefined) return false;
  const failed = report.summary?.attempts.some(({ outcome }) => outcome !== 'ok') ?? false;
  return failed || report.warnings.length > 0;
}

async function claimCounts(engine: ContextEngine, services: TestServices): Promise<void> {
  if (engine.status === undefined) return;
  const counts = [engine.status().compressionCount];
  if (counts[0] !== 0) broken(`status() counts ${counts[0]} compactions before the first.`);
  const messages = longConversation('rosebud', services.model.contextTokens);
  const outcome = await engine.compress(requestOf(messages, services, { force: true }));
  if (outcome.kind === 'unchanged') return;
  await engine.onCommit?.({ sessionId: services.sessionId, revision: 1, inPlace: true });
  const { compressionCount } = engine.status();
  if (compressionCount < 1) broken(`status() counts ${compressionCount} compactions after the first.`);
}
