import { findModelFacts } from '@hermes-context/models';
import type { CacheTtl } from '../cache-plan.ts';
import { type CachePrices, promptCost } from '../cost/prices.ts';
import type { CacheStrategy } from '../policy/cache-policy.ts';
import type { CacheRoute } from '../routes/cache-route.ts';
import { firstDifference, type PromptDifference } from '../session/first-difference.ts';
import { createPromptCache, type PromptCache } from '../session/prompt-cache.ts';
import type { WirePrompt } from '../wire-prompt.ts';
import { type CacheAnswer, type CacheTokens, createAnthropicCache } from './anthropic-cache.ts';
import { blocksOf } from './blocks-of.ts';
import type { CacheBlock } from './cache-block.ts';
import { createOpenAiCache } from './openai-cache.ts';
import type { RecordedStep } from './recorded-steps.ts';

/** A strategy as it is named on the command line, with its lifetime. */
export interface NamedStrategy {
  readonly strategy: CacheStrategy;
  readonly ttl: CacheTtl | 'auto';
}

/** What can be compared, by name. Without a lifetime in the name it is 5 minutes. */
export const CACHE_STRATEGIES = {
  none: { strategy: 'none', ttl: '5m' },
  system_and_3: { strategy: 'system_and_3', ttl: '5m' },
  system_and_3_1h: { strategy: 'system_and_3', ttl: '1h' },
  peat: { strategy: 'peat', ttl: '5m' },
  peat_1h: { strategy: 'peat', ttl: '1h' },
  peat_auto: { strategy: 'peat', ttl: 'auto' },
} as const satisfies Readonly<Record<string, NamedStrategy>>;

/** A name in {@link CACHE_STRATEGIES}. */
export type CacheStrategyName = keyof typeof CACHE_STRATEGIES;

/** Whose cache a conversation is played through. */
export interface ReplayOptions {
  readonly strategy: NamedStrategy;
  readonly model: string;
  /** From `findRoute`, for the same model. */
  readonly route: CacheRoute;
  readonly prices: CachePrices;
}

/** One request as it was billed. */
export interface ReplayedRequest {
  readonly atMs: number;
  readonly tokens: CacheTokens;
  /** In tokens of plain input. */
  readonly costTokens: number;
}

/** A conversation as it was billed. */
export interface Replay {
  readonly requests: readonly ReplayedRequest[];
  /** Sums over all requests. */
  readonly tokens: CacheTokens;
  /** In tokens of plain input. */
  readonly costTokens: number;
  /** In US dollars, where the model's prices are known. */
  readonly costUsd?: number;
  /** The first request that did not go on from the one before, and where it differs. */
  readonly firstDivergence?: { readonly request: number; readonly difference: PromptDifference };
}

const NOTHING: CacheTokens = { readTokens: 0, write5mTokens: 0, write1hTokens: 0, uncachedTokens: 0 };

/**
 * Play the requests of a conversation through a model of the provider's cache. With the strategy `none` nothing is cached,
 * though the provider might by itself: that is what the others are measured by.
 *
 * @throws Error - Where the provider would refuse a request: that is a fault of the strategy.
 */
export function replay(steps: Iterable<RecordedStep>, options: ReplayOptions): Replay {
  const player = new Player(options);
  for (const step of steps) player.play(step);
  return player.result();
}

class Player {
  readonly #options: ReplayOptions;
  readonly #cache: PromptCache;
  readonly #provider: Provider;
  readonly #requests: ReplayedRequest[] = [];
  #last: WirePrompt | undefined;
  #divergence: Replay['firstDivergence'];

  constructor(options: ReplayOptions) {
    const { strategy, route, prices } = options;
    this.#options = options;
    this.#cache = createPromptCache({ ...strategy, route, facts: prices });
    this.#provider = strategy.strategy === 'none' ? uncached : providerOf(options);
  }

  play({ prompt, atMs }: RecordedStep): void {
    const sent = this.#cache.prepare(prompt, atMs);
    const answer = this.#provider(blocksOf(sent), atMs);
    if (answer.kind === 'refused')
      throw new Error(`The provider refuses request ${this.#requests.length}: ${answer.reason}`);
    const { tokens } = answer;
    this.#cache.report(usageOf(tokens));
    this.#requests.push({ atMs, tokens, costTokens: promptCost(tokens, this.#options.prices).inputTokens });
    this.#diverge(prompt);
  }

  result(): Replay {
    const requests = this.#requests;
    const { inputUsd } = this.#options.prices;
    const costTokens = requests.reduce((sum, each) => sum + each.costTokens, 0);
    return {
      requests,
      tokens: requests.map(({ tokens }) => tokens).reduce(addTokens, NOTHING),
      costTokens,
      ...(inputUsd === undefined ? {} : { costUsd: (costTokens * inputUsd) / 1_000_000 }),
      ...(this.#divergence === undefined ? {} : { firstDivergence: this.#divergence }),
    };
  }

  #diverge(prompt: WirePrompt): void {
    if (this.#last !== undefined && this.#divergence === undefined) {
      const difference = firstDifference(this.#last, prompt);
      if (difference !== undefined) this.#divergence = { request: this.#requests.length - 1, difference };
    }
    this.#last = prompt;
  }
}

/** What bills a request. */
type Provider = (blocks: readonly CacheBlock[], nowMs: number) => CacheAnswer;

const uncached: Provider = (blocks) => {
  const uncachedTokens = blocks.reduce((sum, { tokens }) => sum + tokens, 0);
  return { kind: 'answered', tokens: { ...NOTHING, uncachedTokens } };
};

/** Entries of OpenAI's earlier models stand so many tokens apart. Source: OpenAI, "Prompt caching", November 2026. */
const INTERVALS: Readonly<Record<string, number>> = { 'gpt-5.5': 2_048 };
const USUAL_INTERVAL = 128;

function providerOf({ route, model }: ReplayOptions): Provider {
  const minTokens = findModelFacts(model)?.cache?.minTokens ?? route.minTokens;
  // Who marks the end of each prompt is OpenAI, in whatever form it is told of the other markers.
  switch (route.marksTail === true ? 'breakpoint' : route.placement) {
    case 'block':
    case 'part': {
      const { lookbackBlocks = 1 } = route;
      const cache = createAnthropicCache({ minTokens, lookbackBlocks, maxMarkers: route.maxMarkers });
      return (blocks, nowMs) => cache.request({ blocks, nowMs });
    }
    case 'breakpoint': {
      const cache = createOpenAiCache({ minTokens });
      return (blocks, nowMs) => cache.request({ blocks, nowMs });
    }
    case 'none': {
      if (route.implicit === undefined) return uncached;
      const intervalTokens = Object.entries(INTERVALS).find(([name]) => model.includes(name))?.[1] ?? USUAL_INTERVAL;
      const cache = createOpenAiCache({ minTokens, intervalTokens });
      return (blocks, nowMs) => cache.request({ blocks, nowMs });
    }
  }
}

function usageOf({ readTokens, write5mTokens, write1hTokens, uncachedTokens }: CacheTokens) {
  const cacheWriteTokens = write5mTokens + write1hTokens;
  return {
    promptTokens: readTokens + cacheWriteTokens + uncachedTokens,
    cacheReadTokens: readTokens,
    cacheWriteTokens,
  };
}

function addTokens(left: CacheTokens, right: CacheTokens): CacheTokens {
  return {
    readTokens: left.readTokens + right.readTokens,
    write5mTokens: left.write5mTokens + right.write5mTokens,
    write1hTokens: left.write1hTokens + right.write1hTokens,
    uncachedTokens: left.uncachedTokens + right.uncachedTokens,
  };
}
