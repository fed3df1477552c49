import type { LoadedConfig } from '@hermes-context/config';
import type { Messages, Repair, SummaryAttempt } from '@hermes-context/contract';
import type { RouteChoice } from '@hermes-context/host';
import {
  estimateMessagesTokens,
  type TokenCategory,
  tokensByCategory,
  type Violation,
  validateAnthropic,
  validateOpenAiChat,
} from '@hermes-context/messages';
import type { Transcript, TranscriptFormat } from '@hermes-context/providers';
import type { Compression, Phase } from './compress-conversation.ts';
import type { OpenEngine } from './open-engine.ts';

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
  /** Head `[0, headEnd)` and tail `[tailStart, …)`, as indices of the file's messages; both their number when nothing was summarised. */
  readonly boundaries: { readonly headEnd: number; readonly tailStart: number };
  readonly summary: { readonly source: 'model' | 'extractive'; readonly tokens: number } | null;
  /** Violations of the result; empty is good. */
  readonly valid: { readonly openai: readonly Violation[]; readonly anthropic: readonly Violation[] };
  /** Indices are those of the file's messages. */
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

/** Everything that one run came to. */
export interface RunFacts {
  readonly loaded: LoadedConfig;
  readonly transcript: Transcript;
  readonly routes: RouteChoice;
  readonly open: OpenEngine;
  readonly compression: Compression;
  readonly thresholdTokens: number | null;
  readonly attempts: readonly SummaryAttempt[];
  readonly timing: { readonly readMs: number; readonly totalMs: number };
}

/** The run as the one object that is printed. Pure. */
export function describeResult(facts: RunFacts): CompressResult {
  const { loaded, transcript, routes, open, compression, thresholdTokens } = facts;
  const { messages } = compression;
  return {
    engine: open.name,
    ...describeOutcome(compression, { read: transcript.messages, thresholdTokens }),
    valid: { openai: validateOpenAiChat(messages), anthropic: validateAnthropic(messages) },
    repairs: compression.repairs,
    warnings: [
      ...loaded.warnings.map((warning) => `${warning.what} ${warning.fix}`),
      ...transcript.warnings,
      ...open.warnings,
      ...routes.warnings,
      ...compression.warnings,
    ],
    ms: {
      read: Math.round(facts.timing.readMs),
      engine: Math.round(compression.engineMs),
      summary: Math.round(compression.summaryMs),
      total: Math.round(facts.timing.totalMs),
    },
    format: transcript.format,
    model: { name: open.model.name, contextTokens: open.model.contextTokens, source: open.windowSource },
    thresholdTokens,
    phases: compression.phases,
    categories: { before: tokensByCategory(transcript.messages), after: tokensByCategory(messages) },
    attempts: facts.attempts,
  };
}

type OutcomeFields = Pick<
  CompressResult,
  'outcome' | 'reason' | 'before' | 'after' | 'pruned' | 'boundaries' | 'summary'
>;

function describeOutcome(
  { outcome, report, messages, pruned, overheadTokens }: Compression,
  { read, thresholdTokens }: { readonly read: Messages; readonly thresholdTokens: number | null },
): OutcomeFields {
  const after = sizeOf(messages);
  const isShort = thresholdTokens === null || after.tokens + overheadTokens < thresholdTokens;
  const shortfall = isShort
    ? undefined
    : `Still about ${after.tokens + overheadTokens} tokens, threshold ${thresholdTokens}; the engine left it at that.`;
  const reason = outcome.kind === 'unchanged' ? unchangedReason(outcome) : (report?.shortfall ?? shortfall);
  return {
    outcome: outcome.kind,
    ...(reason === undefined ? {} : { reason }),
    before: sizeOf(read),
    after,
    pruned,
    boundaries: report?.boundaries ?? { headEnd: read.length, tailStart: read.length },
    summary: report?.summary === undefined ? null : { source: report.summary.source, tokens: report.summary.tokens },
  };
}

function unchangedReason({ reason, detail }: { readonly reason: string; readonly detail?: string }): string {
  return detail === undefined ? reason : `${reason}: ${detail}`;
}

function sizeOf(messages: Messages): ListSize {
  return { messages: messages.length, tokens: estimateMessagesTokens(messages) };
}
