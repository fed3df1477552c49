import { pruneMessages } from '@hermes-context/compressor';
import type {
  CompressOutcome,
  CompressReport,
  ContextEngine,
  Messages,
  Repair,
  Summarise,
  SummaryAttempt,
} from '@hermes-context/contract';
import { estimateMessagesTokens, estimateToolTokens, repairMessages } from '@hermes-context/messages';
import type { CompressOptions } from './options.ts';

/** One stage on the way from the file to the result. */
export interface Phase {
  readonly phase: 'read' | 'repaired' | 'pruned' | 'compressed';
  readonly messages: number;
  readonly tokens: number;
}

/** A conversation after an engine had its turn. */
export interface Compression {
  readonly outcome: CompressOutcome;
  /** What leaves: compressed, or as read and repaired. Valid for a provider. */
  readonly messages: Messages;
  readonly repairs: readonly Repair[];
  readonly warnings: readonly string[];
  readonly phases: readonly Phase[];
  readonly pruned: { readonly results: number; readonly tokens: number };
  readonly summaryMs: number;
  readonly engineMs: number;
}

/** What there is to compress, and with what. */
export interface CompressionJob {
  readonly messages: Messages;
  readonly tools: readonly unknown[];
  readonly engine: ContextEngine;
  /** Measures the time of the summary call; the engine was made with it. */
  readonly summaryClock: SummaryClock;
  readonly options: Pick<CompressOptions, 'force' | 'focusTopic'>;
  /** How the engine clears results, for measuring what that alone came to. */
  readonly pruneStyle: 'informative' | 'plain';
  readonly signal: AbortSignal;
}

/** Repair, ask the engine, repair what it returns. Nothing but the summary call takes the engine outside this process. */
export async function compressConversation(job: CompressionJob): Promise<Compression> {
  const { messages: before, engine, options, signal } = job;
  const input = repairMessages(before);
  const overheadTokens = estimateToolTokens(job.tools);
  const promptTokens = estimateMessagesTokens(input.messages) + overheadTokens;

  const started = performance.now();
  const outcome = await runEngine(engine, {
    messages: input.messages,
    promptTokens,
    overheadTokens,
    signal,
    ...(options.force === undefined ? {} : { force: options.force }),
    ...(options.focusTopic === undefined ? {} : { focusTopic: options.focusTopic }),
  });
  const elapsedMs = performance.now() - started;

  const output = repairMessages(outcome.kind === 'compressed' ? outcome.messages : input.messages);
  const report = outcome.kind === 'compressed' ? outcome.report : undefined;
  const pruned = phaseOne(input.messages, report, job.pruneStyle);
  return {
    outcome,
    messages: output.messages,
    repairs: [...input.repairs, ...(report?.repairs ?? []), ...output.repairs],
    warnings: report?.warnings ?? (outcome.kind === 'unchanged' ? (outcome.warnings ?? []) : []),
    phases: [
      phaseOf('read', before),
      phaseOf('repaired', input.messages),
      ...(report === undefined
        ? []
        : [{ phase: 'pruned' as const, messages: input.messages.length, tokens: pruned.after }]),
      phaseOf('compressed', output.messages),
    ],
    pruned: { results: report?.pruned.results ?? 0, tokens: pruned.saved },
    summaryMs: job.summaryClock.elapsedMs(),
    engineMs: Math.max(0, elapsedMs - job.summaryClock.elapsedMs()),
  };
}

type EngineRequest = Parameters<ContextEngine['compress']>[0] & { readonly promptTokens: number };

async function runEngine(engine: ContextEngine, request: EngineRequest): Promise<CompressOutcome> {
  if (request.force !== true && !engine.shouldCompress(request.promptTokens))
    return notDue(engine, request.promptTokens);
  return engine.compress(request);
}

function notDue(engine: ContextEngine, promptTokens: number): CompressOutcome {
  const threshold = engine.status?.().thresholdTokens;
  const limit = threshold === undefined ? '' : `, threshold ${threshold.toLocaleString('en-US')}`;
  const isOff = threshold !== undefined && promptTokens >= threshold;
  return {
    kind: 'unchanged',
    reason: isOff ? 'disabled' : 'below-threshold',
    detail: isOff
      ? 'The engine does not want to compress: compression.enabled is false. --force overrides it.'
      : `The request is about ${promptTokens.toLocaleString('en-US')} tokens${limit}. --force compresses it all the same.`,
  };
}

function phaseOf(phase: Phase['phase'], messages: Messages): Phase {
  return { phase, messages: messages.length, tokens: estimateMessagesTokens(messages) };
}

/** What phase 1 alone came to, measured again here so that an engine need not count what no decision asks for. */
function phaseOne(
  messages: Messages,
  report: CompressReport | undefined,
  style: CompressionJob['pruneStyle'],
): { readonly after: number; readonly saved: number } {
  const before = estimateMessagesTokens(messages);
  if (report === undefined) return { after: before, saved: 0 };
  const { tailStart } = report.boundaries;
  const after = estimateMessagesTokens(pruneMessages(messages, { tailStart, style }).messages);
  return { after, saved: before - after };
}

/** Measures a summarizer, and remembers what it tried. */
export interface SummaryClock {
  readonly summarise: Summarise;
  elapsedMs(): number;
  attempts(): readonly SummaryAttempt[];
}

/** Wrap a summarizer so that its time can be told from the engine's. */
export function timeSummaries(summarise: Summarise): SummaryClock {
  let elapsed = 0;
  const attempts: SummaryAttempt[] = [];
  return {
    elapsedMs: () => elapsed,
    attempts: () => attempts,
    summarise: async (request) => {
      const started = performance.now();
      try {
        const result = await summarise(request);
        attempts.push(...result.attempts);
        return result;
      } finally {
        elapsed += performance.now() - started;
      }
    },
  };
}
