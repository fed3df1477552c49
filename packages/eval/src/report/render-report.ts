import type { RunResult } from '../replay/run-result.ts';
import { costFactor, sumUpRows } from './sum-up.ts';
import { barChart, lineChart } from './svg.ts';
import { csvTable, markdownTable, type Table } from './table.ts';
import { costTable, familyTable, faultTable, headlineTable, retentionSeries, retentionTable } from './tables.ts';

/** What stands around the figures. */
export interface ReportFrame {
  /** Day of the run, such as `2026-12-03`. */
  readonly date: string;
  /** Versions of the project, of Node and of peers, by name. */
  readonly versions: Readonly<Record<string, string>>;
  /** What must be known to read the figures, one sentence each, behind those that hold for every run. */
  readonly limits: readonly string[];
}

/** Printed with every report. */
const LIMITS = [
  'Retention is necessary for the success of a task, not sufficient: nothing here asks a model to go on working.',
  'The conversations are generated, and what is planted in them is what we thought of. Every figure depends on the seeds.',
  'The stand-in summarizer has no understanding, and flatters engines that show it more text. The same one serves all rows.',
  'Cost is that of documented rules of caching, simulated, with tokens estimated from characters: read it relative to "none", which is sent whole even where no model would take it. Markers are set by the same planner for all rows. Calls of the summarizer are counted as plain input and output.',
  'Files are found by reading: a line that names a path, with an action in it or in the heading above. A summary that says the same in other words is not credited.',
  'Peers change: their versions and the day of the run stand above. A peer that cannot do a thing has a dash, not nought; that says nothing of its worth for what it was made for.',
  'Compaction on a provider’s server, and peers in other languages, are not in these tables.',
] as const;

/**
 * All files of a report, by name: `README.md` with the five tables, each table as CSV, and charts as SVG. The same bytes for
 * the same results, whatever the timings.
 */
export function renderReport(results: readonly RunResult[], frame: ReportFrame): ReadonlyMap<string, string> {
  const tables = [
    headlineTable(results),
    familyTable(results),
    faultTable(results),
    costTable(results),
    retentionTable(results),
  ].filter(({ rows }) => rows.length > 0);
  const charts = chartsOf(results);
  return new Map([
    ['README.md', readme({ tables, charts: [...charts.keys()], results, frame })],
    ...tables.map((table): readonly [string, string] => [`${table.name}.csv`, csvTable(table)]),
    ...charts,
  ]);
}

function chartsOf(results: readonly RunResult[]): ReadonlyMap<string, string> {
  const charts = new Map<string, string>();
  const curves = retentionSeries(results);
  const most = Math.max(0, ...curves.map(({ shares }) => shares.length));
  if (most > 0) {
    const labels = Array.from({ length: most }, (_, at) => String(at + 1));
    const series = curves.map(({ row, variant, shares }) => ({
      name: nameOf({ row, variant }),
      values: shares.map(({ hits, of }) => (of === 0 ? 0 : (100 * hits) / of)),
    }));
    const title = 'Kept or reachable behind so many compactions';
    charts.set('t5-retention.svg', lineChart({ title, unit: ' %', most: 100, labels, series }));
  }
  const main = results.filter(({ standIn, retention }) => standIn === 'extract' && retention.length === 0);
  const costs = sumUpRows(main).flatMap(({ row, variant, runs }) => {
    const value = costFactor(runs, main, { rules: 'anthropic', profile: 'busy' });
    return value === undefined ? [] : [{ name: nameOf({ row, variant }), values: [value] }];
  });
  const dearest = Math.max(0, ...costs.map(({ values: [value = 0] }) => value));
  if (costs.length > 0)
    charts.set(
      't1-cost.svg',
      barChart({ title: 'Cost with caching, × none', unit: '×', most: dearest, labels: [], series: costs }),
    );
  return charts;
}

function nameOf({ row, variant }: { readonly row: string; readonly variant: string }): string {
  return variant === 'default' ? row : `${row} (${variant})`;
}

interface ReadmeParts {
  readonly tables: readonly Table[];
  readonly charts: readonly string[];
  readonly results: readonly RunResult[];
  readonly frame: ReportFrame;
}

function readme({ tables, charts, results, frame }: ReadmeParts): string {
  const { date, versions, limits } = frame;
  const seeds = [...new Set(results.map(({ seed }) => seed))].toSorted((left, right) => left - right);
  return [
    '# context-bench',
    '',
    `Run on ${date}, seeds ${seeds.join(', ')}. ${Object.entries(versions)
      .map(([name, version]) => `${name} ${version}`)
      .join(', ')}.`,
    '',
    ...charts.flatMap((name) => [`![${name.replace('.svg', '')}](${name})`, '']),
    ...tables.map(markdownTable),
    '## Limits',
    '',
    ...[...LIMITS, ...limits].map((limit) => `- ${limit}`),
    '',
  ].join('\n');
}
