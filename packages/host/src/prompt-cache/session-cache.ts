import {
  type CacheAlarm,
  type CachePolicy,
  cachePolicy,
  cachePrices,
  createPromptCache,
  describeCachePolicy,
  findRoute,
  type PromptCache,
} from '@hermes-context/caching';
import type { HermesConfig } from '@hermes-context/config';
import type { TokenUsage } from '@hermes-context/contract';
import { findModelFacts } from '@hermes-context/models';
import type { ChatModel, WirePromptParts } from '@hermes-context/providers';
import type { CacheStatus } from '../host-types.ts';
import { splitNote } from './split-note.ts';

/** What tokens cost on a model, relative to plain input. */
export interface TokenPrices {
  readonly readRatio: number;
  readonly writeRatio: number;
  /** Unknown where no price is. */
  readonly outputRatio?: number;
  /** From more tokens than this on, a prompt costs so many times as much as a whole; absent where it does not. */
  readonly cliff?: { readonly aboveTokens: number; readonly factor: number };
}

/** Whose cache it is. */
export interface SessionCacheParts {
  readonly settings: HermesConfig['prompt_caching'];
  readonly model: ChatModel;
  /** When the conversation was last worked on, in milliseconds since 1970; absent for a model that has not seen it. */
  readonly lastActiveAt?: number;
}

const LIFETIME_MS = { '5m': 300_000, '1h': 3_600_000 } as const;

/** What a provider keeps of one conversation with one model: whether it does, where that is marked, what came of it. */
export class SessionCache {
  /** Unknown where the route caches nothing, as far as is known: then nothing is decided for the sake of a cache. */
  readonly prices: TokenPrices | undefined;
  /** What the operator should know about the choice, one sentence each. */
  readonly warnings: readonly string[];
  readonly #policy: CachePolicy;
  readonly #cache: PromptCache;
  readonly #lastActiveAt: number | undefined;
  #hasSent = false;

  constructor({ settings, model, lastActiveAt }: SessionCacheParts) {
    const { name, provider } = model.info;
    const route = findRoute({ model: name, baseUrl: model.route, provider });
    const ttl = settings.auto_ttl ? 'auto' : settings.cache_ttl;
    this.#policy = cachePolicy({ route, model: name, strategy: settings.strategy, ttl: settings.cache_ttl });
    const strategy = this.#policy.enabled ? settings.strategy : 'none';
    this.#cache = createPromptCache({ strategy, ttl, route, facts: findModelFacts(name, provider)?.cache });
    this.#lastActiveAt = lastActiveAt;
    this.warnings = this.#policy.warnings;
    const isCached = this.#policy.enabled || route.implicit !== undefined;
    this.prices = isCached ? pricesOf(name, provider, this.#cache.status().ttl) : undefined;
  }

  /** The prompt with its breakpoints, as it is sent at that time. */
  prepare(parts: WirePromptParts, nowMs: number): WirePromptParts {
    this.#hasSent = true;
    return this.#cache.prepare(this.#policy.enabled ? splitNote(parts) : parts, nowMs);
  }

  /** Learn what the last request read and wrote. @returns What is wrong with it, if anything is. */
  report(usage: TokenUsage): CacheAlarm | undefined {
    return this.#cache.report(usage);
  }

  /** The list is rewritten on purpose: that less is read afterwards is no surprise. */
  noteRewrite(): void {
    this.#cache.noteRewrite();
  }

  /** Whether a rewrite costs nothing, since the provider has nothing of the conversation any more. */
  isCold(nowMs: number): boolean {
    if (this.#hasSent) return this.#cache.isCold(nowMs);
    const { ttl = '1h' } = this.#cache.status();
    return this.#lastActiveAt === undefined || nowMs - this.#lastActiveAt >= LIFETIME_MS[ttl];
  }

  status(): CacheStatus {
    const { strategy, ttl, requests, promptTokens, readTokens, writeTokens } = this.#cache.status();
    return {
      isEnabled: this.#policy.enabled,
      line: describeCachePolicy(this.#policy),
      strategy,
      ...(ttl === undefined ? {} : { ttl }),
      requests,
      promptTokens,
      readTokens,
      writeTokens,
    };
  }
}

function pricesOf(model: string, provider: string | undefined, ttl: '5m' | '1h' | undefined): TokenPrices {
  const { readRatio, writeRatio, hourWriteRatio, cliff } = cachePrices(model, provider);
  const price = findModelFacts(model, provider)?.price;
  return {
    readRatio,
    writeRatio: ttl === '1h' ? hourWriteRatio : writeRatio,
    ...(price === undefined ? {} : { outputRatio: price.outputUsd / price.inputUsd }),
    ...(cliff === undefined ? {} : { cliff }),
  };
}
