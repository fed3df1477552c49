import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compact, type StoreBox, storeBox, turn } from '../sessions/session-store.fixture.ts';

/** Three turns of which all but the newest two messages became a summary. */
async function compactedBox(): Promise<StoreBox> {
  const box = storeBox();
  await box.withStore(async (store) => {
    await store.create({ id: 'a1', title: 'Fix the build' });
    await store.append('a1', [...turn(1), ...turn(2), ...turn(3)]);
    await compact(store, 'a1', { key: 'first' });
  });
  return box;
}

describe('hermes sessions', () => {
  it('says where sessions would be while there are none, and makes no file', async () => {
    const box = storeBox();
    const { code, out } = await box.hermes(['sessions', 'list']);
    expect([code, out]).toEqual([0, `There are no sessions yet; they would be in ${box.path}.\n`]);
    expect(await box.hermes(['sessions', 'show', 'x'])).toMatchObject({ code: 2 });
  });

  it('lists, and shows the live list, the archive, the history and what a compaction did', async () => {
    const box = await compactedBox();
    const listed = await box.hermes(['sessions', 'list']);
    expect(listed.out).toMatch(/a1 +Fix the build +just now +3\/13/);
    expect((await box.hermes(['sessions', 'show', 'a1'])).out).not.toContain('Question 1');
    expect((await box.hermes(['sessions', 'show', 'a1', '--all'])).out).toContain('Question 1');
    expect((await box.hermes(['sessions', 'show', 'a1', '--history'])).out).toContain('stands for 10 messages (#1–10)');
    expect((await box.hermes(['sessions', 'show', 'a1', '--diff', '2'])).out).toContain('Question 1');
  });

  it('finds an archived message, undoes and redoes', async () => {
    const box = await compactedBox();
    const found = JSON.parse(
      (await box.hermes(['sessions', 'search', '"module 1"', '--session', 'Fix the build', '--json'])).out,
    );
    expect(found).toMatchObject({
      complete: true,
      hits: [{ message: { id: 'a1:4', state: 'compacted' } }, { message: { id: 'a1:1' } }],
    });
    expect((await box.hermes(['sessions', 'undo', 'Fix the build'])).code).toBe(0);
    expect((await box.withStore((store) => store.load('a1'))).messages).toHaveLength(12);
    expect((await box.hermes(['sessions', 'redo', 'a1'])).code).toBe(0);
    expect((await box.withStore((store) => store.load('a1'))).messages).toHaveLength(3);
  });

  it('says what cannot be undone and why, and who is in the way', async () => {
    const box = await compactedBox();
    await box.hermes(['sessions', 'undo', 'a1']);
    expect(await box.hermes(['sessions', 'undo', 'a1'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('in effect'),
    });
    await box.withStore((store) => store.acquireLease({ sessionId: 'a1', holder: 'chat 4711' }));
    expect(await box.hermes(['sessions', 'redo', 'a1'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('chat 4711'),
    });
    expect((await box.hermes(['sessions', 'locks'])).out).toMatch(/a1 +Fix the build +chat 4711/);
  });

  it('takes an export over in another home, once', async () => {
    const box = await compactedBox();
    const file = join(box.folder, 'all.jsonl');
    expect((await box.hermes(['sessions', 'export', '--all', '--out', file])).code).toBe(0);
    const other = storeBox();
    expect((await other.hermes(['sessions', 'import', file])).out).toContain('a1');
    expect((await other.hermes(['sessions', 'import', file])).out).toContain('unchanged');
    const again = await other.hermes(['sessions', 'export', 'a1']);
    expect(again.out).toBe(readFileSync(file, 'utf8'));
    other.write('cut.jsonl', `${readFileSync(file, 'utf8').split('\n').slice(0, 5).join('\n')}\n`);
    expect(await other.hermes(['sessions', 'import', 'cut.jsonl'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('11 records of session a1 are missing'),
    });
  });

  it('checks the store, and copies it without replacing a file unasked', async () => {
    const box = await compactedBox();
    expect(await box.hermes(['sessions', 'check'])).toMatchObject({
      code: 0,
      out: expect.stringContaining('is sound'),
    });
    expect((await box.hermes(['sessions', 'backup', 'copy.db'])).code).toBe(0);
    expect((await box.hermes(['sessions', 'backup', 'copy.db'])).code).not.toBe(0);
    expect((await box.hermes(['sessions', 'backup', 'copy.db', '--force'])).code).toBe(0);
  });

  it.each([
    [
      ['search', '('],
      ['--mode', 'regex'],
    ],
    [
      ['search', 'x'],
      ['--after', '2031-05-20T14:30:00'],
    ],
    [['search', '  '], []],
    [['list'], ['--limit', '0']],
    [
      ['undo', 'a'],
      ['--to', 'yesterday'],
    ],
    [['show', 'nowhere'], []],
    [['frob'], []],
  ])('refuses hermes sessions %j %j with the reason', async (command, flags) => {
    const box = await compactedBox();
    const { code, out, err } = await box.hermes(['sessions', ...command, ...flags]);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/why: .+\n {2}fix: /);
  });

  it('shows no control character of a title or a message', async () => {
    const box = storeBox();
    await box.withStore(async (store) => {
      await store.create({ id: 'b1' });
      await store.append('b1', [{ role: 'user', content: 'red \u001b[31mtext\u0007' }]);
    });
    for (const command of [['show', 'b1'], ['search', 'text'], ['list']]) {
      const { out } = await box.hermes(['sessions', ...command]);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
      expect(out).not.toMatch(/[\u0000-\u0008\u000b-\u001f]/);
    }
  });
});
