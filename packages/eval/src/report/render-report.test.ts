import { describe, expect, it } from 'vitest';
import { generateTrajectory } from '../generate/generate-trajectory.ts';
import { replayOptions, silentStandIn } from '../replay/replay.fixture.ts';
import { replayRow } from '../replay/replay-row.ts';
import type { RunResult } from '../replay/run-result.ts';
import { noneRow } from '../rows/none.ts';
import { truncateOldestRow } from '../rows/truncate-oldest.ts';
import { number, percent } from './format.ts';
import { renderReport } from './render-report.ts';

const FRAME = { date: '2031-01-02', versions: { project: '1.2.3', node: '24' }, limits: ['One more thing.'] };

async function results(): Promise<readonly RunResult[]> {
  const trajectory = generateTrajectory('coding', '8k', 1);
  const runs: RunResult[] = [];
  for (const row of [noneRow, truncateOldestRow]) {
    runs.push(await replayRow(row, trajectory, replayOptions({ allCosts: true })));
    runs.push(await replayRow(row, trajectory, replayOptions({ compactsByHand: true })));
    const failing = { ...silentStandIn, name: 'refusal' };
    runs.push(
      await replayRow(
        { ...row, can: { ...row.can, summarise: row !== noneRow } },
        trajectory,
        replayOptions({ standIn: failing }),
      ),
    );
  }
  return runs;
}

const runs = await results();
const files = renderReport(runs, FRAME);

describe('the report', () => {
  it('has five tables, their figures as CSV, and charts', () => {
    expect([...files.keys()]).toEqual([
      'README.md',
      't1-headline.csv',
      't2-families.csv',
      't3-faults.csv',
      't4-cost.csv',
      't5-retention.csv',
      't5-retention.svg',
      't1-cost.svg',
    ]);
  });

  it('is the same for the same results, whatever the timings', () => {
    const slower = runs.map((run) => ({ ...run, timing: { ms: 9_999 } }));
    expect([...renderReport(slower, FRAME)]).toEqual([...files]);
  });

  it('shows the headline figures', () => {
    expect(files.get('t1-headline.csv')).toMatchInlineSnapshot(`
      "row,variant,valid,constraints kept,kept,kept or reachable,artifact F1,stale,leaks,orders promoted,cost × none,compactions,ends,undo equal,second run equal
      none,default,100 %,100 %,100 %,–,1,0,–,–,1.00×,0,100 %,–,–
      truncate-oldest,default,52.2 %,13.6 %,9 %,–,0.44,0,–,–,0.83×,3,100 %,–,100 %
      "
    `);
  });

  it('shows what is left when the summarizer fails, and a dash for who has none', () => {
    expect(files.get('t3-faults.csv')).toMatchInlineSnapshot(`
      "row,variant,refusal
      none,default,–
      truncate-oldest,default,lost
      "
    `);
  });

  it('says when it was made, of what, and what it does not say', () => {
    const readme = files.get('README.md') ?? '';
    for (const part of ['2031-01-02', 'project 1.2.3', 'seeds 1', '## Limits', 'not sufficient', 'One more thing.']) {
      expect(readme).toContain(part);
    }
  });

  it('draws charts without scripts and fonts, for light and dark', () => {
    for (const [name, text] of files) {
      if (!name.endsWith('.svg')) continue;
      expect(text).toMatch(/^<svg [^>]+role="img"/);
      expect(text).toContain('prefers-color-scheme:dark');
      expect(text).not.toMatch(/<script|@font-face|NaN|undefined/);
    }
  });
});

describe('figures', () => {
  it('never round up to all', () => {
    expect(percent({ hits: 9_999, of: 10_000 })).toBe('99.9 %');
    expect(percent({ hits: 3, of: 3 })).toBe('100 %');
    expect(number(0.999, 2)).toBe('0.99');
  });

  it('are a dash where there is nothing to measure', () => {
    expect([percent({ hits: 0, of: 0 }), number(undefined)]).toEqual(['–', '–']);
  });
});
