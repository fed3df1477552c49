import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compact, type StoreBox, storeBox, turn, user } from '../sessions/session-store.fixture.ts';

/** Three sessions: one compacted and undone in part, one rotated, and where that goes on. */
async function fullBox(): Promise<StoreBox> {
  const box = storeBox();
  await box.withStore(async (store) => {
    await store.create({ id: 'work', title: 'Fix the build' });
    await store.append('work', [...turn(1), ...turn(2), user('line\u2028separator \u009b 漢字')]);
    await compact(store, 'work', { key: 'one' });
    await compact(store, 'work', { key: 'two' });
    await store.undo({ sessionId: 'work' });
    await store.create({ id: 'first', title: 'name' });
    await store.append('first', turn(1));
    await compact(store, 'first', { key: 'one', inPlace: false });
  });
  return box;
}

async function exportAll(box: StoreBox): Promise<string> {
  return (await box.hermes(['sessions', 'export', '--all'])).out;
}

describe('hermes sessions export and import', () => {
  it('carry everything into another home: lists, archive, history, titles', async () => {
    const box = await fullBox();
    const text = await exportAll(box);
    const other = storeBox();
    const file = other.write('all.jsonl', text);
    const { code, out } = await other.hermes(['sessions', 'import', file]);
    expect(code).toBe(0);
    expect(out).toMatch(/^imported {3}work {2}\d+ messages, 4 revisions$/m);
    expect(await exportAll(other)).toBe(text);
    const show = ['sessions', 'show', 'Fix the build', '--json'];
    expect((await other.hermes(show)).out).toBe((await box.hermes(show)).out);
    expect((await other.hermes(['sessions', 'check'])).code).toBe(0);
    expect((await other.hermes(['sessions', 'redo', 'work'])).code).toBe(0);
  });

  it('change nothing the second time, and add what is new the third', async () => {
    const box = await fullBox();
    const other = storeBox();
    const stdin = await exportAll(box);
    await other.hermes(['sessions', 'import', '-'], { stdin });
    const again = await other.hermes(['sessions', 'import', '-'], { stdin });
    expect(again.out.match(/^unchanged /gm)).toHaveLength(3);
    await box.withStore((store) => store.append('work', [user('more')]));
    const later = (await box.hermes(['sessions', 'export', 'work'])).out;
    const third = await other.hermes(['sessions', 'import', '-', '--json'], { stdin: later });
    expect(JSON.parse(third.out)).toEqual({
      file: '-',
      sessions: [
        {
          line: 1,
          sessionId: 'work',
          outcome: 'extended',
          messages: 1,
          revisions: 0,
          missingContinuation: null,
          error: null,
        },
      ],
    });
  });

  it('say where a conversation goes on that did not come along, and list what came', async () => {
    const box = await fullBox();
    const other = storeBox();
    const stdin = (await box.hermes(['sessions', 'export', 'first'])).out;
    const alone = await other.hermes(['sessions', 'import', '-'], { stdin });
    expect(alone.code).toBe(0);
    expect(alone.out).toMatch(/^imported {3}first /);
    expect(alone.err).toMatch(/^hermes: session first goes on as \w+, which is not here\..+\n$/);
    const listed = await other.hermes(['sessions', 'list']);
    expect(listed.out).toContain('first');
    const json = await other.hermes(['sessions', 'import', '-', '--json'], { stdin });
    expect(JSON.parse(json.out).sessions).toMatchObject([
      { outcome: 'unchanged', missingContinuation: expect.any(String) },
    ]);
    const all = await other.hermes(['sessions', 'import', '-'], { stdin: await exportAll(box) });
    expect(all.err).toBe('');
    expect(await exportAll(other)).toBe(await exportAll(box));
  });

  it('write a file whole, for its owner alone, and say what is in it', async () => {
    const box = await fullBox();
    const { out } = await box.hermes(['sessions', 'export', '--all', '--out', 'all.jsonl']);
    expect(out).toMatch(/^Exported 3 sessions with \d+ messages to all\.jsonl\.$/m);
    expect(readFileSync(join(box.folder, 'all.jsonl'), 'utf8')).toBe(await exportAll(box));
    const json = await box.hermes(['sessions', 'export', 'work', '--out', 'all.jsonl', '--json']);
    expect(JSON.parse(json.out)).toMatchObject({ file: 'all.jsonl', sessions: [{ id: 'work', revisions: 4 }] });
    expect(readdirSync(box.folder).toSorted()).toEqual(['all.jsonl', 'home']);
  });

  it('name the damaged line, refuse that session, and take the others', async () => {
    const box = await fullBox();
    const lines = (await exportAll(box)).split('\n');
    const other = storeBox();
    const stdin = lines.with(2, lines[2]?.slice(0, -2) ?? '').join('\n');
    const { code, out, err } = await other.hermes(['sessions', 'import', '-'], { stdin });
    expect(code).toBe(2);
    expect(err).toMatch(/^hermes: session \w+, line 1, was refused\. Line 3 is damaged\.\n {2}why: .+\n {2}fix: .+$/m);
    expect(out.match(/^imported /gm)).toHaveLength(2);
    const cut = await other.hermes(['sessions', 'import', '-', '--json'], { stdin: lines.slice(0, 3).join('\n') });
    expect(cut.code).toBe(2);
    expect(JSON.parse(cut.out).sessions[0]).toMatchObject({
      outcome: 'refused',
      error: { code: 'CTX_SESSION_IMPORT_REFUSED' },
    });
  });

  it('refuse a history that disagrees with the one that is here', async () => {
    const box = await fullBox();
    const other = storeBox();
    await other.withStore(async (store) => {
      await store.create({ id: 'work' });
      await store.append('work', [user('something else')]);
    });
    const stdin = (await box.hermes(['sessions', 'export', 'work'])).out;
    const { code, err } = await other.hermes(['sessions', 'import', '-'], { stdin });
    expect(code).toBe(2);
    expect(err).toContain('session work, line 1, was refused.');
    expect((await other.hermes(['sessions', 'export', 'work'])).out).toContain('something else');
  });

  it('never write over the store itself, whatever way leads there', async () => {
    const box = await fullBox();
    symlinkSync(box.path, join(box.folder, 'link'));
    for (const out of [box.path, 'link', 'home/../home/context/state.db', `${box.path}-wal`]) {
      const { code, err } = await box.hermes(['sessions', 'export', '--all', '--out', out]);
      expect(code).toBe(2);
      expect(err).toContain('is the session store itself');
    }
    expect((await box.hermes(['sessions', 'check'])).code).toBe(0);
  });

  it.each([
    [['export'], 2, 'Nothing is named to export.'],
    [['export', 'work', '--all'], 2, 'Both "work" and --all are named.'],
    [['export', 'nobody'], 2, 'There is no session "nobody".'],
    [['export', 'work', '--out', ''], 2, '--out is empty.'],
    [['export', 'work', '--out', 'no/folder'], 1, 'Cannot write no/folder'],
    [['import', 'gone.jsonl'], 2, 'Cannot read gone.jsonl: there is no such file.'],
    [['import', '.'], 2, 'it is a directory'],
    [['import', ''], 2, 'holds no sessions'],
    [['import', '-'], 2, 'holds no sessions'],
  ])('answer %j with %i', async (argv, expected, what) => {
    const box = await fullBox();
    const { code, out, err } = await box.hermes(['sessions', ...argv]);
    expect({ code, out }).toEqual({ code: expected, out: '' });
    expect(err).toContain(what);
    expect(err).toMatch(/^ {2}why: .+\n {2}fix: .+$/m);
  });

  it('export nothing where there is nothing, and say so beside it', async () => {
    const box = storeBox();
    const { code, out, err } = await box.hermes(['sessions', 'export', '--all']);
    expect({ code, out }).toEqual({ code: 0, out: '' });
    expect(err).toContain('there are no sessions yet');
    expect(existsSync(join(box.folder, 'home'))).toBe(false);
  });

  it('leave the old file where a new one cannot be written', async () => {
    const box = await fullBox();
    mkdirSync(join(box.folder, 'taken'));
    expect((await box.hermes(['sessions', 'export', 'work', '--out', 'taken'])).code).toBe(1);
    expect(readdirSync(box.folder).toSorted()).toEqual(['home', 'taken']);
  });
});
