import { bestBatchTokens } from './batch-size.ts';
import { type BreakEven, breakEven } from './break-even.ts';

/**
 * Tokens that are worth a prune when it costs nothing: about a cent of writing on the dearest models. For fewer, what
 * the model would no longer see is worth more.
 */
export const MIN_PRUNE_TOKENS = 1_000;

/** When old tool results may be cut: apart from a compaction too, or only together with one. */
export type PruneTiming = 'cold_or_batch' | 'with_summary';

/** The situation in which a prune is considered. */
export interface PruneQuestion {
  /** Tokens that a prune would take out of the prompt. */
  readonly removableTokens: number;
  /** Tokens that stay behind the first removed one, and would be written to the cache again. */
  readonly tokensBehind: number;
  /**
   * Set where the model asks another price for long prompts, and this one is that long: size of the prompt, and how many
   * times as much all of it costs from `aboveTokens` on.
   */
  readonly cliff?: { readonly promptTokens: number; readonly aboveTokens: number; readonly factor: number } | undefined;
  /** Whether the cache has run out, or was lost: then everything is written anew, and pruning is free. */
  readonly isCold: boolean;
  /** Prunable tokens that a request adds, on average. */
  readonly growthTokensPerRequest: number;
  /**
   * Requests that the conversation has seen. It is expected to see as many again, and a rewrite that pays later than
   * that is left: one that has just begun may end before. Absent: it goes on for ever.
   */
  readonly requestsSoFar?: number | undefined;
  /** Price of a token that is read from the cache, relative to plain input. */
  readonly readRatio: number;
  /** Price of a token that is written to it. */
  readonly writeRatio: number;
  readonly when: PruneTiming;
}

/** Whether to prune before the next request, and what it comes to. */
export interface PruneDecision {
  readonly kind: 'prune' | 'wait';
  /** One sentence for a person. */
  readonly why: string;
  /** What pruning now saves and costs, also where it is better to wait. */
  readonly breakEven: BreakEven;
}

/**
 * Whether to cut old tool results before the next request. A warm cache is broken only for the cheapest batch, never
 * request by request, which costs more than a batch; a cold one is the moment to cut whatever is worth it.
 */
export function pruneDecision(question: PruneQuestion): PruneDecision {
  const { isCold, removableTokens, tokensBehind } = question;
  const figures = breakEven({
    savedTokensPerRequest: removableTokens + savedByCliff(question),
    rewrittenTokens: isCold ? 0 : tokensBehind, // a cold cache writes them in any case
    readRatio: question.readRatio,
    writeRatio: question.writeRatio,
  });
  return { ...decide(question, figures), breakEven: figures };
}

function decide(question: PruneQuestion, figures: BreakEven): Omit<PruneDecision, 'breakEven'> {
  const { isCold, removableTokens, when } = question;
  if (when === 'with_summary') return wait('Old tool results are cut together with a compaction only.');
  if (!(removableTokens >= MIN_PRUNE_TOKENS)) {
    return wait(`Less than ${count(MIN_PRUNE_TOKENS)} tokens could go, which is not worth it at any time.`);
  }
  return isCold
    ? prune('The cache has run out anyway, so that nothing is written twice.')
    : decideWarm(question, figures);
}

/** A warm cache is broken for the cheapest batch only, or to come under a cliff of the price; and where it pays in time. */
function decideWarm(question: PruneQuestion, { paysAfterRequests }: BreakEven): Omit<PruneDecision, 'breakEven'> {
  const { removableTokens, requestsSoFar = Number.POSITIVE_INFINITY, cliff } = question;
  const pays = paysAfterRequests === undefined || paysAfterRequests <= requestsSoFar;
  if (cliff !== undefined && pays && savedByCliff(question) > 0)
    return prune(`It takes the prompt under ${count(cliff.aboveTokens)} tokens, above which all of it costs more.`);
  const batchTokens = bestBatchTokens(question);
  if (!Number.isFinite(batchTokens))
    return wait('Reading the cache is free on this model, so that a prune saves nothing.');
  const sizes = `${count(removableTokens)} tokens could go; the cheapest batch is ${count(batchTokens)}`;
  if (removableTokens < batchTokens) return wait(`${sizes}: until then the warm cache is worth more.`);
  if (pays) return prune(`${sizes}: enough to pay for writing the rest again.`);
  return wait(
    `${sizes}, but it would pay after ${count(paysAfterRequests)} requests only, and there have been ${count(requestsSoFar)}.`,
  );
}

/** What all tokens together cost more above the cliff, if a prune takes the prompt below it, as tokens. */
function savedByCliff({ cliff, removableTokens }: PruneQuestion): number {
  if (cliff === undefined) return 0;
  const { promptTokens, aboveTokens, factor } = cliff;
  const crosses = promptTokens > aboveTokens && promptTokens - removableTokens <= aboveTokens;
  return crosses ? promptTokens * Math.max(0, factor - 1) : 0;
}

function prune(why: string): Omit<PruneDecision, 'breakEven'> {
  return { kind: 'prune', why };
}

function wait(why: string): Omit<PruneDecision, 'breakEven'> {
  return { kind: 'wait', why };
}

function count(tokens: number): string {
  return Math.round(tokens).toLocaleString('en-US');
}
