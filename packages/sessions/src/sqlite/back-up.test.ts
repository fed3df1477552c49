import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SessionInputError } from '../session-errors.ts';
import { contentOf, expectOurs, makeStore, said, temporaryFolder, textsOf, whyNot } from './bad-places.fixture.ts';
import { openSqliteStore, type SqliteSessionStore } from './sqlite-session-store.ts';

const { folder: root, remove } = temporaryFolder();
afterAll(remove);

let folder = '';
let path = '';
let target = '';
let store: SqliteSessionStore;
let count = 0;
beforeEach(async () => {
  count += 1;
  folder = join(root, String(count));
  mkdirSync(folder);
  path = join(folder, 'sessions.db');
  target = join(folder, 'copy.db');
  store = await openSqliteStore(path);
  await store.create({ id: 'chat' });
  await store.append('chat', [said('mine')]);
});
afterEach(() => store.close());

/** A store whose process was killed: what it was told last is in its log alone. */
function leaveCrashedStore(file: string): void {
  const script = fileURLToPath(new URL('./crashed-writer.fixture.ts', import.meta.url));
  const { signal } = spawnSync(process.execPath, [...process.execArgv, script, file], { stdio: 'inherit' });
  expect(signal).toBe('SIGKILL');
  expect(readFileSync(`${file}-wal`).length).toBeGreaterThan(0);
}

async function expectCopy(): Promise<void> {
  expect(readdirSync(folder).filter((name) => name.startsWith('copy.db'))).toEqual(['copy.db']);
  const copy = await openSqliteStore(target);
  expect(await textsOf(copy)).toEqual(['mine']);
  expect(await copy.check()).toEqual([]);
  await copy.close();
}

/** Refused as input, with everything left as it was. */
async function expectRefused(file: string): Promise<void> {
  const before = contentOf(folder);
  const error = await whyNot(store.backup(file));
  expect(error).toBeInstanceOf(SessionInputError);
  expect(String(error)).toMatch(/^[^\n]+\n {2}why: [^\n]+\n {2}fix: [^\n]+$/);
  expect(contentOf(folder)).toEqual(before);
  await store.append('chat', [said('more')]);
  expect(await store.check()).toEqual([]);
}

describe('a backup', () => {
  it.each(['sessions.db', 'sessions.db-wal', 'sessions.db-shm', 'sessions.db-journal', '../x/../sessions.db'])(
    'never takes the place of the store itself: %s',
    async (name) => {
      mkdirSync(join(folder, 'x'));
      await expectRefused(name.startsWith('..') ? join(folder, 'x', name.slice(5)) : join(folder, name));
    },
  );

  it('sees the store behind a link', async () => {
    symlinkSync(path, join(folder, 'soft.db'));
    linkSync(path, join(folder, 'hard.db'));
    symlinkSync(folder, join(root, `folder-${count}`));
    await expectRefused(join(folder, 'soft.db'));
    await expectRefused(join(folder, 'hard.db'));
    await expectRefused(join(root, `folder-${count}`, 'sessions.db'));
  });

  it('takes away no log that is a store', async () => {
    await makeStore(join(folder, 'a.db-wal'));
    const odd = await openSqliteStore(join(folder, 'a.db-wal'));
    expect(await whyNot(odd.backup(join(folder, 'a.db')))).toBeInstanceOf(SessionInputError);
    expect(await textsOf(odd)).toEqual(['hello']);
    await odd.close();
  });

  it('is not mixed with the log of a store that crashed where it goes', async () => {
    leaveCrashedStore(target);
    await store.backup(target);
    await expectCopy();
  });

  it('takes the place of a store that nobody has open, and of any other file', async () => {
    await makeStore(target);
    await store.backup(target);
    await expectCopy();
    writeFileSync(target, 'no database');
    await store.backup(target);
    await expectCopy();
    writeFileSync(target, '');
    writeFileSync(`${target}-wal`, '');
    writeFileSync(`${target}-shm`, 'left over');
    await store.backup(target);
    await expectCopy();
  });

  it('is refused where somebody works, and nothing of theirs is lost', async () => {
    await makeStore(target);
    const theirs = await openSqliteStore(target);
    await theirs.append('chat', [said('before')]);
    const error = await whyNot(store.backup(target));
    expectOurs(error, 'locked');
    expect(String(error)).toContain('copy.db is in use.');
    await theirs.append('chat', [said('after')]);
    expect(await textsOf(theirs)).toEqual(['hello', 'before', 'after']);
    await theirs.close();
    await store.backup(target);
    await expectCopy();
  });

  it('is refused where another process has the file open', async () => {
    await makeStore(target);
    const script = fileURLToPath(new URL('./lock-holder.fixture.ts', import.meta.url));
    const holder = spawn(process.execPath, [script, target], { stdio: ['pipe', 'pipe', 'inherit'] });
    await once(holder.stdout, 'data');
    expectOurs(await whyNot(store.backup(target)), 'locked');
    holder.stdin.write('end\n');
    await once(holder, 'close');
    await store.backup(target);
    await expectCopy();
  });

  it.each(['-wal', '-journal'])('leaves a %s alone that belongs to no database there', async (end) => {
    writeFileSync(target + end, 'perhaps the only copy');
    await expectRefused(target);
    writeFileSync(target, 'no database');
    await expectRefused(target);
  });

  it('goes into no folder, no pipe and no name that is none', async () => {
    mkdirSync(target);
    await expectRefused(target);
    await expectRefused('');
    await expectRefused('a\0b');
    await expectRefused(undefined as unknown as string);
  });

  it('says in our words where it cannot be written', async () => {
    expectOurs(await whyNot(store.backup(join(folder, 'no', 'folder.db'))), 'unreachable');
    expectOurs(await whyNot(store.backup(join(path, 'copy.db'))), 'unreachable');
    expect(existsSync(join(folder, 'no'))).toBe(false);
    await store.close();
    expectOurs(await whyNot(store.backup(target)), 'closed');
  });
});
