import type { CacheTtl } from '../cache-plan.ts';
import type { CacheRoute } from '../routes/cache-route.ts';
import type { WirePrompt } from '../wire-prompt.ts';
import type { CacheUsage } from './cache-usage.ts';
import type { Epoch } from './follow-epoch.ts';

const SHORT_MS = 5 * 60_000;
const HOUR_MS = 60 * 60_000;

/** A request as it was prepared. */
export interface SentRequest {
  readonly head: Epoch;
  /** Without markers. */
  readonly prompt: WirePrompt;
  /** When it began, in milliseconds: lifetimes count from there. */
  readonly atMs: number;
  /** The lifetime of its markers; unknown where none is asked for. */
  readonly ttl: CacheTtl | undefined;
  readonly markerCount: number;
}

/** One that the provider reported on. */
export interface ReportedRequest extends SentRequest {
  readonly usage: CacheUsage;
}

/** Whether a request leaves anything in a cache: by its markers, or because the provider caches of its own accord. */
export function isCacheable({ markerCount }: SentRequest, route: CacheRoute): boolean {
  return markerCount > 0 || route.implicit !== undefined;
}

/** Whether what a request cached is surely still there: where the provider names no lifetime, for five minutes. */
export function isSurelyWarm({ atMs, ttl }: SentRequest, nowMs: number): boolean {
  return nowMs - atMs < (ttl === '1h' ? HOUR_MS : SHORT_MS);
}

/** Whether what a request cached is surely gone: where the provider sets its own lifetime, after an hour. */
export function isSurelyCold({ atMs, ttl }: SentRequest, nowMs: number, route: CacheRoute): boolean {
  return nowMs - atMs >= (ttl === '5m' && route.fixedLifetime === undefined ? SHORT_MS : HOUR_MS);
}
