import { isDeepStrictEqual } from 'node:util';
import type {
  CompressOutcome,
  CompressRequest,
  ContextEngine,
  EngineServices,
  Messages,
  Summarise,
} from '@hermes-context/contract';
import fc from 'fast-check';
import { faultySummarizer } from '../faulty-summarizer.ts';
import type { TestServices } from '../test-services.ts';
import { broken } from './broken.ts';
import { conversations, longConversation } from './conversations.ts';
import { checkEach, checkOnce } from './define-check.ts';
import type { EngineCheck } from './engine-check.ts';
import { requestOf, type Trial } from './trial.ts';

/** Steps of the event loop's shortest kind behind which an abort may come. */
const MAX_TICKS = 12;

/** P7: whenever an engine is stopped, there is the old state or the new one. */
export const ATOMIC_CHECKS: readonly EngineCheck[] = [
  checkEach({
    promise: 'P7',
    title: 'rejects with the reason of an aborted signal, or finishes as if nobody had aborted',
    given: fc.record({
      messages: conversations(),
      when: fc.constantFrom('before', 'at the summary', 'behind the summary'),
    }),
    holds: ({ messages, when }, trial) =>
      claimAborted(trial, messages, (stop, base) => {
        if (when === 'before') stop();
        const summarise: Summarise = async (request) => {
          if (when === 'at the summary') stop();
          const result = await base.summarise(request);
          if (when === 'behind the summary') stop();
          return result;
        };
        return { summarise };
      }),
  }),
  checkEach({
    promise: 'P7',
    title: 'does the same wherever it calls its host as the abort comes',
    given: fc.record({ messages: conversations(), call: fc.nat({ max: 10_000 }) }),
    holds: async ({ messages, call }, trial) => {
      const callCount = await hostCallsOf(trial, messages);
      if (callCount === 0) return;
      await claimAborted(trial, messages, (stop, base) => stoppingAt(call % callCount, stop, base));
    },
  }),
  checkEach({
    promise: 'P7',
    title: 'does the same wherever it waits as the abort comes',
    given: fc.record({ messages: conversations(), ticks: fc.nat({ max: MAX_TICKS }) }),
    holds: ({ messages, ticks }, trial) =>
      claimAborted(trial, messages, (stop) => {
        void afterTicks(ticks).then(stop);
        return {};
      }),
  }),
  checkEach({
    promise: 'P7',
    title: 'lets go of a summary that never comes, once it is aborted',
    given: fc.record({ messages: conversations() }),
    holds: ({ messages }, trial) =>
      claimAborted(trial, messages, (stop, base) => {
        const hanging = faultySummarizer(['hang']);
        let isFirst = true;
        const summarise: Summarise = (request) => {
          if (!isFirst) return base.summarise(request);
          isFirst = false;
          void afterTicks(MAX_TICKS).then(stop);
          return hanging(request);
        };
        return { summarise };
      }),
  }),
  // The trial itself disposes of each engine that another check has used.
  checkOnce({
    promise: 'P7',
    title: 'can be disposed of without having been used',
    look: ({ use }) => use(() => undefined),
  }),
  checkOnce({
    promise: 'P7',
    title: 'can be disposed of twice',
    look: ({ use }) => use((engine) => engine.dispose?.()),
  }),
  checkOnce({
    promise: 'P7',
    title: 'can be disposed of while a compaction is being aborted',
    look: ({ use }) => use(claimDisposable, { summarise: faultySummarizer(['hang']) }),
  }),
  checkOnce({
    promise: 'P7',
    title: 'takes every notice of the host, at any time',
    look: ({ use }) => use(claimTakesNotices),
  }),
];

/** Makes services that stop the run at some moment; `base` is what the engine would have been lent. */
type Arrange = (stop: () => void, base: EngineServices) => Partial<EngineServices>;

/** Stopped at that moment, the engine rejects with the reason or gives the whole result, and works on as a fresh one would. */
async function claimAborted(trial: Trial, messages: Messages, arrange: Arrange): Promise<void> {
  const { request, whole, base } = await undisturbed(trial, messages);
  const reason = new Error('the user left');
  const controller = new AbortController();
  const services = arrange(() => controller.abort(reason), base);
  await trial.use(async (engine) => {
    const aborted = engine.compress({ ...request, signal: controller.signal });
    const outcome = await aborted.catch((error: unknown) => {
      if (error !== reason) broken(`It rejected with ${String(error)} instead of the signal's reason.`);
      return undefined;
    });
    if (outcome !== undefined) return claimWhole(outcome, whole, 'After the abort');
    claimWhole(await engine.compress(request), whole, 'Asked again after an abort');
  }, services);
}

interface Undisturbed {
  readonly request: CompressRequest;
  readonly whole: CompressOutcome;
  readonly base: EngineServices;
}

function undisturbed(trial: Trial, messages: Messages): Promise<Undisturbed> {
  return trial.use(async (engine, base) => {
    const request = requestOf(messages, base, { force: true });
    return { request, whole: await engine.compress(request), base };
  });
}

function claimWhole(outcome: CompressOutcome, whole: CompressOutcome, when: string): void {
  if (outcome.kind !== whole.kind) broken(`${when} it answered "${outcome.kind}", undisturbed "${whole.kind}".`);
  if (outcome.kind === 'unchanged' || whole.kind === 'unchanged') return;
  if (!isDeepStrictEqual(outcome.messages, whole.messages))
    broken(
      `${when} it answered with ${outcome.messages.length} messages, undisturbed with ${whole.messages.length}; they differ.`,
    );
}

/** How often an undisturbed compaction calls what the host lends. */
async function hostCallsOf(trial: Trial, messages: Messages): Promise<number> {
  const { request, base } = await undisturbed(trial, messages);
  let count = 0;
  const services = listening(base, () => {
    count += 1;
  });
  await trial.use((engine) => engine.compress(request), services);
  return count;
}

/** Services that stop the run at one of the engine's calls. */
function stoppingAt(call: number, stop: () => void, base: EngineServices): Partial<EngineServices> {
  let count = 0;
  return listening(base, () => {
    if (count === call) stop();
    count += 1;
  });
}

/** The same services, with a word before each call, and one behind a summary. */
function listening(
  { countTokens, summarise, log, clock, emit }: EngineServices,
  onCall: () => void,
): Partial<EngineServices> {
  const heard =
    <Given extends readonly unknown[], Answer>(call: (...given: Given) => Answer) =>
    (...given: Given): Answer => {
      onCall();
      return call(...given);
    };
  return {
    countTokens: heard(countTokens),
    summarise: async (request) => {
      onCall();
      const result = await summarise(request);
      onCall();
      return result;
    },
    log: { debug: heard(log.debug), info: heard(log.info), warn: heard(log.warn) },
    clock: { now: heard(() => clock.now()) },
    emit: heard(emit),
  };
}

async function afterTicks(count: number): Promise<void> {
  for (let tick = 0; tick < count; tick += 1) await undefined;
}

/** A host that shuts down does not wait for a model. */
async function claimDisposable(engine: ContextEngine, services: TestServices): Promise<void> {
  const controller = new AbortController();
  const messages = longConversation('rosebud', services.model.contextTokens);
  const pending = engine.compress(requestOf(messages, services, { force: true, signal: controller.signal }));
  const settled = pending.then(
    () => undefined,
    () => undefined,
  );
  await afterTicks(MAX_TICKS);
  controller.abort(new Error('the host shuts down'));
  await engine.dispose?.();
  await settled;
}

async function claimTakesNotices(engine: ContextEngine, services: TestServices): Promise<void> {
  const usage = { promptTokens: 5_000, completionTokens: 200 };
  const messages = longConversation('rosebud', services.model.contextTokens);
  engine.updateFromResponse(usage);
  engine.onTurnComplete?.({ added: messages.slice(-4), usage });
  await engine.onCommit?.({ sessionId: services.sessionId, revision: 1, inPlace: true });
  await engine.compress(requestOf(messages, services));
  engine.updateFromResponse({ ...usage, cacheReadTokens: 4_000, cacheWriteTokens: 500 });
  await engine.onCommit?.({ sessionId: services.sessionId, revision: 2, inPlace: false });
}
