import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alignLists } from './align-lists.ts';

describe('alignLists', () => {
  it('finds each entry that was kept at its old place, equal ones in order', () => {
    expect(alignLists(['a', 'b', 'a', 'c'], ['a', 'new', 'a', 'c'])).toEqual({
      sources: [0, undefined, 2, 3],
      strayAt: undefined,
    });
    expect(alignLists(['a', 'b', 'a'], ['b', 'a'])).toEqual({ sources: [1, 2], strayAt: undefined });
  });

  it('names the first entry that is out of order, or comes once more than before', () => {
    expect(alignLists(['a', 'b', 'c'], ['b', 'a', 'c'])).toEqual({ sources: [1, 0, 2], strayAt: 1 });
    expect(alignLists(['a', 'b'], ['a', 'a', 'b'])).toEqual({ sources: [0, undefined, 1], strayAt: 1 });
  });

  it('finds the places of any selection, and each place once', () => {
    const entries = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 30 });
    fc.assert(
      fc.property(entries, fc.infiniteStream(fc.boolean()), (before, draws) => {
        const after = before.filter(() => draws.next().value);
        const { sources, strayAt } = alignLists(before, after);
        expect(strayAt).toBeUndefined();
        expect(sources.map((source) => before[source ?? -1])).toEqual(after);
        expect(new Set(sources).size).toBe(after.length);
        expect(sources).toEqual(sources.toSorted((one, other) => Number(one) - Number(other)));
      }),
    );
  });
});
