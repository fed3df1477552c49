import { type CompressRequest, ContextHostError, type Messages } from '@hermes-context/contract';
import { describeCause, withDeadline } from '@hermes-context/core';
import { repairMessages } from '@hermes-context/messages';
import { type Busy, type CommitResult, type LiveList, type Receipt, SessionInputError } from '@hermes-context/sessions';
import type { CompactionRefusal, CompactionReport, ListCompactionReport, TriggerSite } from '../compaction-report.ts';
import type { EngineDesk } from '../engine-desk.ts';
import { followPins, type PinParts, preparePins } from '../pins/prepare-pins.ts';
import { askEngine, type EngineAnswer, type EngineWork, engineFailed } from './ask-engine.ts';
import { freezeDeeply } from './freeze-deeply.ts';
import { type HeldLease, holdLease } from './hold-lease.ts';
import { openCallMessages } from './open-calls.ts';
import { rebuildSystem } from './rebuild-system.ts';
import type { SummaryMeter } from './summary-meter.ts';

/** Time for a host to build its system prompt: the lease is held meanwhile. */
const SYSTEM_PROMPT_TIMEOUT_MS = 10_000;

/** What one compaction is made with. */
export interface CompactionParts extends PinParts {
  readonly desk: EngineDesk;
  readonly meter: SummaryMeter;
  /** Who compacts, for a person who wonders why the session is busy. */
  readonly holder: string;
  /** Name of the model that holds the conversation. */
  readonly model: string;
  readonly inPlace: boolean;
  readonly timeoutMs: number;
  readonly leaseTtlMs: number;
  /** The system prompt as it would be built today; `undefined` for none. */
  readonly systemPrompt: () => Promise<string | undefined>;
}

/** What is to be compacted, and why. */
export interface CompactionJob {
  readonly sessionId: string;
  readonly site: TriggerSite;
  readonly work: EngineWork;
  readonly promptTokens: number;
  /** Part of `promptTokens` that no compaction shrinks, in tokens. */
  readonly overheadTokens: number;
  readonly force: boolean;
  readonly focusTopic?: string;
  readonly signal: AbortSignal;
}

/**
 * One compaction as a transaction: lease, the engine on a frozen list, the gate, the commit, in this order and in bounded
 * time. Whatever happens, the session has its old list or the new one. Never throws: what went wrong is in the report.
 */
export async function compactSession(parts: CompactionParts, job: CompactionJob): Promise<ListCompactionReport> {
  const started = performance.now();
  const attempt = await attemptCompaction(parts, job);
  const common = {
    site: job.site,
    summaryUsage: parts.meter.takeUsage(),
    ms: Math.round(performance.now() - started),
  };
  return { ...attempt, ...common };
}

type Attempt =
  | Omit<Extract<CompactionReport, { kind: 'compacted' }>, 'site' | 'summaryUsage' | 'ms'>
  | Omit<Extract<CompactionReport, { kind: 'unchanged' }>, 'site' | 'summaryUsage' | 'ms'>;

async function attemptCompaction(parts: CompactionParts, job: CompactionJob): Promise<Attempt> {
  const { store, desk, holder, leaseTtlMs: ttlMs } = parts;
  if (desk.isBusy)
    return unchanged('busy', `The engine "${desk.name}" still works on an earlier compaction of this session.`);
  try {
    const taken = await holdLease(store, { sessionId: job.sessionId, holder, ttlMs, signal: job.signal });
    if (taken.kind === 'busy') return busy(taken);
    try {
      return await underLease(parts, job, taken.held);
    } finally {
      await taken.held.release();
    }
  } catch (error) {
    return unchanged(
      'store-failed',
      `The session store failed, and the conversation stays as it is. ${explain(error)}`,
    );
  }
}

async function underLease(parts: CompactionParts, job: CompactionJob, held: HeldLease): Promise<Attempt> {
  const { store, desk } = parts;
  const list = await store.load(job.sessionId);
  // What is cut behind the system prompt leaves it, and the provider's cache of it, as they are.
  const rebuilt: Rebuilt =
    job.work === 'prune' ? { messages: list.messages, warnings: [] } : await rebuiltMessages(list.messages, parts);
  const { messages, task: pins } = await preparePins(parts, list, rebuilt.messages);
  const { request, pinned } = requestFor(job, { messages, signal: held.signal });
  const started = performance.now();
  const question = { desk, request, pinned, timeoutMs: parts.timeoutMs, work: job.work };
  const answer = withWarnings(await askEngine(pins === undefined ? question : { ...question, pins }), rebuilt.warnings);
  if (held.isLost()) return leaseLost();
  if (answer.kind === 'unchanged') return unchanged(answer.reason, answer.detail, answer.warnings);
  const commit = store.commit({
    sessionId: job.sessionId,
    expectedRevision: list.revision,
    expectedSequence: list.sequence,
    outcome: { kind: 'compressed', messages: answer.messages },
    lease: held.lease,
    key: `${job.sessionId}:${list.revision}:${held.lease.fence}`,
    engine: desk.name,
    model: parts.model,
    durationMs: Math.round(performance.now() - started),
    inPlace: parts.inPlace,
  });
  const committed = await commit.catch(refusedMessages);
  // The messages are the engine's: nothing is wrong with the store.
  if (committed instanceof SessionInputError) return engineFailed(desk, explain(committed));
  if (committed.kind === 'committed' || committed.kind === 'repeated') await followPins(parts, committed.receipt, list);
  return concluded(committed, { answer, list, desk });
}

/** @throws What is no refusal of the messages that were to be stored. */
function refusedMessages(error: unknown): SessionInputError {
  if (error instanceof SessionInputError) return error;
  throw error;
}

interface Rebuilt {
  readonly messages: Messages;
  readonly warnings: readonly string[];
}

/** The list with its system prompt built anew; a host that cannot build it keeps the one it has. */
async function rebuiltMessages(messages: Messages, { systemPrompt }: CompactionParts): Promise<Rebuilt> {
  try {
    const built = await withDeadline(systemPrompt(), SYSTEM_PROMPT_TIMEOUT_MS);
    if (built.kind === 'settled') return { messages: rebuildSystem(messages, built.value), warnings: [] };
    return keepStored(messages, `It was not there after ${SYSTEM_PROMPT_TIMEOUT_MS / 1_000} s.`);
  } catch (error) {
    return keepStored(messages, describeCause(error));
  }
}

function keepStored(messages: Messages, why: string): Rebuilt {
  return { messages, warnings: [`The system prompt could not be built anew, so the stored one stays. ${why}`] };
}

function withWarnings(answer: EngineAnswer, warnings: readonly string[]): EngineAnswer {
  return { ...answer, warnings: [...warnings, ...answer.warnings] };
}

interface Request {
  readonly request: CompressRequest;
  readonly pinned: ReadonlySet<Messages[number]>;
}

function requestFor(
  job: CompactionJob,
  { messages, signal }: { readonly messages: Messages; readonly signal: AbortSignal },
): Request {
  const pinned = new Set(openCallMessages(messages));
  const repaired = repairMessages(messages, { pinned }).messages;
  const pins = repaired.flatMap((message, index) => (pinned.has(message) ? [index] : []));
  const request: CompressRequest = {
    messages: freezeDeeply(repaired),
    promptTokens: job.promptTokens,
    overheadTokens: job.overheadTokens,
    signal,
    ...(job.force ? { force: true } : {}),
    ...(job.focusTopic === undefined ? {} : { focusTopic: job.focusTopic }),
    ...(pins.length === 0 ? {} : { pins }),
  };
  return { request, pinned };
}

interface Conclusion {
  readonly answer: Extract<EngineAnswer, { kind: 'compressed' }>;
  readonly list: LiveList;
  readonly desk: EngineDesk;
}

async function concluded(result: CommitResult, { answer, list, desk }: Conclusion): Promise<Attempt> {
  switch (result.kind) {
    case 'committed':
    case 'repeated':
      await desk.onCommit(receiptFor(result.receipt));
      return compacted(result.receipt, answer);
    case 'conflict':
      return unchanged(
        'conflict',
        `The list was changed by somebody else while the engine worked (revision ${list.revision} is now ${result.revision}); the result is discarded.`,
      );
    case 'continued':
      return unchanged(
        'conflict',
        `The session was continued as ${result.by} while the engine worked; the result is discarded.`,
      );
    case 'lease-lost':
      return leaseLost();
  }
}

function receiptFor({ sessionId, revision, inPlace }: Receipt) {
  return { sessionId, revision, inPlace };
}

function compacted(receipt: Receipt, { summary, pins, warnings }: Conclusion['answer']): Attempt {
  const parts = { ...(summary === undefined ? {} : { summary }), ...(pins === undefined ? {} : { pins }) };
  return { kind: 'compacted', receipt, warnings, ...parts };
}

function busy({ holder, ageMs, endsInMs }: Busy): Attempt {
  const seconds = (ms: number): number => Math.max(0, Math.round(ms / 1000));
  return unchanged(
    'busy',
    `The session is being compacted by ${holder} for ${seconds(ageMs)} s; its lease ends in ${seconds(endsInMs)} s unless it is renewed.`,
  );
}

function leaseLost(): Attempt {
  return unchanged('lease-lost', 'The lease on the session ended while the engine worked; the result is discarded.');
}

function unchanged(reason: CompactionRefusal, detail: string, warnings: readonly string[] = []): Attempt {
  return { kind: 'unchanged', reason, detail, warnings };
}

function explain(error: unknown): string {
  if (!ContextHostError.is(error)) return describeCause(error);
  const { what, why, fix } = error.explanation;
  return `${what} ${why} ${fix}`;
}
