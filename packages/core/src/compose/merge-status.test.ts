import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findTrigger, mergeBlocks, mergeCounters, statusOfPart } from './merge-status.ts';
import { named } from './named-engine.ts';
import { engine } from './parts.fixture.ts';
import { Troubles } from './troubles.ts';

describe('the status of a composition', () => {
  it('finds the size from which on the answer is yes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (trigger) => {
        expect(findTrigger((promptTokens) => promptTokens >= trigger)).toBe(trigger);
      }),
    );
    expect(findTrigger(() => false)).toBe(Number.MAX_SAFE_INTEGER);
  });

  it('shows the counters of each part under its name', () => {
    const troubles = new Troubles('pipeline', {});
    const status = () => ({ thresholdTokens: 1_000, compressionCount: 2, counters: { calls: 3, odd: Number.NaN } });
    const parts = [named('stage 1', engine({ status })), named('lcm', engine())];
    expect(mergeCounters(parts.map((part) => statusOfPart(part, troubles)))).toEqual({
      'stage_1.compressionCount': 2,
      'stage_1.calls': 3,
    });
  });

  it('is blocked when all parts are', () => {
    const blocked = { reason: 'ineffective', detail: 'Saved nothing.' } as const;
    const [one, two] = [
      { name: 'one', blocked, counters: {} },
      { name: 'two', counters: {} },
    ];
    expect(mergeBlocks([one, two])).toEqual({});
    expect(mergeBlocks([one, { ...two, blocked }])).toEqual({
      blocked: { reason: 'ineffective', detail: 'one: Saved nothing. two: Saved nothing.' },
    });
  });

  it('goes on without the status of a part that throws', () => {
    const troubles = new Troubles('pipeline', {});
    const failing = engine({
      status: () => {
        throw new Error('no disk');
      },
    });
    expect(statusOfPart(named('toy', failing), troubles)).toEqual({ name: 'toy', counters: {} });
    expect(troubles.take()).toEqual(['toy: its status threw: no disk']);
  });
});
