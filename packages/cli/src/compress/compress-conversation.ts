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
import { inFileIndices } from './file-indices.ts';
import type { CompressOptions } from './options.ts';
import { type EngineRun, runEngine } from './run-engine.ts';

/** One stage on the way from the file to the result. */
export interface Phase {
  readonly phase: 'read' | 'repaired' | 'pruned' | 'compressed';
  readonly messages: number;
  readonly tokens: number;
}

/** A conversation after an engine had its turn. */
export interface Compression {
  readonly outcome: CompressOutcome;
  /** The engine's report, in indices of the messages as read. */
  readonly report: CompressReport | undefined;
  /** Tool definitions, in tokens: part of every request. */
  readonly overheadTokens: number;
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
  readonly engineName: string;
  readonly isEnabled: boolean;
  /** Measures the time of the summary call; the engine was made with it. */
  readonly summaryClock: SummaryClock;
  readonly options: Pick<CompressOptions, 'force' | 'focusTopic'>;
  /** How the built-in engine clears results, for measuring what that alone came to; absent for others. */
  readonly pruneStyle: 'informative' | 'plain' | undefined;
  readonly signal: AbortSignal;
}

/** Repair, ask the engine, check and repair what it returns. All indices are those of the messages given. */
export async function compressConversation(job: CompressionJob): Promise<Compression> {
  const before = job.messages;
  const input = repairMessages(before);
  const overheadTokens = estimateToolTokens(job.tools);
  const request = requestFor(job, { messages: input.messages, overheadTokens });
  const started = performance.now();
  const outcome = await runEngine({ engine: job.engine, name: job.engineName, isEnabled: job.isEnabled, request });
  const elapsedMs = performance.now() - started;

  const output = repairMessages(outcome.kind === 'compressed' ? outcome.messages : input.messages);
  const own = outcome.kind === 'compressed' ? outcome.report : undefined;
  const report = own && inFileIndices(own, { file: before, repaired: input.messages });
  const pruned = own && job.pruneStyle && phaseOne(input.messages, own, job.pruneStyle);
  return {
    outcome,
    report,
    messages: output.messages,
    overheadTokens,
    repairs: [...input.repairs, ...(report?.repairs ?? []), ...output.repairs],
    warnings: report?.warnings ?? warningsOf(outcome),
    phases: [
      phaseOf('read', before),
      phaseOf('repaired', input.messages),
      ...(pruned === undefined ? [] : [{ ...phaseOf('pruned', input.messages), tokens: pruned.after }]),
      phaseOf('compressed', output.messages),
    ],
    pruned: { results: report?.pruned.results ?? 0, tokens: pruned?.saved ?? 0 },
    summaryMs: job.summaryClock.elapsedMs(),
    engineMs: Math.max(0, elapsedMs - job.summaryClock.elapsedMs()),
  };
}

function requestFor(
  { options, signal }: CompressionJob,
  { messages, overheadTokens }: { readonly messages: Messages; readonly overheadTokens: number },
): EngineRun['request'] {
  return {
    messages,
    promptTokens: estimateMessagesTokens(messages) + overheadTokens,
    overheadTokens,
    signal,
    ...(options.force === undefined ? {} : { force: options.force }),
    ...(options.focusTopic === undefined ? {} : { focusTopic: options.focusTopic }),
  };
}

function warningsOf(outcome: CompressOutcome): readonly string[] {
  return outcome.kind === 'unchanged' ? (outcome.warnings ?? []) : [];
}

function phaseOf(phase: Phase['phase'], messages: Messages): Phase {
  return { phase, messages: messages.length, tokens: estimateMessagesTokens(messages) };
}

/** What phase 1 alone came to, measured again here so that the engine need not count what no decision asks for. */
function phaseOne(
  messages: Messages,
  { boundaries }: CompressReport,
  style: 'informative' | 'plain',
): { readonly after: number; readonly saved: number } {
  const after = estimateMessagesTokens(pruneMessages(messages, { tailStart: boundaries.tailStart, style }).messages);
  return { after, saved: estimateMessagesTokens(messages) - after };
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
