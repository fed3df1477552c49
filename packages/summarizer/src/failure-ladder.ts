import type {
  GateReport,
  Summarise,
  SummaryAttempt,
  SummaryFailureKind,
  SummaryRequest,
  SummaryResult,
} from '@hermes-context/contract';
import { completeSummary } from './complete-summary.ts';
import { type ExtractRequest, extractSummary, isBare } from './extractive-summarizer.ts';
import { nameOf, policyOf } from './failure-policy.ts';
import { passGate } from './gate/pass-gate.ts';
import type { CallFailure } from './model-reply.ts';
import type { ModelRoute } from './model-route.ts';
import { collectRecords } from './render-records.ts';
import { markRequests } from './request-facts.ts';
import { askAgain, runRoute, type SummaryProgress, type SummaryRun } from './run-route.ts';
import { sliceRequest } from './slice-request.ts';

/** How summaries are made. */
export interface SummarizerOptions {
  /** Models to ask, in order. None: every summary is the local extract, and says so. */
  readonly routes: readonly ModelRoute[];
  /** Longest silence of a model, in milliseconds. Default 120,000: shorter, and a model that thinks first is cut off. */
  readonly idleTimeoutMs?: number;
  /** How often a failure that may be chance is tried again with the same model. Default 1. */
  readonly retries?: number;
  /** Wait in front of a retry after an overload, in milliseconds, where the provider does not say. Default 1,000. */
  readonly retryDelayMs?: number;
  /** Milliseconds since 1970 in UTC. Given, the prompt tells the model today's date; absent, nothing of dates. */
  readonly now?: () => number;
  /** Told how far a summary is. Must not throw. */
  readonly onProgress?: (progress: SummaryProgress) => void;
}

const DEFAULT_IDLE_TIMEOUT_MS = 120_000;
const DEFAULT_RETRIES = 1;
const DEFAULT_RETRY_DELAY_MS = 1_000;

/** A budget that any extract has something to say in. */
const AMPLE_TOKENS = 4_000;

const NO_MODEL =
  'No model is configured for summaries, so this one was extracted locally, without a model. For written summaries set OPENAI_API_KEY, or run hermes config set auxiliary.compression.base_url URL for an endpoint of your own.';

/**
 * Make a {@link Summarise}: the routes in order, each tried again where that may help, and at last the local extract.
 * Where the last route fails for its key, its quota or the network, the answer is `failed` and history stays: the
 * user can mend that, and then has a real summary.
 */
export function createSummarizer(options: SummarizerOptions): Summarise {
  return async (request) => {
    request.signal.throwIfAborted();
    const run = startRun(request, options);
    if (options.routes.length === 0) return extractInstead(run, options, NO_MODEL);
    const ends: RouteEnd[] = [];
    for (const route of options.routes) {
      const failure = await runRoute(run, route);
      if (failure === undefined) return written(run, ends);
      ends.push({ route, failure });
    }
    return afterLast(run, options, ends);
  };
}

interface RouteEnd {
  readonly route: ModelRoute;
  readonly failure: CallFailure;
}

function startRun(request: SummaryRequest, options: SummarizerOptions): SummaryRun {
  const { idleTimeoutMs = DEFAULT_IDLE_TIMEOUT_MS, retries = DEFAULT_RETRIES } = options;
  const { retryDelayMs = DEFAULT_RETRY_DELAY_MS, now, onProgress = () => undefined } = options;
  return {
    request,
    records: options.routes.length === 0 ? [] : markRequests(collectRecords(request.messages), request),
    today: now === undefined ? undefined : new Date(now()).toISOString().slice(0, 'YYYY-MM-DD'.length),
    idleTimeoutMs,
    retries,
    retryDelayMs,
    onProgress,
    attempts: [],
    warnings: [],
    summary: request.previousSummary,
    firstOpen: 0,
    lastStep: undefined,
  };
}

/** A model's summary, through the gate. A good one is used as it is. */
async function written(run: SummaryRun, ends: readonly RouteEnd[]): Promise<SummaryResult> {
  const { request } = run;
  const gated = await passGate({
    request,
    written: run.summary ?? '',
    complete: (text) => completeSummary(text, request),
    askAgain: (faults) => askAgain(run, faults),
  });
  if (gated.kind === 'refused') return refused(gated, run.attempts);
  const { text, report, isExtract, warnings } = gated;
  const mended = report.verdict === 'repair' ? [{ source: 'extractive', outcome: 'ok' } as const] : [];
  return {
    kind: 'summary',
    text,
    source: isExtract ? 'extractive' : 'model',
    attempts: [...run.attempts, ...mended],
    warnings: [...ends.map(sentenceOf), ...run.warnings, ...warnings],
    gate: report,
  };
}

function refused(
  { detail, report }: { readonly detail: string; readonly report: GateReport },
  attempts: readonly SummaryAttempt[],
): SummaryResult {
  return { kind: 'failed', failure: 'bad-response', detail, attempts, gate: report };
}

async function afterLast(
  run: SummaryRun,
  options: SummarizerOptions,
  ends: readonly RouteEnd[],
): Promise<SummaryResult> {
  const last = ends.at(-1);
  if (last === undefined) return extractInstead(run, options, NO_MODEL);
  const policy = policyOf(last.failure.failure);
  if (!policy.keepsHistory) {
    const because = ends.map(sentenceOf).join(' ');
    return extractInstead(
      run,
      options,
      `${because} The summary was extracted locally instead, without a model. ${policy.fix(last.route)}.`,
    );
  }
  const failure: SummaryFailureKind = last.failure.failure;
  const detail = `${sentenceOf(last)} The history stays as it is, since a summary is possible once this is mended. ${policy.fix(last.route)}.`;
  return { kind: 'failed', failure, detail, attempts: run.attempts };
}

async function extractInstead(run: SummaryRun, options: SummarizerOptions, warning: string): Promise<SummaryResult> {
  options.onProgress?.({ phase: 'extractive', chunk: 1, chunks: 1, receivedChars: 0 });
  const { request, summary, firstOpen } = run;
  const material: ExtractRequest = {
    ...sliceRequest(request, firstOpen, (request.originals ?? request.messages).length),
    ...(summary === undefined ? {} : { previousSummary: summary }),
  };
  const text = extractSummary(material);
  if (isBare(text) && !isBare(extractSummary({ ...material, maxTokens: AMPLE_TOKENS }))) return tooSmall(run);
  const gated = await passGate({ request, written: text, complete: (extract) => extract });
  if (gated.kind === 'refused') {
    return refused(gated, [...run.attempts, { source: 'extractive', outcome: 'bad-response' }]);
  }
  const attempts = [...run.attempts, { source: 'extractive', outcome: 'ok' } as const];
  const warnings = [warning, ...run.warnings, ...gated.warnings];
  return { kind: 'summary', text: gated.text, source: 'extractive', attempts, warnings, gate: gated.report };
}

function tooSmall({ request, attempts }: SummaryRun): SummaryResult {
  const detail = `The budget of ${request.maxTokens} tokens is too small for a summary that says anything, so the history stays as it is. Use a model with a larger window.`;
  const attempt = { source: 'extractive', outcome: 'empty', detail } as const;
  return { kind: 'failed', failure: 'empty', detail, attempts: [...attempts, attempt] };
}

function sentenceOf({ route, failure }: RouteEnd): string {
  const name = nameOf(route);
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} gave no summary, since ${failure.name ?? policyOf(failure.failure).name}: ${failure.detail}`;
}
