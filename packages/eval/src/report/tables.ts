import { CACHE_RULES, IDLE_PROFILES } from '../metrics/cost.ts';
import { addShares, NO_SHARE, type Share } from '../metrics/share.ts';
import type { RunResult } from '../replay/run-result.ts';
import { FAULTS } from '../stand-in/stand-in-reply.ts';
import { DASH, factor, number, percent } from './format.ts';
import { costFactor, type Sum, sumUpRows } from './sum-up.ts';
import type { Table } from './table.ts';

const USUAL_COST = { rules: 'anthropic', profile: 'busy' } as const;

function isMain({ standIn, retention }: RunResult): boolean {
  return standIn === 'extract' && retention.length === 0;
}

/** The first table: one line a row, over all families and sizes, with the extract as summarizer. */
export function headlineTable(results: readonly RunResult[]): Table {
  const main = results.filter(isMain);
  return {
    name: 't1-headline',
    title: 'T1. All families and sizes',
    columns: [
      ...['row', 'variant', 'valid', 'constraints kept', 'kept', 'kept or reachable', 'artifact F1', 'stale', 'leaks'],
      ...['orders promoted', 'cost × none', 'compactions', 'ends', 'undo equal', 'second run equal'],
    ],
    rows: sumUpRows(main).map((sum) => [sum.row, sum.variant, ...headlineCells(sum, main)]),
  };
}

function headlineCells(sum: Sum, main: readonly RunResult[]): readonly string[] {
  const { can, runs } = sum;
  const made = (count: number): string => madeCell(sum, count);
  return [
    percent(sum.valid),
    percent(sum.constraints),
    percent(sum.kept),
    can.reach ? percent(sum.keptOrReachable) : DASH,
    number(sum.f1, 2),
    String(sum.stale),
    made(sum.leaks),
    made(sum.promoted),
    factor(costFactor(runs, main, USUAL_COST)),
    String(sum.compactions),
    percent(sum.ends),
    can.undo ? percent(claimShare(runs, 'isUndone')) : DASH,
    percent(claimShare(runs, 'isIdempotent')),
  ];
}

/** A count of faults in texts that a row writes; a dash for a row that writes none. */
function madeCell({ can }: Sum, count: number): string {
  return can.summarise ? String(count) : DASH;
}

/** Of the runs that say so, how many say yes. */
function claimShare(runs: readonly RunResult[], field: 'isUndone' | 'isIdempotent'): Share {
  const said = runs.map((run) => run[field]).filter((value) => value !== undefined);
  return { hits: said.filter(Boolean).length, of: said.length };
}

/** The second table: kept or reachable, and cost, by family. */
export function familyTable(results: readonly RunResult[]): Table {
  const main = results.filter(isMain);
  return {
    name: 't2-families',
    title: 'T2. By family',
    columns: [
      ...['family', 'row', 'variant', 'valid', 'constraints kept', 'kept or reachable', 'artifact F1', 'stale'],
      ...['leaks', 'orders promoted', 'cost × none', 'tokens sent'],
    ],
    rows: [...Map.groupBy(main, ({ family }) => family)].flatMap(([family, runs]) =>
      sumUpRows(runs).map((sum) => [
        ...[family, sum.row, sum.variant, percent(sum.valid), percent(sum.constraints), percent(sum.keptOrReachable)],
        ...[number(sum.f1, 2), String(sum.stale), madeCell(sum, sum.leaks), madeCell(sum, sum.promoted)],
        ...[factor(costFactor(sum.runs, main, USUAL_COST)), String(sum.tokensSent)],
      ]),
    ),
  };
}

/** The third table: what is left of the history when the summarizer fails. */
export function faultTable(results: readonly RunResult[]): Table {
  const faults = FAULTS.filter((fault) => results.some(({ standIn }) => standIn === fault));
  const failed = results.filter(({ standIn }) => faults.some((fault) => fault === standIn));
  return {
    name: 't3-faults',
    title: 'T3. When the summarizer fails',
    columns: ['row', 'variant', ...faults],
    rows: sumUpRows(failed).map(({ row, variant, runs, can }) => [
      row,
      variant,
      ...faults.map((fault) => (can.summarise ? verdictCell(runs.filter(({ standIn }) => standIn === fault)) : DASH)),
    ]),
  };
}

/** The worst of the verdicts, and what else went wrong. */
function verdictCell(runs: readonly RunResult[]): string {
  if (runs.length === 0) return DASH;
  const verdict = (['lost', 'degraded', 'intact'] as const).find((each) => runs.some((run) => run.verdict === each));
  const count = (name: string, of: (run: RunResult) => number): readonly string[] => {
    const total = runs.reduce((sum, run) => sum + of(run), 0);
    return total === 0 ? [] : [`${total} ${name}`];
  };
  return [
    verdict ?? DASH,
    ...count('stale', ({ stale }) => stale.length),
    ...count('leaked', ({ leaks }) => leaks.length),
    ...count('promoted', ({ promoted }) => promoted.length),
    ...count('not ended', ({ ends }) => (ends ? 0 : 1)),
  ].join(', ');
}

/** The fourth table: cost beside `none` under each provider's rules, by how busy the user is. */
export function costTable(results: readonly RunResult[]): Table {
  const main = results.filter(isMain).filter(({ costs }) => costs.openai !== undefined);
  const questions = CACHE_RULES.flatMap((rules) => IDLE_PROFILES.map((profile) => ({ rules, profile })));
  return {
    name: 't4-cost',
    title: 'T4. Cost with caching, × none, by idle profile',
    columns: [
      ...['row', 'variant', ...questions.map(({ rules, profile }) => `${rules} ${profile}`)],
      ...['read from cache', 'rewrites'],
    ],
    rows: sumUpRows(main).map(({ row, variant, runs }) => [
      row,
      variant,
      ...questions.map((question) => factor(costFactor(runs, main, question))),
      percent(runs.map(cachedShare).reduce(addShares, NO_SHARE)),
      String(runs.reduce((sum, { costs }) => sum + (costs.anthropic?.busy?.rewrites ?? 0), 0)),
    ]),
  };
}

function cachedShare({ costs }: RunResult): Share {
  const { readTokens = 0, totalTokens = 0 } = costs.anthropic?.busy ?? {};
  return { hits: readTokens, of: totalTokens };
}

/** The fifth table: what is kept or reachable behind 1 to 10 compactions by hand. */
export function retentionTable(results: readonly RunResult[]): Table {
  const series = retentionSeries(results);
  const most = Math.max(0, ...series.map(({ shares }) => shares.length));
  return {
    name: 't5-retention',
    title: 'T5. Kept or reachable behind so many compactions',
    columns: ['row', 'variant', ...Array.from({ length: most }, (_, at) => String(at + 1))],
    rows: series.map(({ row, variant, shares }) => [
      row,
      variant,
      ...Array.from({ length: most }, (_, at) => percent(shares[at] ?? NO_SHARE)),
    ]),
  };
}

/** One row's curve of retention. */
export interface RetentionSeries {
  readonly row: string;
  readonly variant: string;
  readonly shares: readonly Share[];
}

/** The curves behind the fifth table, of runs with compactions by hand. */
export function retentionSeries(results: readonly RunResult[]): readonly RetentionSeries[] {
  const byHand = results.filter(({ retention, standIn }) => retention.length > 0 && standIn === 'extract');
  return sumUpRows(byHand).map(({ row, variant, runs }) => {
    const most = Math.max(...runs.map(({ retention }) => retention.length));
    const shares = Array.from({ length: most }, (_, at) =>
      runs.map(({ retention }) => retention[at] ?? NO_SHARE).reduce(addShares, NO_SHARE),
    );
    return { row, variant, shares };
  });
}
