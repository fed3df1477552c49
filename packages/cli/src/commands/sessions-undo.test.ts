import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compact, type StoreBox, storeBox, turn, user } from '../sessions/session-store.fixture.ts';

/** Compacted twice, with an append after each. */
async function twiceBox(): Promise<StoreBox> {
  const box = storeBox();
  await box.withStore(async (store) => {
    await store.create({ id: 'work', title: 'Fix the build' });
    await store.append('work', [...turn(1), ...turn(2)]);
    await compact(store, 'work', { key: 'one' });
    await store.append('work', turn(3));
    await compact(store, 'work', { key: 'two' });
    await store.append('work', [user('and now?')]);
  });
  return box;
}

async function liveOf(box: StoreBox): Promise<readonly unknown[]> {
  return box.withStore(async (store) =>
    (await store.load('work')).messages.map(({ _context: context }) => context?.id),
  );
}

const SIZES = /^Live messages: (?<before>\d+) → (?<after>\d+)\. Tokens: [\d,]+ → [\d,]+\.$/m;

describe('hermes sessions undo and redo', () => {
  it('take back the newest compaction and bring it back, and say what that is', async () => {
    const box = await twiceBox();
    const before = await liveOf(box);
    const undone = await box.hermes(['sessions', 'undo', 'Fix the build']);
    expect({ code: undone.code, err: undone.err }).toEqual({ code: 0, err: '' });
    expect(undone.out).toMatch(
      /^Undone: change 3, a compaction by keep-turns, gpt-5-mini of 5 messages \(just now\)\.$/m,
    );
    expect(SIZES.exec(undone.out)?.groups).toEqual({ before: '4', after: '8' });
    expect(await liveOf(box)).toHaveLength(8);
    const redone = await box.hermes(['sessions', 'redo', 'work']);
    expect(redone.out).toMatch(/^Redone: change 3, a compaction by keep-turns/m);
    expect(SIZES.exec(redone.out)?.groups).toEqual({ before: '8', after: '4' });
    expect(await liveOf(box)).toEqual(before);
  });

  it('foretell with --dry-run what then happens, and write nothing', async () => {
    const box = await twiceBox();
    const before = await box.hermes(['sessions', 'show', 'work', '--json']);
    const dry = await box.hermes(['sessions', 'undo', 'work', '--to', '1', '--dry-run']);
    expect(dry.out.match(/^Would be undone: change [32], /gm)).toHaveLength(2);
    expect(dry.out).toMatch(/^Dry run: nothing was written\.$/m);
    expect(await box.hermes(['sessions', 'show', 'work', '--json'])).toEqual(before);
    const real = await box.hermes(['sessions', 'undo', 'work', '--to', '1']);
    expect(SIZES.exec(real.out)?.[0]).toBe(SIZES.exec(dry.out)?.[0]);
    expect(SIZES.exec(real.out)?.groups).toEqual({ before: '4', after: '13' });
    expect((await box.hermes(['sessions', 'locks'])).out).toBe('No session is held.\n');
  });

  it('give one object with --json', async () => {
    const box = await twiceBox();
    const { out } = await box.hermes(['sessions', 'undo', 'work', '--json']);
    expect(JSON.parse(out)).toEqual({
      command: 'undo',
      sessionId: 'work',
      isDryRun: false,
      changes: [
        {
          revision: 3,
          kind: 'commit',
          at: expect.stringMatching(/Z$/),
          engine: 'keep-turns',
          model: 'gpt-5-mini',
          coveredMessages: 5,
        },
      ],
      revision: 4,
      before: { messages: 4, tokens: expect.any(Number) },
      after: { messages: 8, tokens: expect.any(Number) },
    });
  });

  it('take back a rewind, and a compaction that began this session', async () => {
    const box = await twiceBox();
    await box.withStore(async (store) => {
      const { messages } = await store.load('work');
      await store.rewind({ sessionId: 'work', messageId: messages.at(-1)?._context?.id ?? '' });
      await store.create({ id: 'first', title: 'name' });
      await store.append('first', turn(1));
      await compact(store, 'first', { key: 'one', inPlace: false });
    });
    expect((await box.hermes(['sessions', 'undo', 'work'])).out).toMatch(
      /^Undone: change 4, a rewind \(just now\)\.$/m,
    );
    expect((await box.hermes(['sessions', 'undo', 'name'])).out).toMatch(
      /^Undone: change 2, a compaction into this session by keep-turns/m,
    );
    const closed = await box.hermes(['sessions', 'undo', 'first']);
    expect(closed.code).toBe(1);
    expect(closed.err).toMatch(/goes on under another id\.\n.*\n {2}fix: hermes sessions undo \d{8}_/);
  });

  it('end with 1 and the reason where there is nothing', async () => {
    const box = await twiceBox();
    for (const argv of [
      ['redo', 'work'],
      ['undo', 'work', '--to', '3'],
    ]) {
      const { code, out, err } = await box.hermes(['sessions', ...argv]);
      expect({ code, out }).toEqual({ code: 1, out: '' });
      expect(err).toMatch(/^hermes: There is nothing to (un|re)do in session work\.\n {2}why: .+\n {2}fix: .+$/m);
    }
    await box.hermes(['sessions', 'undo', 'work', '--to', '1']);
    const { code, out } = await box.hermes(['sessions', 'undo', 'work', '--json']);
    expect([code, JSON.parse(out).error.code]).toEqual([1, 'CTX_SESSION_UNCHANGED']);
  });

  it('end with 1 and the holder while somebody else has the session', async () => {
    const box = await twiceBox();
    await box.withStore((store) => store.acquireLease({ sessionId: 'work', holder: 'chat on laptop', ttlMs: 600_000 }));
    for (const argv of [
      ['undo', 'work'],
      ['undo', 'work', '--to', '1'],
      ['redo', 'work'],
    ]) {
      const { code, err } = await box.hermes(['sessions', ...argv]);
      expect(code).toBe(1);
      expect(err).toMatch(/"chat on laptop" has held it for .+; unless it is refreshed, that ends in 9 min\./);
    }
    expect((await box.hermes(['sessions', 'show', 'work'])).out).toContain('revision 3\n');
    const locks = await box.hermes(['sessions', 'locks']);
    expect(locks.out).toMatch(/^work +Fix the build +chat on laptop +\S+ m?s +9 min$/m);
    expect(JSON.parse((await box.hermes(['sessions', 'locks', '--json'])).out)).toEqual({
      location: box.path,
      locks: [
        {
          sessionId: 'work',
          title: 'Fix the build',
          holder: 'chat on laptop',
          fence: 3,
          ageMs: expect.any(Number),
          endsInMs: expect.any(Number),
        },
      ],
    });
  });

  it.each([
    [['undo', 'nobody'], 'There is no session "nobody".'],
    [['undo', 'work', '--to', 'x'], '--to is "x".'],
    [['undo', 'work', '--to', '9'], 'The session has revisions 1 to 3.'],
    [['undo'], "Missing required argument 'session'."],
    [['redo', ''], 'The name of the session is empty.'],
    [['redo', 'work', '--to', '1'], "Unknown option '--to'."],
    [['locks', 'work'], 'Too many arguments'],
  ])('refuse %j with 2', async (argv, what) => {
    const box = await twiceBox();
    const { code, err } = await box.hermes(['sessions', ...argv]);
    expect(code).toBe(2);
    expect(err).toContain(what);
  });

  it('make no store where there is none', async () => {
    const box = storeBox();
    expect((await box.hermes(['sessions', 'undo', 'work'])).code).toBe(2);
    expect((await box.hermes(['sessions', 'redo', 'work'])).code).toBe(2);
    expect((await box.hermes(['sessions', 'locks'])).out).toBe('No session is held.\n');
    expect(existsSync(box.path)).toBe(false);
  });
});
