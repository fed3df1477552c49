import { type CacheAlarm, neverCachedAlarm } from './cache-alarm.ts';
import { findShortfall, type Reading } from './find-shortfall.ts';
import { isSurelyWarm } from './sent-request.ts';

/** Requests in a row without effect after which caching is said not to work. */
const UNCACHED_COUNT = 3;

/** What is remembered between reports. A value: each report gives a new one. */
export interface AlarmWatch {
  /** Requests in a row whose markers had no effect. */
  readonly uncachedCount: number;
  /** Whether the alarm about that was raised: it is said once. */
  readonly isUncachedSaid: boolean;
  /** Whether anything was ever read. */
  readonly hasRead: boolean;
}

/** Nothing reported yet. */
export const CALM_WATCH: AlarmWatch = { uncachedCount: 0, isUncachedSaid: false, hasRead: false };

/** What is known when a request was reported on, which may be the first. */
export interface Report extends Omit<Reading, 'before' | 'hasRead'> {
  readonly before: Reading['before'] | undefined;
  /** Whether what changed was changed on purpose. */
  readonly isRewriteNoted: boolean;
}

/** The alarm that a report gives rise to, and what to remember. */
export function watchReport(
  watch: AlarmWatch,
  report: Report,
): { readonly alarm: CacheAlarm | undefined; readonly watch: AlarmWatch } {
  const { before, usage, minTokens, isRewriteNoted } = report;
  const uncachedCount = countUncached(watch, report);
  const isUncached = uncachedCount >= UNCACHED_COUNT && !watch.isUncachedSaid;
  const next: AlarmWatch = {
    uncachedCount,
    isUncachedSaid: watch.isUncachedSaid || isUncached,
    hasRead: watch.hasRead || (usage.cacheReadTokens ?? 0) > 0,
  };
  if (isUncached) return { alarm: neverCachedAlarm(uncachedCount, minTokens), watch: next };
  if (before === undefined || isRewriteNoted) return { alarm: undefined, watch: next };
  return { alarm: findShortfall({ ...report, before, hasRead: watch.hasRead }), watch: next };
}

/** How many requests in a row had no effect, the reported one included. */
function countUncached({ uncachedCount }: AlarmWatch, report: Report): number {
  const { cacheReadTokens: read = 0, cacheWriteTokens: write = 0 } = report.usage;
  if (read > 0 || write > 0) return 0;
  return shouldHaveEffect(report) ? uncachedCount + 1 : uncachedCount;
}

function shouldHaveEffect({ before, request, usage, minTokens }: Report): boolean {
  if (request.markerCount === 0 || usage.promptTokens < minTokens) return false;
  if (usage.cacheWriteTokens !== undefined) return true;
  // Who does not say what is written may have written: then only a request that could have read tells something.
  return usage.cacheReadTokens !== undefined && before !== undefined && isSurelyWarm(before, request.atMs);
}
