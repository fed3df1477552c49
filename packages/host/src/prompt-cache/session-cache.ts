import {
  type CacheAlarm,
  type CachePolicy,
  type CacheRoute,
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
  /** What the operator should know about the choice, one sentence each. */
  readonly warnings: readonly string[];
  readonly #parts: SessionCacheParts;
  readonly #route: CacheRoute;
  readonly #isEnabled: boolean;
  readonly #cache: PromptCache;
  #hasSent = false;

  constructor(parts: SessionCacheParts) {
    const { settings, model } = parts;
    const { name, provider } = model.info;
    this.#parts = parts;
    this.#route = findRoute({ model: name, baseUrl: model.route, provider });
    const { enabled, warnings } = this.#policy(settings.cache_ttl);
    this.#isEnabled = enabled;
    this.warnings = warnings;
    this.#cache = createPromptCache({
      strategy: enabled ? settings.strategy : 'none',
      ttl: settings.auto_ttl ? 'auto' : settings.cache_ttl,
      route: this.#route,
      facts: findModelFacts(name, provider)?.cache,
    });
  }

  /**
   * What tokens cost by the lifetime in use. Unknown where the route caches nothing, as far as is known: then nothing is
   * decided for the sake of a cache.
   */
  get prices(): TokenPrices | undefined {
    if (!this.#isEnabled && this.#route.implicit === undefined) return undefined;
    const { name, provider } = this.#parts.model.info;
    return pricesOf(name, provider, this.#cache.status().ttl);
  }

  /** The prompt with its breakpoints, as it is sent at that time. */
  prepare(parts: WirePromptParts, nowMs: number): WirePromptParts {
    this.#hasSent = true;
    return this.#cache.prepare(this.#isEnabled ? splitNote(parts) : parts, nowMs);
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
    const { lastActiveAt } = this.#parts;
    return lastActiveAt === undefined || nowMs - lastActiveAt >= LIFETIME_MS[this.#longestTtl()];
  }

  status(): CacheStatus {
    const { strategy, ttl, requests, promptTokens, readTokens, writeTokens } = this.#cache.status();
    return {
      isEnabled: this.#isEnabled,
      line: describeCachePolicy(this.#policy(ttl ?? this.#parts.settings.cache_ttl)),
      strategy,
      ...(ttl === undefined ? {} : { ttl }),
      requests,
      promptTokens,
      readTokens,
      writeTokens,
    };
  }

  #policy(ttl: '5m' | '1h'): CachePolicy {
    const { settings, model } = this.#parts;
    return cachePolicy({ route: this.#route, model: model.info.name, strategy: settings.strategy, ttl });
  }

  /** What an earlier process may have asked for: a lifetime that it learned, or that the provider sets, is not known here. */
  #longestTtl(): '5m' | '1h' {
    const isOpen = this.#parts.settings.auto_ttl || this.#route.fixedLifetime !== undefined;
    return isOpen ? '1h' : (this.#cache.status().ttl ?? '1h');
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
