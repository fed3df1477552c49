import type { Messages } from '@hermes-context/contract';
import { describe, expect, it } from 'vitest';
import { generateTrajectory } from '../generate/generate-trajectory.ts';
import { noneRow } from '../rows/none.ts';
import { truncateOldestRow } from '../rows/truncate-oldest.ts';
import { FAMILIES } from '../trajectory.ts';
import { replayOptions, rowOf } from './replay.fixture.ts';
import { replayRow } from './replay-row.ts';
import { totalKinds } from './run-result.ts';

const coding = generateTrajectory('coding', '8k', 1);

const probeOf = (id: string): string => coding.key.items.find((item) => item.id === id)?.probe ?? 'unreachable';

/** The system prompt, a summary of these words, and the newest message. */
function withSummary(text: string): (all: Messages) => Messages {
  return (all) => {
    const isLate = all.length > coding.messages.length - 3;
    return isLate ? [...all.slice(0, 1), { role: 'user', content: text }, ...all.slice(-1)] : all;
  };
}

describe('leading a conversation through no engine', () => {
  it('keeps everything, compacts nothing, and outgrows the window', async () => {
    for (const family of FAMILIES) {
      const result = await replayRow(noneRow, generateTrajectory(family, '8k', 1), replayOptions());
      const { kept, of } = totalKinds(result.kinds);
      expect([kept, result.lost.length, result.compactions], family).toEqual([of, 0, 0]);
      expect(result).toMatchObject({ ends: true, verdict: 'intact', stale: [], leaks: [], promoted: [] });
      expect(result.overWindow).toBeGreaterThan(0);
    }
  });

  it('asks once for each answer of the model, and once more for the last message', async () => {
    const answers = coding.messages.filter(({ role }) => role === 'assistant').length;
    const { requests, validity } = await replayRow(noneRow, coding, replayOptions());
    expect(requests).toBe(answers + 1);
    expect(validity.requests).toEqual({ hits: requests, of: requests });
  });
});

describe('leading a conversation through a truncation', () => {
  it('stays inside the window, and loses what is old', async () => {
    const result = await replayRow(truncateOldestRow, coding, replayOptions());
    expect(result.overWindow).toBe(0);
    expect(result.compactions).toBeGreaterThan(1);
    expect(result.lost).toContain('constraint-1');
    expect(result.constraintsAtEnd.hits).toBeLessThan(result.constraintsAtEnd.of);
    // Checked behind each compaction too, over what was said until then.
    expect(result.constraints.of).toBeGreaterThan(result.constraintsAtEnd.of + result.compactions);
    expect(result.validity.firstFault).toContain('not from the user');
    expect(result.isIdempotent).toBe(true);
  });

  it('loses more with each compaction by hand', async () => {
    const { retention } = await replayRow(truncateOldestRow, coding, replayOptions({ compactsByHand: true }));
    expect(retention).toHaveLength(10);
    const last = retention.at(-1);
    expect((last?.hits ?? 1) / (last?.of ?? 1)).toBeLessThan(0.5);
  });

  it('is measured the same on every run', async () => {
    const [one, two] = [
      await replayRow(truncateOldestRow, coding, replayOptions({ allCosts: true })),
      await replayRow(truncateOldestRow, coding, replayOptions({ allCosts: true })),
    ];
    expect(JSON.stringify(one)).toBe(JSON.stringify(two));
  });
});

describe('leading a conversation through a row that does harm', () => {
  it('notices a dropped rule', async () => {
    const result = await replayRow(rowOf(withSummary(`The goal: ${probeOf('goal-1')}`)), coding, replayOptions());
    expect(result.kinds['goal']?.kept).toBe(1);
    expect(result.lost).toEqual(expect.arrayContaining(['constraint-1', 'constraint-2']));
    expect(result.verdict).toBe('lost');
  });

  it('notices a leaked secret, a stale value and an order that is passed on', async () => {
    const text = ['secret-1', 'superseded-1', 'injected-1'].map(probeOf).join('\n');
    const result = await replayRow(rowOf(withSummary(text)), coding, replayOptions());
    expect(result).toMatchObject({ leaks: ['secret-1'], stale: ['superseded-1'], promoted: ['injected-1'] });
  });

  it('notices a list that a provider refuses', async () => {
    const row = rowOf((all) => all.filter(({ role }) => role !== 'tool'));
    const { validity } = await replayRow(row, coding, replayOptions());
    expect(validity.requests.hits).toBeLessThan(validity.requests.of);
    expect(validity.firstFault).toContain('no result');
  });

  it('counts everything as lost where the row throws, and says why', async () => {
    const row = rowOf((all) => {
      if (all.length > 20) throw new Error('out of cheese');
      return all;
    });
    const result = await replayRow(row, coding, replayOptions());
    expect(result).toMatchObject({ ends: false, verdict: 'lost', problems: ['It threw: out of cheese'] });
    expect(totalKinds(result.kinds).kept).toBe(0);
    expect(result.lost.length).toBeGreaterThan(20);
    expect(result.constraints.hits).toBeLessThan(result.constraints.of);
  });

  it('says that a row does not end which compacts again and again for one request', async () => {
    const row = { ...noneRow, name: 'loop' };
    const loop = {
      ...row,
      async open(setup: Parameters<typeof row.open>[0]) {
        const session = await row.open(setup);
        return { ...session, next: async (added: Messages) => ({ ...(await session.next(added)), compactions: 9 }) };
      },
    };
    expect((await replayRow(loop, coding, replayOptions())).ends).toBe(false);
  });
});

describe('what is asked of a row at the end', () => {
  const summary: Messages = [{ role: 'user', content: 'All of it, in short.' }];
  const request = (messages: Messages, compactions: number) => ({ messages, toolTokens: 0, compactions, problems: [] });

  it('compares what undoing brings back with what stood there', async () => {
    for (const [back, isUndone] of [
      [coding.messages, true],
      [coding.messages.slice(1), false],
    ] as const) {
      let calls = 0;
      const row = rowOf((all) => all, {
        compactNow: async () => {
          calls += 1;
          return request(summary, calls === 1 ? 1 : 0);
        },
        undo: async () => back,
      });
      expect((await replayRow(row, coding, replayOptions())).isUndone).toBe(isUndone);
    }
  });

  it('notices that a second compaction changes what the first left', async () => {
    let calls = 0;
    const row = rowOf((all) => all, {
      compactNow: async () => {
        calls += 1;
        return request([{ role: 'user', content: `Summary ${calls}.` }], 1);
      },
    });
    expect((await replayRow(row, coding, replayOptions())).isIdempotent).toBe(false);
  });

  it('finds again with a tool of the row what its list has lost', async () => {
    const reach = async (words: string): Promise<string> =>
      coding.messages
        .map(({ content }) => String(content))
        .filter((text) => words.split(' ').every((word) => text.includes(word)))
        .join('\n');
    const result = await replayRow(
      rowOf((all) => all.slice(-1), { reach }),
      coding,
      replayOptions(),
    );
    expect(totalKinds(result.kinds).reachable).toBeGreaterThan(totalKinds(result.kinds).of / 3);
  });
});
