import type { ChatFailure } from './chat-model-error.ts';

/** Longest wait that a provider can talk us into, in milliseconds: the user is waiting too. */
const MAX_WAIT_MS = 20_000;

const MS_PER_SECOND = 1000;

/** Failures that may be chance. */
const RETRIED: ReadonlySet<ChatFailure> = new Set(['overload', 'rate-limit', 'network', 'timeout']);

/** Whether the same request may fare better in a moment. */
export function isWorthRetry(failure: ChatFailure): boolean {
  return RETRIED.has(failure);
}

/** When to try again. */
export interface RetryTiming {
  /** What the server asked for, in milliseconds. */
  readonly retryAfterMs: number | undefined;
  /** Wait in front of the first retry where the server does not say, in milliseconds. It doubles with each one. */
  readonly retryDelayMs: number;
  /** Retries before this one. */
  readonly retriesBefore: number;
}

/** Wait in front of a retry, in milliseconds: at most 20,000. */
export function retryWaitMs({ retryAfterMs: asked, retryDelayMs, retriesBefore }: RetryTiming): number {
  return Math.min(asked ?? retryDelayMs * 2 ** retriesBefore, MAX_WAIT_MS);
}

/** The wait that headers ask for, in milliseconds: `retry-after-ms`, or `retry-after` in seconds or as a date. */
export function retryAfterMs(headers: Headers, nowMs: number): number | undefined {
  const ms = readNumber(headers.get('retry-after-ms'));
  if (ms !== undefined) return ms;
  const header = headers.get('retry-after');
  const seconds = readNumber(header);
  if (seconds !== undefined) return Math.round(seconds * MS_PER_SECOND);
  const date = /[a-z]/i.test(header ?? '') ? Date.parse(header ?? '') : Number.NaN; // `-3` would be read as a year
  return Number.isNaN(date) ? undefined : Math.max(0, date - nowMs);
}

function readNumber(header: string | null): number | undefined {
  const number = header === null || header.trim() === '' ? Number.NaN : Number(header);
  return Number.isFinite(number) && number >= 0 ? number : undefined;
}
