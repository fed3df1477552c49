import type { TextScale } from '@hermes-context/messages';
import type { Sample } from './estimator-corpus.ts';
import type { Measured } from './estimator-fit.ts';

/** How an estimate does on one kind of text, or on one file. Ratios: 0.1 is 10 %. */
export interface ErrorRow {
  readonly name: string;
  readonly tokens: number;
  readonly charsPerToken: number;
  /** Of the sum: above 0, the estimate is too high. */
  readonly biasRatio: number;
  /** The error that 95 % of the samples stay below, whatever its sign; samples of 100 tokens and more. */
  readonly p95Ratio: number;
  /** The same for characters / 4. */
  readonly quarterBiasRatio: number;
  readonly quarterP95Ratio: number;
}

const MIN_SAMPLE_TOKENS = 100; // below, one token is more than a percent
const CHARS_PER_TOKEN_RULE = 4;

/** The error table, one row for each value of `key`, in order of names. */
export function errorTable(
  samples: readonly (Sample & Measured)[],
  key: 'kind' | 'source',
  estimate: TextScale,
): readonly ErrorRow[] {
  const groups = Map.groupBy(samples, (sample) => sample[key]);
  return [...groups.keys()].toSorted().map((name) => errorRow(name, groups.get(name) ?? [], estimate));
}

/** The errors of one group of samples. */
export function errorRow(name: string, samples: readonly Measured[], estimate: TextScale): ErrorRow {
  const quarter: TextScale = (text) => text.length / CHARS_PER_TOKEN_RULE;
  const tokens = sum(samples, (sample) => sample.tokens);
  return {
    name,
    tokens,
    charsPerToken: sum(samples, (sample) => sample.text.length) / tokens,
    biasRatio: sum(samples, (sample) => estimate(sample.text)) / tokens - 1,
    p95Ratio: p95(samples, estimate),
    quarterBiasRatio: sum(samples, (sample) => quarter(sample.text)) / tokens - 1,
    quarterP95Ratio: p95(samples, quarter),
  };
}

/** The table as Markdown. */
export function formatErrors(rows: readonly ErrorRow[], heading: string): string {
  const lines = rows.map(
    (row) =>
      `| ${row.name} | ${row.tokens.toLocaleString('en')} | ${row.charsPerToken.toFixed(1)} | ${percent(row.biasRatio)} | ${share(row.p95Ratio)} | ${percent(row.quarterBiasRatio)} | ${share(row.quarterP95Ratio)} |`,
  );
  return [
    `| ${heading} | o200k tokens | characters a token | bias | p95 | chars/4: bias | p95 |`,
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...lines,
  ].join('\n');
}

function p95(samples: readonly Measured[], estimate: TextScale): number {
  const errors = samples
    .filter((sample) => sample.tokens >= MIN_SAMPLE_TOKENS)
    .map((sample) => Math.abs(estimate(sample.text) / sample.tokens - 1))
    .toSorted((left, right) => left - right);
  return errors[Math.ceil(errors.length * 0.95) - 1] ?? Number.NaN;
}

function sum<Item>(items: readonly Item[], sizeOf: (item: Item) => number): number {
  return items.reduce((total, item) => total + sizeOf(item), 0);
}

function percent(ratio: number): string {
  const rounded = Math.round(ratio * 100);
  return rounded > 0 ? `+${rounded} %` : `${rounded === 0 ? 0 : rounded} %`;
}

function share(ratio: number): string {
  return Number.isNaN(ratio) ? '–' : `${Math.round(ratio * 100)} %`;
}
