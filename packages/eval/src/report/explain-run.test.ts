import { describe, expect, it } from 'vitest';
import { generateTrajectory } from '../generate/generate-trajectory.ts';
import { replayOptions, rowOf } from '../replay/replay.fixture.ts';
import { replayRow } from '../replay/replay-row.ts';
import { noneRow } from '../rows/none.ts';
import { explainRun } from './explain-run.ts';
import { failedGates } from './failed-gates.ts';

const trajectory = generateTrajectory('coding', '8k', 1);
const { probe: secret = '' } = trajectory.key.items.find(({ kind }) => kind === 'secret') ?? {};
const { probe: constraint = '' } = trajectory.key.items.find(({ kind }) => kind === 'constraint') ?? {};

/** Forgets all but the newest message, and gives a secret away. */
const harmful = rowOf((all) => [{ role: 'user', content: `Keep ${secret} in mind.` }, ...all.slice(-1)]);

describe('explaining a run', () => {
  it('names what was lost with its words, and secrets without', async () => {
    const text = explainRun(await replayRow(harmful, trajectory, replayOptions()), trajectory);
    expect(text).toContain('made up (default), coding 8k, seed 1, summarizer extract');
    expect(text).toContain('First refusal: Request');
    expect(text).toContain(`: ${constraint}`);
    expect(text).toContain('Leaked:\n  secret-1, message');
    expect(text).not.toContain(secret);
  });
});

describe('the gates of our own rows', () => {
  it('say nothing where all is well', async () => {
    expect(failedGates([await replayRow(noneRow, trajectory, replayOptions())])).toEqual([]);
  });

  it('name each promise that was not kept, and where', async () => {
    const faults = failedGates([await replayRow(harmful, trajectory, replayOptions())]).join('\n');
    for (const part of ['coding 8k, seed 1', 'are valid', 'constraints and approvals', 'leaks secret-1']) {
      expect(faults).toContain(part);
    }
  });
});
