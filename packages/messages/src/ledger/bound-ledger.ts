import { type CommandEntry, type ErrorEntry, type FileEntry, isChanged, type Ledger, type UrlEntry } from './ledger.ts';

/** What a repetition is worth beside age, which goes from 0 to 1. */
const REPEATED_WEIGHT = 0.1;
const MAX_REPETITIONS = 5;

/**
 * A ledger of at most `limit` entries of each kind: changed files before those only read, open errors before resolved
 * ones, failed commands and tests before others; then the newer and the more often repeated. Says how many it left out.
 */
export function boundLedger(ledger: Ledger, limit: number): Ledger {
  const files = heaviest(ledger.files, limit, weightOfFile);
  const commands = heaviest(ledger.commands, limit, weightOfCommand);
  const urls = heaviest(ledger.urls, limit, ({ count }: UrlEntry) => weightOf(0, count));
  const errors = heaviest(ledger.errors, limit, ({ isResolved, count }: ErrorEntry) =>
    weightOf(isResolved ? 0 : 1, count),
  );
  const { leftOut } = ledger;
  return {
    files,
    commands,
    urls,
    errors,
    succeeded: ledger.succeeded,
    leftOut: {
      files: leftOut.files + ledger.files.length - files.length,
      commands: leftOut.commands + ledger.commands.length - commands.length,
      urls: leftOut.urls + ledger.urls.length - urls.length,
      errors: leftOut.errors + ledger.errors.length - errors.length,
    },
  };
}

function weightOfFile(entry: FileEntry): number {
  const count = Object.values(entry.counts).reduce((sum, each) => sum + each, 0);
  return weightOf(isChanged(entry) ? 1 : 0, count);
}

function weightOfCommand({ count, isFailed, tests }: CommandEntry): number {
  return weightOf(isFailed || tests !== undefined ? 1 : 0, count);
}

/** A higher class outweighs age and repetition together. */
function weightOf(entryClass: number, count: number): number {
  return entryClass * 2 + REPEATED_WEIGHT * Math.min(MAX_REPETITIONS, count);
}

/** The heaviest entries, in their order. */
function heaviest<Entry>(entries: readonly Entry[], limit: number, weigh: (entry: Entry) => number): readonly Entry[] {
  if (entries.length <= limit) return entries;
  return entries
    .map((entry, index) => ({ entry, index, weight: weigh(entry) + index / entries.length }))
    .sort((left, right) => right.weight - left.weight)
    .slice(0, limit)
    .sort((left, right) => left.index - right.index)
    .map(({ entry }) => entry);
}
