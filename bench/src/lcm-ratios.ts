import type { LcmCheckpoint, LcmFigures } from './lcm-figures.ts';
import { type LcmQuery, lcmQueries } from './lcm-queries.ts';
import type { ScanFigure, ScanFigures } from './lcm-scan.ts';

/** A figure that was promised, and how large it may be. */
export interface Promised {
  readonly name: string;
  readonly value: number;
  readonly target: number;
  /** The ratio to a scan of texts that are all in memory already; absent where no scan is compared. */
  readonly toTexts?: number;
}

const MB = 1_000_000;
const ASSEMBLY_SHARE = 1 / 200;

/** What the engine promises, as it came out. */
export function lcmRatios(figures: LcmFigures, scans: ReadonlyMap<number, ScanFigures>): readonly Promised[] {
  const [first, last] = [figures.checkpoints[0], figures.checkpoints.at(-1)];
  if (first === undefined || last === undefined) throw new Error('unreachable: the last size is measured');
  const scan = scans.get(last.messages) ?? new Map<string, ScanFigure>();
  const queries = lcmQueries();
  const rows = queries.flatMap((query) => queryRatio(query, last, scan));
  return [
    ...rows,
    ...assemblyRatios({ first, last }, scan.get(queries[0]?.name ?? '')),
    ...ingestRatios(figures),
    ...loopRatios(figures),
    promised('size of the store / the messages as JSON', last.fileBytes / last.contentBytes, 2),
    promised('memory of the process after all of it, MB', figures.rssBytes / MB, 300),
    ...figures.bombs.map(({ name, ms }) => promised(`lcm_grep ${name}, ms`, ms, 100)),
  ];
}

/** A figure with three digits. */
function promised(name: string, value: number, target: number): Promised {
  return { name, value: digits(value), target };
}

function toScan(name: string, ms: number, { scan, target }: Compared): Promised {
  return {
    ...promised(name, ms / (scan?.rowsMs ?? Number.NaN), target),
    toTexts: digits(ms / (scan?.textsMs ?? Number.NaN)),
  };
}

interface Compared {
  readonly scan: ScanFigure | undefined;
  readonly target: number;
}

function digits(value: number): number {
  return Number(value.toPrecision(3));
}

function queryRatio({ name, target }: LcmQuery, { queries }: LcmCheckpoint, scan: ScanFigures): readonly Promised[] {
  if (target === undefined) return [];
  const found = queries.find((each) => each.name === name);
  return [toScan(`lcm_grep ${name} / a scan`, found?.ms ?? Number.NaN, { scan: scan.get(name), target })];
}

interface Sizes {
  readonly first: LcmCheckpoint;
  readonly last: LcmCheckpoint;
}

function assemblyRatios({ first, last }: Sizes, scan: ScanFigure | undefined): readonly Promised[] {
  const sizes = `${last.messages.toLocaleString('en-US')} / ${first.messages.toLocaleString('en-US')}`;
  return [
    toScan('assembly / a scan', assemblyMs(last), { scan, target: ASSEMBLY_SHARE }),
    promised(`assembly, ${sizes} messages`, assemblyMs(last) / assemblyMs(first), 1.5),
    promised(`a compaction, ${sizes} messages`, last.compactMs / first.compactMs, 1.5),
  ];
}

function assemblyMs({ selectMs, rootsMs }: LcmCheckpoint): number {
  return selectMs + rootsMs;
}

function ingestRatios({ turnTenthsMs, indexTenthsMs, shareMedianMs }: LcmFigures): readonly Promised[] {
  const growth = (tenths: readonly number[]): number => (tenths.at(-1) ?? Number.NaN) / (tenths[0] ?? Number.NaN);
  return [
    promised('turns: the last tenth of the first 100,000 / the first', growth(turnTenthsMs), 1.2),
    promised('filling the indexes: the same', growth(indexTenthsMs), 1.2),
    promised("a turn's share of the main loop, median, ms", shareMedianMs, 5),
  ];
}

function loopRatios({ fillLoop, queryLoop, bombLoop }: LcmFigures): readonly Promised[] {
  return [
    promised('event loop held by turns and compactions, at most, ms', fillLoop.heldMs, 10),
    promised('the same by questions', queryLoop.heldMs, 10),
    promised('the same by expressions that explode elsewhere', bombLoop.heldMs, 10),
  ];
}
