import type { LcmCheckpoint, LcmFigures } from './lcm-figures.ts';

const MB = 1_000_000;

/** The table of the closing note: a row for each figure, a column for each size. Absolute, for orientation only. */
export function lcmTable(checkpoints: readonly LcmCheckpoint[]): readonly Readonly<Record<string, string>>[] {
  const row = (figure: string, show: (checkpoint: LcmCheckpoint) => string): Readonly<Record<string, string>> => ({
    figure,
    ...Object.fromEntries(checkpoints.map((each) => [each.messages.toLocaleString('en-US'), show(each)])),
  });
  const names = checkpoints[0]?.queries.map(({ name }) => name) ?? [];
  return [
    row('written durably, turns of 5, messages a second', ({ writtenPerSecond }) => writtenPerSecond.toFixed(0)),
    row('indexed behind that, messages a second', ({ indexedPerSecond }) => indexedPerSecond.toFixed(0)),
    row('content as JSON, MB', ({ contentBytes }) => (contentBytes / MB).toFixed(1)),
    row('file, MB', ({ fileBytes }) => (fileBytes / MB).toFixed(1)),
    row('file / content', ({ fileBytes, contentBytes }) => (fileBytes / contentBytes).toFixed(2)),
    ...names.map((name) => row(`lcm_grep ${name}, ms`, ({ queries }) => shownQuery(queries, name))),
    row('assembly: select for a request, ms', ({ selectMs }) => selectMs.toFixed(4)),
    row('assembly: read the roots, ms', ({ rootsMs, roots }) => `${rootsMs.toFixed(2)} (${roots} roots)`),
    row(
      'a compaction, model at no cost, ms',
      ({ compactMs, compactions }) => `${ms(compactMs)} (${compactions} so far)`,
    ),
    row('lcm_describe a leaf, ms', ({ describeMs }) => ms(describeMs)),
    row('lcm_expand a leaf, ms', ({ expandMs }) => ms(expandMs)),
    row('close and open again, ms', ({ reopenMs }) => ms(reopenMs)),
    row('memory of the process, MB', ({ rssBytes }) => (rssBytes / MB).toFixed(0)),
  ];
}

/** What stands behind the promises, in sentences. */
export function lcmRemarks({ fillLoop, queryLoop, peakBytes, shareP99Ms, bombs }: LcmFigures): readonly string[] {
  const gaps = Math.max(fillLoop.gapMs, queryLoop.gapMs);
  const [withGc, gc] = [
    Math.max(fillLoop.heldWithGcMs, queryLoop.heldWithGcMs),
    Math.max(fillLoop.gcMs, queryLoop.gcMs),
  ];
  return [
    'A scan: each row read from a plain table of SQLite and its text asked once, small letters the same as capitals, as lcm_grep takes them.',
    'All in memory: the same ratio to asking texts that are there already, as no store has them.',
    'Held: time of a processor that the main thread took in one go, collections of garbage taken out.',
    `With them: ${ms(withGc)} ms at most; the longest collection took ${ms(gc)} ms. Longest time between two looks at the clock, what other programs took of the machine in it: ${ms(gaps)} ms.`,
    `A turn's share of the main loop, 99th percentile: ${ms(shareP99Ms)} ms. Most memory at any time: ${(peakBytes / MB).toFixed(0)} MB.`,
    'Memory: compiled code, semi-spaces of 8 MiB on the main thread. Where Node strips types itself, that takes 45 MB more.',
    ...bombs.map(({ name, outcome }) => `${name}: ${outcome}`),
  ];
}

function shownQuery(queries: LcmCheckpoint['queries'], name: string): string {
  const found = queries.find((each) => each.name === name);
  if (found === undefined) return '';
  const { returned, isComplete } = found;
  return `${ms(found.ms)} (${returned} hits${isComplete ? '' : ', incomplete'})`;
}

function ms(value: number): string {
  return value < 10 ? value.toFixed(2) : value.toFixed(0);
}
