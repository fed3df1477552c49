import {
  CACHE_STRATEGIES,
  cachePrices,
  findRoute,
  type RecordedStep,
  replay,
  type WirePrompt,
} from '@hermes-context/caching';
import { findModelFacts } from '@hermes-context/models';

/** How much time passes between the turns of a conversation. */
export const IDLE_PROFILES = ['busy', 'lunch', 'overnight'] as const;

/** One of {@link IDLE_PROFILES}. */
export type IdleProfile = (typeof IDLE_PROFILES)[number];

/** Whose rules of caching a conversation is billed by. */
export const CACHE_RULES = ['anthropic', 'openai', 'none'] as const;

/** One of {@link CACHE_RULES}. */
export type CacheRules = (typeof CACHE_RULES)[number];

/** What the requests of a conversation cost. */
export interface SimulatedCost {
  /** In tokens of plain input. */
  readonly costTokens: number;
  readonly readTokens: number;
  readonly totalTokens: number;
  /** Requests behind the first that read less than half of their prompt from the cache. */
  readonly rewrites: number;
}

/** A request, and whether a person's message began it. */
export interface BilledRequest {
  readonly prompt: WirePrompt;
  readonly isUserTurn: boolean;
}

/** Models whose documented prices and rules stand for their kind of cache. */
const MODELS = {
  anthropic: { provider: 'anthropic', model: 'claude-sonnet-5' },
  openai: { provider: 'openai', model: 'gpt-5.5' },
} as const;

const STEP_MS = 15_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** What a person does between two turns, by how many turns there were. */
const GAPS: Readonly<Record<IdleProfile, (turn: number) => number>> = {
  busy: () => MINUTE_MS,
  lunch: (turn) => (turn % 6 === 0 ? 45 * MINUTE_MS : MINUTE_MS),
  overnight: (turn) => (turn % 12 === 0 ? 14 * HOUR_MS : MINUTE_MS),
};

/** What requests cost under one provider's rules of caching, with Anthropic's markers set by our planner for all rows alike. */
export function simulateCost(
  requests: readonly BilledRequest[],
  rules: CacheRules,
  profile: IdleProfile,
): SimulatedCost {
  const { provider, model } = MODELS[rules === 'openai' ? 'openai' : 'anthropic'];
  const bill = replay(stepsOf(requests, profile), {
    strategy: rules === 'none' ? CACHE_STRATEGIES.none : CACHE_STRATEGIES.peat,
    model,
    route: findRoute({ provider, model }),
    prices: cachePrices(model, provider),
  });
  const totals = bill.requests.map(({ tokens }) => ({ read: tokens.readTokens, total: totalOf(tokens) }));
  return {
    costTokens: Math.round(bill.costTokens),
    readTokens: bill.tokens.readTokens,
    totalTokens: totalOf(bill.tokens),
    rewrites: totals.slice(1).filter(({ read, total }) => read < total / 2).length,
  };
}

/** What a summarizer's calls cost on the same model, in tokens of plain input: nothing of them is cached. */
export function summarizerCost(inputTokens: number, outputTokens: number): number {
  const { provider, model } = MODELS.anthropic;
  const price = findModelFacts(model, provider)?.price;
  const ratio = price === undefined ? USUAL_OUTPUT_RATIO : price.outputUsd / price.inputUsd;
  return Math.round(inputTokens + outputTokens * ratio);
}

/** What a token of output costs beside one of input, with most providers. */
const USUAL_OUTPUT_RATIO = 5;

function* stepsOf(requests: readonly BilledRequest[], profile: IdleProfile): Generator<RecordedStep> {
  let atMs = 0;
  let turn = 0;
  for (const [index, { prompt, isUserTurn }] of requests.entries()) {
    if (isUserTurn) turn += 1;
    if (index > 0) atMs += isUserTurn ? GAPS[profile](turn) : STEP_MS;
    yield { prompt, atMs };
  }
}

function totalOf(
  tokens: Readonly<Record<'readTokens' | 'write5mTokens' | 'write1hTokens' | 'uncachedTokens', number>>,
) {
  return tokens.readTokens + tokens.write5mTokens + tokens.write1hTokens + tokens.uncachedTokens;
}
