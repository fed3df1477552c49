import type {
  CompressOutcome,
  CompressReport,
  CompressRequest,
  Message,
  Messages,
  Summarise,
  SummaryRequest,
  SummaryResult,
} from '@hermes-context/contract';
import { formatSummary, isBlank, isRealUser } from '@hermes-context/messages';
import { joinSegments } from './join-segments.ts';
import type { Plan } from './plan-compaction.ts';
import { pruneResults } from './prune-results.ts';

/** What it takes to carry a plan out. */
export interface CompressionSteps {
  readonly plan: Plan;
  /** Size that the summary should have, in tokens. */
  readonly maxTokens: number;
  readonly countTokens: (message: Message) => number;
  /** The one step with an effect: the host asks a model. */
  readonly summarise: Summarise;
}

/** Replace what the plan calls fresh by a summary. Every way out that is not a smaller list says why. */
export async function compressMessages(request: CompressRequest, steps: CompressionSteps): Promise<CompressOutcome> {
  const { messages, pins = [], signal } = request;
  const { plan, countTokens, summarise } = steps;
  if (plan.fresh.length === 0) {
    const detail = `All ${messages.length} messages are new, pinned, from the system, or a summary already.`;
    return { kind: 'unchanged', reason: pins.length > 0 ? 'pinned' : 'nothing-to-compress', detail };
  }
  const summary = await summarise(summaryRequest(request, steps));
  signal.throwIfAborted();
  // No summary, no compaction: to forget what was said because a model was busy is the one thing an engine must not do.
  if (summary.kind === 'failed') return { kind: 'unchanged', reason: 'summary-failed', detail: summary.detail };
  if (isBlank(summary.text))
    return { kind: 'unchanged', reason: 'summary-failed', detail: 'The summary has no words.' };

  const after = assemble(messages, plan, summary);
  const tokensOf = (list: Messages): number => list.reduce((total, message) => total + countTokens(message), 0);
  const [tokensBefore, tokensAfter] = [tokensOf(messages), tokensOf(after)];
  if (tokensAfter >= tokensBefore) {
    const detail = `With the summary the list would have ${tokensAfter} tokens instead of ${tokensBefore}.`;
    return { kind: 'unchanged', reason: 'no-progress', detail, warnings: summary.warnings };
  }
  return { kind: 'compressed', messages: after, summary: summary.text, report: reportOf(steps, summary) };
}

function summaryRequest(request: CompressRequest, { plan, maxTokens }: CompressionSteps): SummaryRequest {
  const { messages, focusTopic, memoryContext, signal } = request;
  const fresh = plan.fresh.flatMap((index) => messages[index] ?? []);
  return {
    messages: pruneResults(fresh),
    originals: fresh,
    carried: plan.carried.flatMap(({ start, end, before }) =>
      messages.slice(start, end).flatMap((message) => (isRealUser(message) ? [{ message, before }] : [])),
    ),
    hasNewerRequest: plan.hasNewerRequest,
    maxTokens,
    signal,
    ...(plan.previousSummary === undefined ? {} : { previousSummary: plan.previousSummary }),
    ...(focusTopic === undefined ? {} : { focusTopic }),
    ...(memoryContext === undefined ? {} : { memoryContext }),
  };
}

type Summary = SummaryResult & { readonly kind: 'summary' };

/** System prompt, summary, what stays of the middle, the newest messages. What does not change is the same object. */
function assemble(messages: Messages, { headEnd, tailStart, carried, ...plan }: Plan, summary: Summary): Messages {
  const mark = {
    kind: 'summary',
    summary: { source: summary.source, coveredCount: plan.fresh.length + plan.previousCount },
  } as const;
  return joinSegments([
    messages.slice(0, headEnd),
    [{ role: 'user', content: formatSummary(summary.text), _context: { mark } }],
    ...carried.map(({ start, end }) => messages.slice(start, end)),
    messages.slice(tailStart),
  ]);
}

/** Accounts for every message that is not in the result as it was. */
function reportOf({ plan, countTokens }: CompressionSteps, summary: Summary): CompressReport {
  const { headEnd, tailStart, covered, carried } = plan;
  const { text, source, attempts, warnings } = summary;
  return {
    covered,
    boundaries: { headEnd, tailStart },
    carried: carried.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, offset) => start + offset)),
    rewritten: [],
    pruned: { results: 0, arguments: 0, images: 0, duplicates: 0 },
    summary: { source, tokens: countTokens({ role: 'user', content: text }), attempts },
    repairs: [],
    warnings,
  };
}
