import type { LcmStore, StoredSummary } from '../store/lcm-store.ts';
import { shownTokens } from './render-summaries.ts';
import { asMessages, type SummaryTools, type WrittenSummary, writeSummary } from './write-summary.ts';

/** What condensing works with. */
export interface CondenseTask {
  readonly store: LcmStore;
  readonly sessionId: string;
  /** What all roots together may weigh, in tokens, each with its heading. */
  readonly maxTokens: number;
  readonly targetTokensFor: (sourceTokens: number) => number;
  readonly signal: AbortSignal;
}

/** As many summaries become one, where there are so many of the same depth. */
const FAN_IN = 4;
/** Rounds in one compaction: each asks a model once or twice. */
const MOST_ROUNDS = 4;

/**
 * Make one summary of several until all of them fit, the oldest first. Each round lowers their sum, or it is the last
 * one: then the oldest are named instead of shown.
 */
export async function condenseRoots(task: CondenseTask, tools: SummaryTools): Promise<readonly WrittenSummary[]> {
  const written: WrittenSummary[] = [];
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const roots = await task.store.roots(task.sessionId);
    const run = shownTokens(roots) <= task.maxTokens ? [] : runToCondense(roots);
    if (run.length < 2) break;
    const summary = await condense(run, task, tools);
    if (summary.tokens >= tokensOf(run)) break;
    const { text, tokens, level } = summary;
    const sources = { kind: 'summaries', summaries: run.map(({ id }) => id) } as const;
    await task.store.addSummary({ sessionId: task.sessionId, text, tokens, level, sources });
    written.push(summary);
  }
  return written;
}

/** The oldest run of the same depth that is long enough, else the oldest few. */
function runToCondense(roots: readonly StoredSummary[]): readonly StoredSummary[] {
  for (let start = 0; start + FAN_IN <= roots.length; start += 1) {
    const run = roots.slice(start, start + FAN_IN);
    if (run.every(({ depth }) => depth === run[0]?.depth)) return run;
  }
  return roots.slice(0, Math.min(FAN_IN, roots.length - 1));
}

function condense(
  run: readonly StoredSummary[],
  { targetTokensFor, signal }: CondenseTask,
  tools: SummaryTools,
): Promise<WrittenSummary> {
  const sourceTokens = tokensOf(run);
  const messages = asMessages(run.map(({ text }) => text));
  const targetTokens = Math.min(targetTokensFor(sourceTokens * FAN_IN), Math.ceil(sourceTokens / 2));
  return writeSummary({ request: { messages, hasNewerRequest: true }, sourceTokens, targetTokens, signal }, tools);
}

function tokensOf(run: readonly StoredSummary[]): number {
  return run.reduce((sum, { tokens }) => sum + tokens, 0);
}
