import type { StoredSummary } from '../store/lcm-store.ts';
import { showTime } from './show-time.ts';

/** A summary in one line that holds no other id: what it covers, and when that was said. */
export function summaryLine(summary: Pick<StoredSummary, 'id' | 'kind' | SpanField>): string {
  const { id, kind, firstDepth, lastDepth } = summary;
  return `${id} ${kind} #${firstDepth}-#${lastDepth} ${summaryTimes(summary)}`;
}

/** First and last time of what a summary covers. */
export function summaryTimes({ firstAt, lastAt }: Pick<StoredSummary, 'firstAt' | 'lastAt'>): string {
  return `${showTime(firstAt)} to ${showTime(lastAt)}`;
}

type SpanField = 'firstDepth' | 'lastDepth' | 'firstAt' | 'lastAt';
