import type { CompressReport, Messages, PruneCounts } from '@hermes-context/contract';
import { keepOriginals } from './keep-originals.ts';
import { type Lineage, lineageOf } from './lineage.ts';
import type { PartChange } from './part-change.ts';
import type { Compressed } from './read-answer.ts';
import { boundariesOf, carriedBy, coveredBy, repairsBy, warningsBy } from './translate-report.ts';

/**
 * What engines did one after the other, as the outcome of one: indices are those of the request, figures add up,
 * and each message that is gone or rewritten is accounted for, whether its engine reported it or not.
 *
 * @param warnings - What else the user should know, in front of what the engines say.
 */
export function mergeChanges(
  request: Messages,
  changes: readonly PartChange[],
  warnings: readonly string[],
): Compressed {
  const last = changes.at(-1);
  const final = keepOriginals(request, last?.after ?? lineageOf(request));
  const { kept, rewritten, gone } = fatesOf(request, final);
  const repairs = changes.flatMap(repairsBy);
  const standing = changes.filter((change) => isStanding(change, final));
  const texts = standing.flatMap(({ outcome }) => outcome.summary ?? []);
  const shortfall = last?.outcome.report?.shortfall;
  return {
    kind: 'compressed',
    messages: final.messages,
    ...(texts.length === 0 ? {} : { summary: texts.join('\n\n') }),
    report: {
      covered: coveredOf(gone, { changes, repaired: repairs.map(({ index }) => index) }),
      boundaries: boundariesOf(request.length, changes),
      carried: ascending(changes.flatMap(carriedBy)).filter((index) => kept.has(index)),
      rewritten,
      pruned: sumOf(changes.flatMap(({ outcome }) => outcome.report?.pruned ?? [])),
      ...summaryFiguresOf(changes, standing),
      repairs,
      warnings: [...warnings, ...changes.flatMap(warningsBy)],
      ...(shortfall === undefined ? {} : { shortfall }),
    },
  };
}

interface Fates {
  readonly kept: ReadonlySet<number>;
  readonly rewritten: readonly number[];
  readonly gone: readonly number[];
}

/** What became of each message of the request. */
function fatesOf(request: Messages, { messages, origins }: Lineage): Fates {
  const kept = new Set<number>();
  const rewritten: number[] = [];
  for (const [index, origin] of origins.entries()) {
    if (origin === undefined) continue;
    if (messages[index] === request[origin]) kept.add(origin);
    else rewritten.push(origin);
  }
  const alive = new Set([...kept, ...rewritten]);
  return { kept, rewritten, gone: Array.from(request.keys()).filter((index) => !alive.has(index)) };
}

/** Whether anything that the engine put in is still there: a summary that another one dropped or folded is not. */
function isStanding({ before, outcome }: PartChange, final: Lineage): boolean {
  const known = new Set(before.messages);
  const now = new Set(final.messages);
  return outcome.messages.some((message) => !known.has(message) && now.has(message));
}

/** All that is gone, but for what a repair alone took out. */
function coveredOf(
  gone: readonly number[],
  { changes, repaired }: { readonly changes: readonly PartChange[]; readonly repaired: readonly number[] },
): readonly number[] {
  const isReported = new Set(changes.flatMap(coveredBy));
  const isRepaired = new Set(repaired);
  return gone.filter((index) => isReported.has(index) || !isRepaired.has(index));
}

/** Attempts of all engines, since they were paid for; the size of the texts that still stand. */
function summaryFiguresOf(
  changes: readonly PartChange[],
  standing: readonly PartChange[],
): Pick<CompressReport, 'summary'> {
  const made = changes.flatMap(({ outcome }) => outcome.report?.summary ?? []);
  if (made.length === 0) return {};
  const left = standing.flatMap(({ outcome }) => outcome.report?.summary ?? []);
  // The weaker source is the one that the user must see.
  const isExtractive = (left.length > 0 ? left : made).some(({ source }) => source === 'extractive');
  return {
    summary: {
      source: isExtractive ? 'extractive' : 'model',
      tokens: left.reduce((sum, { tokens }) => sum + tokens, 0),
      attempts: made.flatMap(({ attempts }) => attempts),
    },
  };
}

function sumOf(counts: readonly PruneCounts[]): PruneCounts {
  const total = (field: keyof PruneCounts): number => counts.reduce((sum, each) => sum + each[field], 0);
  return {
    results: total('results'),
    arguments: total('arguments'),
    images: total('images'),
    duplicates: total('duplicates'),
  };
}

function ascending(indices: readonly number[]): readonly number[] {
  return Array.from(new Set(indices)).toSorted((left, right) => left - right);
}
