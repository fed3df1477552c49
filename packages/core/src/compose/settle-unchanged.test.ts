import { describe, expect, it } from 'vitest';
import { failuresOf, type Remark, settleUnchanged, warningsOf } from './settle-unchanged.ts';

const nothing: Remark = { name: 'prune', answer: { kind: 'unchanged', reason: 'nothing-to-compress' } };
const noSummary: Remark = {
  name: 'lcm',
  answer: { kind: 'unchanged', reason: 'summary-failed', detail: 'No key.', cause: 401, warnings: ['Tried twice.'] },
};
const broken: Remark = {
  name: 'toy',
  answer: { kind: 'failed', how: 'threw', promise: 'P4', problem: 'It threw: no disk', cause: 5 },
};

describe('settleUnchanged', () => {
  it('gives the reason about which most can be done, under the name of its engine', () => {
    expect(settleUnchanged([nothing, noSummary, nothing])).toEqual({
      kind: 'unchanged',
      reason: 'summary-failed',
      detail: 'lcm: No key.',
      cause: 401,
      warnings: ['lcm: Tried twice.'],
    });
  });

  it('says that an engine failed', () => {
    const sentence = 'toy was skipped, its answer breaks promise P4: It threw: no disk';
    const outcome = { kind: 'unchanged', reason: 'engine-failed', detail: sentence, cause: 5, warnings: [sentence] };
    expect(settleUnchanged([nothing, broken])).toEqual(outcome);
  });

  it('says that nobody was due when nobody was asked', () => {
    const detail = 'No engine is due at this size.';
    expect(settleUnchanged([])).toEqual({ kind: 'unchanged', reason: 'below-threshold', detail });
    expect(settleUnchanged([], ['A stage was left out.'])).toMatchObject({ warnings: ['A stage was left out.'] });
  });

  it('says each thing once', () => {
    expect(warningsOf([broken, broken, noSummary])).toHaveLength(2);
    expect(failuresOf([noSummary, noSummary, nothing])).toEqual(['lcm changed nothing (summary-failed): No key.']);
  });
});
