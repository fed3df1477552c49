import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openSqliteStore } from '@hermes-context/sessions';
import { describe, expect, it } from 'vitest';
import { compact, type StoreBox, storeBox, turn } from '../sessions/session-store.fixture.ts';

async function smallBox(): Promise<StoreBox> {
  const box = storeBox();
  await box.withStore(async (store) => {
    await store.create({ id: 'work' });
    await store.append('work', [...turn(1), ...turn(2)]);
    await compact(store, 'work', { key: 'one' });
  });
  return box;
}

describe('hermes sessions check', () => {
  it('says that a store is sound', async () => {
    const box = await smallBox();
    expect(await box.hermes(['sessions', 'check'])).toEqual({ code: 0, out: `${box.path} is sound.\n`, err: '' });
    const { out } = await box.hermes(['sessions', 'check', '--json']);
    expect(JSON.parse(out)).toEqual({ location: box.path, ok: true, damages: [] });
  });

  it('lists what is damaged, and ends with 1', async () => {
    const box = await smallBox();
    const database = new DatabaseSync(box.path);
    database.exec("UPDATE messages SET envelope = '{}' WHERE sequence = 4");
    database.close();
    const { code, out } = await box.hermes(['sessions', 'check']);
    expect(code).toBe(1);
    expect(out).toMatch(/^work: .+$/m);
    expect(out).toMatch(/^1 fault in .+/m);
    const json = await box.hermes(['sessions', 'check', '--json']);
    expect(json.code).toBe(1);
    expect(JSON.parse(json.out)).toMatchObject({ ok: false, damages: [{ sessionId: 'work' }] });
  });
});

describe('hermes sessions backup', () => {
  it('copies a store that is in use, whole', async () => {
    const box = await smallBox();
    const inUse = await openSqliteStore(box.path);
    await inUse.append('work', turn(3));
    const { code, out } = await box.hermes(['sessions', 'backup', 'copy.db']);
    await inUse.close();
    expect(code).toBe(0);
    expect(out).toMatch(/^Copied .+state\.db to .+copy\.db \(\d+ KiB\)\.$/m);
    const copy = await openSqliteStore(join(box.folder, 'copy.db'), { readOnly: true });
    expect(await copy.check()).toEqual([]);
    expect((await copy.get('work')).sequence).toBe(13);
    await copy.close();
  });

  it('replaces a file only with --force', async () => {
    const box = await smallBox();
    const file = box.write('copy.db', 'mine');
    const refused = await box.hermes(['sessions', 'backup', 'copy.db']);
    expect([refused.code, readFileSync(file, 'utf8')]).toEqual([2, 'mine']);
    const forced = await box.hermes(['sessions', 'backup', 'copy.db', '--force', '--json']);
    expect(JSON.parse(forced.out)).toEqual({ location: box.path, file, bytes: statSync(file).size });
  });

  it.each([
    [[''], 2, 'The name of the file is empty.'],
    [['.', '--force'], 2, 'is no file'],
    [['home/context/state.db', '--force'], 2, 'is the session store itself'],
    [['no/folder/copy.db'], 1, 'cannot be written'],
    [[], 2, "Missing required argument 'file'."],
  ])('answers %j with %i', async (argv, expected, what) => {
    const box = await smallBox();
    const { code, out, err } = await box.hermes(['sessions', 'backup', ...argv]);
    expect({ code, out }).toEqual({ code: expected, out: '' });
    expect(err).toContain(what);
    expect((await box.hermes(['sessions', 'check'])).code).toBe(0);
  });

  it('ends with 1 where there is no store, and where a file that is none lies in its place', async () => {
    const box = storeBox();
    const { code, err } = await box.hermes(['sessions', 'backup', 'copy.db']);
    expect([code, err]).toEqual([1, expect.stringContaining('There is nothing to copy.')]);
    const file = box.write('home/context/state.db', '');
    writeFileSync(file, Buffer.alloc(200));
    expect((await box.hermes(['sessions', 'backup', 'copy.db'])).code).toBe(1);
  });
});
