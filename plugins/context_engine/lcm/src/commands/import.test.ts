import type { SessionMessage } from '@hermes-context/contract';
import { describe, expect, it } from 'vitest';
import type { IngestMessage } from '../store/lcm-store.ts';
import { type CommandBench, commandBench, dataOf, kept, takenBack, textOf } from './command-bench.fixture.ts';

const range = (from: number, to: number): readonly SessionMessage[] =>
  Array.from({ length: to - from + 1 }, (_, index) => kept(from + index));

/** As the engine delivers it. */
const delivered = ({ message, at }: SessionMessage): IngestMessage => ({
  message,
  tokens: 10,
  at,
  hostId: message._context?.id ?? '',
});

async function pathOf(bench: CommandBench): Promise<readonly unknown[]> {
  return bench.withStore(async (store) => {
    expect(await store.verify()).toEqual([]);
    return (await store.path('s')).map(({ hostId }) => hostId);
  });
}

const ids = (...numbers: readonly number[]): readonly string[] => numbers.map((number) => `s:${number}`);

describe('hermes lcm import SESSION', () => {
  it('stores a session in order, with its times, and nothing the second time', async () => {
    const bench = commandBench();
    const system = { message: { role: 'system', content: 'You are an agent.' }, at: 1, isTakenBack: false } as const;
    bench.sessions.set('s', [system, ...range(1, 1_203)]);
    const first = await bench.run('import', 's');
    expect(dataOf(first)).toEqual({ sessionId: 's', read: 1_203, added: 1_203, aside: 0 });
    expect(textOf(first)).toBe('Read 1,203 messages of s: 1,203 new, 0 there already.');
    const path = await bench.withStore((store) => store.path('s'));
    expect(path.map(({ message }) => message)).toEqual(range(1, 1_203).map(({ message }) => message));
    expect(path[1]?.at).toBe(kept(2).at);
    expect(dataOf(await bench.run('import', 's'))).toEqual({ sessionId: 's', read: 1_203, added: 0, aside: 0 });
    expect(await bench.withStore((store) => store.stats('s'))).toMatchObject({
      entries: 1_203,
      indexLag: { entries: 0 },
    });
  });

  it('makes a branch of what was taken back, wherever it stood', async () => {
    const bench = commandBench();
    bench.sessions.set('s', [takenBack(1), kept(2), kept(3), takenBack(4), takenBack(5), kept(6), takenBack(7)]);
    expect(dataOf(await bench.run('import', 's'))).toMatchObject({ read: 7, added: 7 });
    expect(await pathOf(bench)).toEqual(ids(2, 3, 6));
    expect(await bench.withStore((store) => store.entry(1))).toMatchObject({ hostId: 's:1', isCurrent: false });
    expect(dataOf(await bench.run('import', 's'))).toMatchObject({ read: 7, added: 0 });
    expect(await pathOf(bench)).toEqual(ids(2, 3, 6));
  });

  it('is what the engine goes on from: its live list is known, whole or behind a summary of another engine', async () => {
    const bench = commandBench();
    bench.sessions.set('s', range(1, 20));
    await bench.run('import', 's');
    const whole = await bench.withStore((store) =>
      store.ingest('s', range(1, 21).map(delivered), { delivery: 'live' }),
    );
    expect(whole).toMatchObject({ newCount: 1, hasMoved: false });
    const tail = range(15, 22)
      .map(delivered)
      .map((message, index) => (index === 0 ? { ...message, isAfterGap: true } : message));
    const later = await bench.withStore((store) => store.ingest('s', tail, { delivery: 'live' }));
    expect(later).toMatchObject({ newCount: 1, hasMoved: false });
    expect(await pathOf(bench)).toEqual(ids(...Array.from({ length: 22 }, (_, index) => index + 1)));
  });

  it('adds what was said since', async () => {
    const bench = commandBench();
    bench.sessions.set('s', range(1, 600));
    await bench.run('import', 's');
    bench.sessions.set('s', range(1, 700));
    expect(dataOf(await bench.run('import', 's'))).toMatchObject({ read: 700, added: 100, aside: 0 });
    expect((await pathOf(bench)).length).toBe(700);
  });

  it('puts what is older than the engine’s log beside it, and the log stays as it is', async () => {
    const bench = commandBench();
    const live = range(701, 720)
      .map(delivered)
      .map((message, index) => (index === 0 ? { ...message, isAfterGap: true } : message));
    await bench.withStore((store) => store.ingest('s', live, { delivery: 'live' }));
    bench.sessions.set('s', range(1, 1_800));
    const came = await bench.run('import', 's');
    expect(dataOf(came)).toEqual({ sessionId: 's', read: 1_800, added: 1_780, aside: 700 });
    expect(textOf(came)).toContain('(700 beside what was known');
    expect(await pathOf(bench)).toEqual(ids(...Array.from({ length: 1_100 }, (_, index) => index + 701)));
    const found = await bench.run('search', '"message 3"', '--session', 's');
    expect(textOf(found)).toContain('«message 3»');
    expect(dataOf(await bench.run('import', 's'))).toMatchObject({ read: 1_800, added: 0 });
  });

  it.each<[string, readonly string[], string]>([
    ['nothing', [], 'Nothing is named to import.'],
    ['a session that there is not', ['none'], 'There is no session "none".'],
    ['a session and a file', ['s', '--file', 'x'], 'Both a session and a file are named: "x".'],
    ['a file that there is not', ['--file', 'none.jsonl'], 'Cannot read "none.jsonl": there is no such file.'],
    ['a folder', ['--file', '.'], 'Cannot read ".": it is no file.'],
  ])('says what is wrong with %s, and makes no store', async (_, words, what) => {
    const bench = commandBench();
    const answer = await bench.run('import', ...words);
    expect(answer.result.kind).toBe('usage');
    expect(textOf(answer)).toBe(what);
    expect(textOf(await bench.run('status'))).toContain('There is no store yet');
  });
});
