import { PASSWORD, SECRET, type SecretSpan } from './secret-span.ts';

/**
 * One list of spans in order, none of which touches another. Spans that overlap become one; it has the family of the
 * longest, and of two of one length that of the form over that of the name.
 */
export function mergeSpans(spans: readonly SecretSpan[]): readonly SecretSpan[] {
  const sorted = spans.toSorted((left, right) => left.start - right.start || right.end - left.end);
  const merged: SecretSpan[] = [];
  for (const span of sorted) {
    const last = merged.at(-1);
    if (last === undefined || span.start >= last.end) merged.push(span);
    else merged[merged.length - 1] = joined(last, span);
  }
  return merged;
}

function joined(left: SecretSpan, right: SecretSpan): SecretSpan {
  const preferred = weightOf(right) > weightOf(left) ? right : left;
  return { start: left.start, end: Math.max(left.end, right.end), family: preferred.family };
}

function weightOf({ start, end, family }: SecretSpan): number {
  const isNamed = family === PASSWORD || family === SECRET;
  return end - start + (isNamed ? 0 : 0.5);
}
