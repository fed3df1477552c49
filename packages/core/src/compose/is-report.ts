import type { CompressReport } from '@hermes-context/contract';
import { readField } from '../read-field.ts';

const PRUNE_COUNTS: readonly string[] = ['results', 'arguments', 'images', 'duplicates'];
const INDEX_LISTS: readonly string[] = ['covered', 'carried', 'rewritten'];

/** Whether a value can be read as the report on a compaction of a list of that length. */
export function isReport(value: unknown, messageCount: number): value is CompressReport {
  const isIndex = (index: unknown): boolean => isCount(index) && Number(index) <= messageCount;
  const boundaries = readField(value, 'boundaries');
  const pruned = readField(value, 'pruned');
  return (
    INDEX_LISTS.every((name) => isListOf(readField(value, name), isIndex)) &&
    isListOf(readField(value, 'repairs'), (repair) => isIndex(readField(repair, 'index'))) &&
    isListOf(readField(value, 'warnings'), isText) &&
    isIndex(readField(boundaries, 'headEnd')) &&
    isIndex(readField(boundaries, 'tailStart')) &&
    PRUNE_COUNTS.every((name) => isCount(readField(pruned, name))) &&
    isAbsentOr(readField(value, 'shortfall'), isText) &&
    isAbsentOr(readField(value, 'summary'), isSummaryReport)
  );
}

function isSummaryReport(summary: unknown): boolean {
  const source = readField(summary, 'source');
  return (
    (source === 'model' || source === 'extractive') &&
    isCount(readField(summary, 'tokens')) &&
    isListOf(readField(summary, 'attempts'), (attempt) => isText(readField(attempt, 'outcome')))
  );
}

function isAbsentOr(value: unknown, holds: (value: unknown) => boolean): boolean {
  return value === undefined || holds(value);
}

function isListOf(value: unknown, holds: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(holds);
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}
