import type { LoadedConfig } from '@hermes-context/config';
import type { Messages, Repair, Summarise, SummaryAttempt } from '@hermes-context/contract';
import {
  estimateMessagesTokens,
  type TokenCategory,
  tokensByCategory,
  type Violation,
  validateAnthropic,
  validateOpenAiChat,
} from '@hermes-context/messages';
import { readTranscript, type TranscriptFormat } from '@hermes-context/providers';
import { createSummarizer } from '@hermes-context/summarizer';
import type { Io } from '../io.ts';
import { listModels } from '../list-models.ts';
import { readInput } from '../read-input.ts';
import { chooseRoutes, type RouteChoice } from '../summary-routes.ts';
import { type Compression, compressConversation, type Phase, timeSummaries } from './compress-conversation.ts';
import { openConfig, openEngine } from './open-engine.ts';
import type { CompressOptions } from './options.ts';
import type { Progress } from './progress.ts';

/** How large a list is. Tokens are an estimate, within about a tenth (docs/token-estimate.md). */
export interface ListSize {
  readonly messages: number;
  readonly tokens: number;
}

/** What `hermes compress --json` prints. Stable: fields are added, never renamed. */
export interface CompressResult {
  readonly engine: string;
  readonly outcome: 'compressed' | 'unchanged';
  /** Why nothing changed, or what could not be reduced: a code, then a sentence. */
  readonly reason?: string;
  readonly before: ListSize;
  readonly after: ListSize;
  /** Tool results cleared by phase 1, and what it saved before the summary. */
  readonly pruned: { readonly results: number; readonly tokens: number };
  /** Head `[0, headEnd)` and tail `[tailStart, …)` of the list before; both its length when nothing was summarised. */
  readonly boundaries: { readonly headEnd: number; readonly tailStart: number };
  readonly summary: { readonly source: 'model' | 'extractive'; readonly tokens: number } | null;
  /** Violations of the result; empty is good. */
  readonly valid: { readonly openai: readonly Violation[]; readonly anthropic: readonly Violation[] };
  readonly repairs: readonly Repair[];
  readonly warnings: readonly string[];
  /** Milliseconds. `engine` is without the summary call. */
  readonly ms: { readonly read: number; readonly engine: number; readonly summary: number; readonly total: number };
  readonly format: TranscriptFormat;
  readonly model: { readonly name: string; readonly contextTokens: number; readonly source: string };
  readonly thresholdTokens: number | null;
  readonly phases: readonly Phase[];
  readonly categories: Readonly<Record<'before' | 'after', Readonly<Record<TokenCategory, number>>>>;
  readonly attempts: readonly SummaryAttempt[];
}

/** A result, and the file's text with the messages that leave. */
export interface CompressedFile {
  readonly result: CompressResult;
  /** In the format of the file that was read. */
  readonly text: string;
}

/**
 * Read a transcript, run an engine over it, and say what came of it. Writes nothing.
 *
 * @throws ContextHostError for a file, a configuration or an option that must be corrected first.
 */
export async function compressFile(
  options: CompressOptions,
  { io, signal, progress }: { readonly io: Io; readonly signal: AbortSignal; readonly progress: Progress },
): Promise<CompressedFile> {
  const started = performance.now();
  progress.show('Reading');
  const loaded = await openConfig(io);
  const transcript = readTranscript(await readInput(options.file, io));
  const readMs = performance.now() - started;

  const routes = await routesFor(options, loaded, io);
  const clock = timeSummaries(summarizerFor(routes, loaded, progress));
  const open = await openEngine(options, loaded, { summarise: clock.summarise, io });
  progress.show('Compressing');
  const compression = await compressConversation({
    messages: transcript.messages,
    tools: transcript.tools,
    engine: open.engine,
    summaryClock: clock,
    options,
    pruneStyle: loaded.config.compression.prune_style,
    signal,
  });
  const thresholdTokens = open.engine.status?.().thresholdTokens ?? null;
  await open.engine.dispose?.();

  const { messages } = compression;
  const result: CompressResult = {
    engine: open.name,
    ...describeOutcome(compression, transcript.messages),
    valid: { openai: validateOpenAiChat(messages), anthropic: validateAnthropic(messages) },
    repairs: compression.repairs,
    warnings: [
      ...loaded.warnings.map((warning) => `${warning.what} ${warning.fix}`),
      ...transcript.warnings,
      ...open.warnings,
      ...routes.warnings,
      ...compression.warnings,
    ],
    ms: timesOf(compression, { readMs, started }),
    format: transcript.format,
    model: { name: open.model.name, contextTokens: open.model.contextTokens, source: open.windowSource },
    thresholdTokens,
    phases: compression.phases,
    categories: { before: tokensByCategory(transcript.messages), after: tokensByCategory(messages) },
    attempts: clock.attempts(),
  };
  return { result, text: transcript.write(messages) };
}

async function routesFor(options: CompressOptions, { config }: LoadedConfig, io: Io): Promise<RouteChoice> {
  if (options.local === true || options.dryRun === true) return { routes: [], warnings: [] };
  const mainModel = options.model ?? config.model.default ?? undefined;
  return chooseRoutes({ config, env: io.env, mainModel, listModels });
}

function summarizerFor({ routes }: RouteChoice, { config }: LoadedConfig, progress: Progress): Summarise {
  return createSummarizer({
    routes,
    idleTimeoutMs: config.auxiliary.compression.timeout * 1_000,
    now: () => Date.now(),
    onProgress: ({ phase, chunk, chunks, receivedChars }) => {
      const part = chunks > 1 ? ` part ${chunk} of ${chunks}` : '';
      const received = `${receivedChars.toLocaleString('en-US')} characters so far`;
      progress.show(phase === 'model' ? `Summarising${part}, ${received}` : 'Extracting a summary');
    },
  });
}

function timesOf(
  { engineMs, summaryMs }: Compression,
  { readMs, started }: { readonly readMs: number; readonly started: number },
): CompressResult['ms'] {
  const [read, engine, summary, total] = [readMs, engineMs, summaryMs, performance.now() - started].map(Math.round);
  return { read: read ?? 0, engine: engine ?? 0, summary: summary ?? 0, total: total ?? 0 };
}

type OutcomeFields = Pick<
  CompressResult,
  'outcome' | 'reason' | 'before' | 'after' | 'pruned' | 'boundaries' | 'summary'
>;

function describeOutcome({ outcome, messages, pruned }: Compression, read: Messages): OutcomeFields {
  const report = outcome.kind === 'compressed' ? outcome.report : undefined;
  const reason = outcome.kind === 'unchanged' ? unchangedReason(outcome) : report?.shortfall;
  return {
    outcome: outcome.kind,
    ...(reason === undefined ? {} : { reason }),
    before: sizeOf(read),
    after: sizeOf(messages),
    pruned,
    boundaries: report?.boundaries ?? { headEnd: messages.length, tailStart: messages.length },
    summary: report?.summary === undefined ? null : { source: report.summary.source, tokens: report.summary.tokens },
  };
}

function unchangedReason({ reason, detail }: { readonly reason: string; readonly detail?: string }): string {
  return detail === undefined ? reason : `${reason}: ${detail}`;
}

function sizeOf(messages: Messages): ListSize {
  return { messages: messages.length, tokens: estimateMessagesTokens(messages) };
}
