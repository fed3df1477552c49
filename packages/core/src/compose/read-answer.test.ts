import { describe, expect, it } from 'vitest';
import { conversation, EMPTY_REPORT } from './parts.fixture.ts';
import { readAnswer } from './read-answer.ts';

const messages = conversation(2);
const after = [messages[0], ...messages.slice(5)];
const read = (answer: unknown) => readAnswer(answer, { messages });
const hostile = new Proxy(
  {},
  {
    get() {
      throw new Error('no');
    },
  },
);

describe('readAnswer', () => {
  it('takes an answer that keeps the contract', () => {
    const compressed = {
      kind: 'compressed',
      messages: after,
      summary: 'Read a file.',
      report: { ...EMPTY_REPORT, covered: [1] },
    };
    expect(read(compressed)).toEqual(compressed);
    const unchanged = { kind: 'unchanged', reason: 'pinned', detail: 'All of it.', cause: 5, warnings: ['Slow.'] };
    expect(read(unchanged)).toEqual(unchanged);
  });

  it('takes no more than the contract knows', () => {
    expect(read({ kind: 'unchanged', reason: 'pinned', detail: 5, warnings: [5, 'Slow.'], mood: 'good' })).toEqual({
      kind: 'unchanged',
      reason: 'pinned',
      warnings: ['Slow.'],
    });
    expect(read({ kind: 'compressed', messages: after, summary: 5 })).toEqual({ kind: 'compressed', messages: after });
  });

  it.each([
    [undefined, 'undefined'],
    [null, 'null'],
    [5, 'type number'],
    [[], 'a list'],
    [{ kind: 'unchanged' }, 'without a reason'],
    [{ kind: 'unchanged', reason: 'toString' }, 'without a reason'],
    [{ kind: 'compressed' }, 'without a list'],
    [{ kind: 'compressed', messages: [7] }, 'without a list'],
    [{ kind: 'compressed', messages: [{ role: 'user' }] }, 'without a list'],
    [{ kind: 'compressed', messages: after, report: 5 }, 'report'],
    [{ kind: 'compressed', messages: after, report: { ...EMPTY_REPORT, covered: [99] } }, 'report'],
    [{ kind: 'compressed', messages: after, report: { ...EMPTY_REPORT, repairs: [{}] } }, 'report'],
    [{ kind: 'compressed', messages: after, report: { ...EMPTY_REPORT, warnings: [5] } }, 'report'],
    [{ kind: 'compressed', messages: after, report: { ...EMPTY_REPORT, pruned: { results: 1 } } }, 'report'],
    [
      { kind: 'compressed', messages: after, report: { ...EMPTY_REPORT, boundaries: { headEnd: -1, tailStart: 0 } } },
      'report',
    ],
    [{ kind: 'compressed', messages: after, report: { ...EMPTY_REPORT, summary: { source: 'oracle' } } }, 'report'],
    [{ kind: 'compressed', messages: after, report: { ...EMPTY_REPORT, shortfall: 5 } }, 'report'],
  ])('calls %o what it is: no answer', (answer, problem) => {
    expect(read(answer)).toEqual({
      kind: 'broken',
      breach: { promise: 'P4', problem: expect.stringContaining(problem) },
    });
  });

  it('comes through an answer that throws when it is read', () => {
    expect(read(hostile)).toMatchObject({ kind: 'broken', breach: { promise: 'P4' } });
    expect(read({ kind: 'compressed', messages: [hostile] })).toMatchObject({ kind: 'broken' });
  });

  it('holds the list to the other promises', () => {
    expect(read({ kind: 'compressed', messages })).toMatchObject({ kind: 'broken', breach: { promise: 'P3' } });
    const pinned = readAnswer({ kind: 'compressed', messages: after }, { messages, pins: [2] });
    expect(pinned).toMatchObject({ kind: 'broken', breach: { promise: 'P2' } });
  });
});
