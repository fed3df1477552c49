import type { CacheRoute } from '../routes/cache-route.ts';
import { type CacheAlarm, shortfallAlarm } from './cache-alarm.ts';
import type { CacheUsage } from './cache-usage.ts';
import { comparePrompts } from './compare-prompts.ts';
import { firstDifference } from './first-difference.ts';
import { isCacheable, isSurelyWarm, type ReportedRequest, type SentRequest } from './sent-request.ts';

/** Less than this share of the last prompt was read: more than rounding, or the newest message, is missing. */
const MIN_READ_RATIO = 0.5;

/** What is known when a request was reported on. */
export interface Reading {
  /** The last one before it that was reported on. */
  readonly before: ReportedRequest;
  readonly request: SentRequest;
  readonly usage: CacheUsage;
  readonly route: CacheRoute;
  /** Prompts of fewer tokens are not cached. */
  readonly minTokens: number;
  /** Whether anything was ever read in this conversation. */
  readonly hasRead: boolean;
}

/** The alarm of a request that should have read the prompt before it, and did not. */
export function findShortfall(reading: Reading): CacheAlarm | undefined {
  const { before, request, usage } = reading;
  const readTokens = usage.cacheReadTokens;
  const expectedTokens = before.usage.promptTokens;
  if (readTokens === undefined || readTokens >= MIN_READ_RATIO * expectedTokens) return undefined;
  if (!isExpected(reading) || comparePrompts(before.prompt, request.prompt).kind === 'rewound') return undefined;
  const difference = firstDifference(before.prompt, request.prompt);
  if (difference === undefined && !isProven(reading)) return undefined;
  return shortfallAlarm({ expectedTokens, readTokens }, difference);
}

/** Whether the prompt before was in the cache, as far as one can know. */
function isExpected({ before, request, route, minTokens }: Reading): boolean {
  const { promptTokens, cacheReadTokens = 0, cacheWriteTokens } = before.usage;
  const isWritten = cacheWriteTokens === undefined || cacheReadTokens + cacheWriteTokens > 0;
  return isWritten && promptTokens >= minTokens && isCacheable(before, route) && isSurelyWarm(before, request.atMs);
}

/** Without a report of what is written, only a read shows that this conversation is cached at all. */
function isProven({ before, hasRead }: Reading): boolean {
  return hasRead || before.usage.cacheWriteTokens !== undefined;
}
