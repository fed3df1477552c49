import { describe, expect, it } from 'vitest';
import { freezeDeeply } from './freeze-deeply.ts';
import { TranscriptShapeError } from './transcript-shape-error.ts';

function nested(levels: number): unknown {
  let value: unknown = 'x';
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
}

describe('freezeDeeply', () => {
  it('freezes what a value holds', () => {
    const inner = { b: [1] };
    freezeDeeply({ a: inner }, ['$']);
    expect(Object.isFrozen(inner.b)).toBe(true);
  });

  it('accepts a thousand levels and names the place of more', () => {
    expect(() => freezeDeeply(nested(1_000), ['messages', 2])).not.toThrow();
    expect(() => freezeDeeply(nested(1_001), ['messages', 2])).toThrow(TranscriptShapeError);
    expect(() => freezeDeeply(nested(100_000), ['messages', 2])).toThrow(/^messages\[2\] is nested deeper than 1000/);
  });
});
