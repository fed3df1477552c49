import type { GateCoverage, GateFinding } from '@hermes-context/contract';
import type { CoverageItem } from './coverage-items.ts';
import { hard, named, soft } from './finding.ts';
import { type Draft, flatten, shareIn, tellingWords } from './gate-draft.ts';
import type { SourceFacts } from './gate-source.ts';
import { wordsOf } from './words-of.ts';

/**
 * What a summary must hold of the items at least. Extracts and summaries of models over the recorded conversations hold
 * 0.36 and more; an empty one holds what its added rules and files bring along.
 */
export const COVERAGE_FLOOR = 0.2;

/** A smaller budget has room for a goal and a few lines: what is missing then is reported only. */
const MIN_BUDGET_TOKENS = 1_000;

/** With fewer items, one or two decide: no verdict is built on that. */
const MIN_ITEMS = 12;

/** An error message is told where this share of its words is. */
const ERROR_SHARE = 0.5;

/** How much of what no model can guess a summary holds. */
export function coverageOf(draft: Draft, { items }: SourceFacts): GateCoverage {
  const of = (kind?: CoverageItem['kind']): number | undefined => {
    const all = items.filter((item) => kind === undefined || item.kind === kind);
    const total = weightOf(all);
    return total === 0 ? undefined : weightOf(all.filter((item) => isHeld(item, draft))) / total;
  };
  const [ratio, pathsRatio, identifiersRatio, errorsRatio] = [of(), of('paths'), of('identifiers'), of('errors')];
  return {
    ...(ratio === undefined ? {} : { ratio }),
    ...(pathsRatio === undefined ? {} : { pathsRatio }),
    ...(identifiersRatio === undefined ? {} : { identifiersRatio }),
    ...(errorsRatio === undefined ? {} : { errorsRatio }),
  };
}

/** A summary holds the paths, identifiers and errors that matter most. */
export function checkCoverage(draft: Draft, facts: SourceFacts): readonly GateFinding[] {
  const { ratio = 1 } = coverageOf(draft, facts);
  if (facts.items.length < MIN_ITEMS || ratio >= COVERAGE_FLOOR) return [];
  const missing = missingItems(draft, facts).map(({ text }) => text);
  const found = facts.source.maxTokens < MIN_BUDGET_TOKENS ? soft : hard;
  const detail = `The summary holds too few of the paths, numbers and errors that matter: it lacks ${named(missing)}.`;
  return [found('coverage', detail, missing)];
}

/** Items that a summary does not hold, the heaviest first. */
export function missingItems(draft: Draft, { items }: SourceFacts): readonly CoverageItem[] {
  return items.filter((item) => !isHeld(item, draft)).toSorted((left, right) => right.weight - left.weight);
}

function weightOf(items: readonly CoverageItem[]): number {
  return items.reduce((total, { weight }) => total + weight, 0);
}

function isHeld({ kind, text }: CoverageItem, draft: Draft): boolean {
  switch (kind) {
    case 'paths':
      return draft.words.has(nameOf(text));
    case 'identifiers':
      return draft.flat.includes(flatten(text));
    case 'errors':
      return draft.flat.includes(flatten(text)) || isTold(text, draft);
  }
}

function isTold(line: string, { entries }: Draft): boolean {
  const words = tellingWords(line);
  return words.length > 0 && entries.some((entry) => shareIn(words, entry.text) >= ERROR_SHARE);
}

/** Of a path, the name: folders are told once for all files. */
function nameOf(path: string): string {
  const parts = path.split(/[/\\]/);
  return wordsOf(parts.at(-1) ?? '').at(-1) ?? '';
}
