import { describe, expect, it } from 'vitest';
import { delivered, numbered, openStore, said, textsOf } from './lcm-store.fixture.ts';

async function linesOf(lines: AsyncIterable<string>): Promise<string[]> {
  const found: string[] = [];
  for await (const line of lines) found.push(line);
  return found;
}

describe('a session that moves to another store', () => {
  it('keeps its branches, flags, summaries and roots', async () => {
    const [from, to] = [await openStore(), await openStore()];
    await to.ingest('other', numbered(['x', 'y']));
    await from.ingest('s', numbered(['a', 'b', 'c', 'd', 'e', 'f']));
    const source = (entries: readonly number[]) => ({ kind: 'entries', entries }) as const;
    const made = { sessionId: 's', tokens: 3, level: 1 };
    const first = await from.addSummary({ ...made, text: 'one', sources: source([1, 2]) });
    const second = await from.addSummary({ ...made, text: 'two', sources: source([3, 4]) });
    const top = await from.addSummary({
      ...made,
      text: 'top',
      sources: { kind: 'summaries', summaries: [first, second] },
    });
    await from.ingest('s', [...numbered(['a', 'b', 'c']), said('z', 'm9')]);
    await from.ingest('s', [said('z')], { delivery: 'added' });
    await from.ingest('s', [delivered({ role: 'system', content: 'late' }), said('a', 'm1')]);

    const lines = await linesOf(from.exportSession('s'));
    const imported = await to.importSession(lines);

    expect(imported).toEqual({ sessionId: 's', entries: 9, summaries: 3 });
    expect(await textsOf(to)).toEqual(await textsOf(from));
    expect((await to.roots('s')).map(({ id }) => id)).toEqual([first]);
    expect(await to.summary(top)).toMatchObject({ text: 'top', children: [first, second], isLive: false });
    expect(await to.stats('s')).toMatchObject({ entries: 9, ambiguousEntries: 2, leaves: 2, condensed: 1 });
    expect(await to.verify()).toEqual([]);
    // Ids of entries are the store's own; all else is the same.
    const again = await linesOf(to.exportSession('s'));
    expect(again).toHaveLength(lines.length);
    await to.ingest('s', numbered(['a', 'b', 'c', 'd', 'e', 'f']), { delivery: 'live' });
    expect((await to.roots('s')).map(({ id }) => id)).toEqual([top]);
  });

  it('is refused where it exists, or where lines are missing', async () => {
    const store = await openStore();
    await store.ingest('s', numbered(['a', 'b']));
    const lines = await linesOf(store.exportSession('s'));
    const other = await openStore();

    await expect(store.importSession(lines)).rejects.toMatchObject({
      reason: 'session-exists',
      message: expect.stringContaining('Import it into another store.'),
    });
    await expect(other.importSession(lines.slice(0, -1))).rejects.toMatchObject({ reason: 'bad-import' });
    await expect(other.importSession(lines.toSpliced(1, 1))).rejects.toMatchObject({ reason: 'bad-import' });
    await expect(other.importSession(['nonsense'])).rejects.toMatchObject({ reason: 'bad-import' });
    await expect(linesOf(store.exportSession('none'))).rejects.toMatchObject({
      reason: 'unknown-session',
      message: expect.stringContaining('named by its whole id'),
    });
    expect((await other.stats()).entries).toBe(0);
  });
});
