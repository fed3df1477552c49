import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  afterCompaction,
  afterRedo,
  afterRewind,
  afterUndo,
  isSound,
  listAt,
  messageState,
  START,
} from './list-state.ts';
import { above, rangesOf, sequencesOf, subtract, union } from './ranges.ts';

const listOf = (...[state, newest]: Parameters<typeof listAt>): number[] => [...sequencesOf(listAt(state, newest))];

/** Eight messages, of which 2 to 5 became the summary 9. */
const compacted = afterCompaction(START, { seen: 8, newest: 8, list: rangesOf([1, 9, 6, 7, 8]), added: 1 });

describe('the state of a live list', () => {
  it('knows what a compaction replaced, and has what was appended since behind it', () => {
    expect(listOf(compacted.state, 10)).toEqual([1, 9, 6, 7, 8, 10]);
    expect(compacted.covered).toEqual([{ from: 2, to: 6 }]);
    const states = [1, 2, 5, 6, 9, 10].map((sequence) => messageState(compacted.state, sequence));
    expect(states).toEqual(['live', 'compacted', 'compacted', 'live', 'live', 'live']);
  });

  it('keeps what came while the summary was written, in order, behind the outcome', () => {
    const { state, covered } = afterCompaction(START, { seen: 6, newest: 8, list: rangesOf([9, 5, 6]), added: 1 });
    expect(listOf(state, 9)).toEqual([9, 5, 6, 7, 8]);
    expect([...sequencesOf(covered)]).toEqual([1, 2, 3, 4]);
  });

  it('brings back the list before a compaction, plus what came since, and hides the summary', () => {
    const undone = afterUndo({ before: START, change: compacted.state, current: compacted.state, newest: 11 });
    expect(listOf(undone, 12)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12]);
    expect(messageState(undone, 9)).toBe('hidden');
    const redone = afterRedo({ change: compacted.state, current: undone, newest: 12 });
    expect(listOf(redone, 12)).toEqual([1, 9, 6, 7, 8, 10, 11, 12]);
    expect(messageState(redone, 3)).toBe('compacted');
  });

  it('revives no compacted message when a rewind is taken back', () => {
    const rewound = afterRewind(compacted.state, 10, 3);
    expect(listOf(rewound, 10)).toEqual([1, 9, 6]);
    const undone = afterUndo({ before: compacted.state, change: rewound, current: rewound, newest: 11 });
    expect(listOf(undone, 11)).toEqual([1, 9, 6, 7, 8, 10, 11]);
    expect(messageState(undone, 3)).toBe('compacted');
  });

  it('holds every message exactly once, whatever is appended, compacted, rewound, undone and redone', () => {
    const steps = fc.array(
      fc.tuple(fc.constantFrom('append', 'compact', 'rewind', 'undo', 'redo'), fc.nat(), fc.nat()),
      {
        maxLength: 30,
      },
    );
    fc.assert(
      fc.property(steps, (made) => {
        let newest = 0;
        let state = START;
        const done: { before: typeof START; change: typeof START }[] = [];
        let undone: typeof done = [];
        for (const [kind, one, two] of made) {
          const list = [...sequencesOf(listAt(state, newest))];
          if (kind === 'append') newest += 1 + (one % 4);
          if (kind === 'compact') {
            const kept = list.slice(one % (list.length + 1));
            const next = afterCompaction(state, {
              seen: newest,
              newest,
              list: rangesOf([newest + 1, ...kept]),
              added: 1,
            });
            done.push({ before: state, change: next.state });
            undone = [];
            expect([...sequencesOf(next.covered)].length + kept.length).toBe(list.length);
            state = next.state;
            newest += 1;
          }
          if (kind === 'rewind') {
            const next = afterRewind(state, newest, two % (list.length + 1));
            done.push({ before: state, change: next });
            undone = [];
            state = next;
          }
          if (kind === 'undo') {
            const last = done.pop();
            if (last !== undefined) {
              state = afterUndo({ ...last, current: state, newest });
              undone.push(last);
            }
          }
          if (kind === 'redo') {
            const last = undone.pop();
            if (last !== undefined) {
              state = afterRedo({ change: last.change, current: state, newest });
              done.push(last);
            }
          }
          expect(isSound(state)).toBe(true);
          const live = Array.from({ length: newest }, (_, index) => index + 1).filter(
            (sequence) => messageState(state, sequence) === 'live',
          );
          expect([...sequencesOf(listAt(state, newest))].toSorted((a, b) => a - b)).toEqual(live);
        }
      }),
    );
  });
});

describe('sets of ranges', () => {
  const numbers = fc.uniqueArray(fc.integer({ min: 1, max: 40 })).map((all) => all.toSorted((a, b) => a - b));

  it('behave as sets of numbers', () => {
    fc.assert(
      fc.property(numbers, numbers, fc.integer({ min: 0, max: 40 }), (one, other, border) => {
        const [a, b] = [rangesOf(one), rangesOf(other)];
        expect([...sequencesOf(a)]).toEqual(one);
        expect(union(a, b)).toEqual(rangesOf([...new Set([...one, ...other])].toSorted((x, y) => x - y)));
        expect(subtract(a, b)).toEqual(rangesOf(one.filter((number) => !other.includes(number))));
        expect(above(a, border)).toEqual(rangesOf(one.filter((number) => number > border)));
      }),
    );
  });
});
