import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeSessionStore } from '@hermes-context/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { openSqliteStore } from './sqlite-session-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'hermes-context-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let count = 0;
const freshPath = (): string => {
  count += 1;
  return join(folder, `${count}.db`);
};

describeSessionStore('sqlite', (surroundings) => openSqliteStore(freshPath(), surroundings), {
  reopen: async (store, surroundings) => {
    await store.close();
    return await openSqliteStore(store.location, surroundings);
  },
});

describe('a store in a file', () => {
  it('is copied whole while it is in use, and a copy takes the place of an older one', async () => {
    const store = await openSqliteStore(freshPath());
    const target = freshPath();
    const { id } = await store.create({ title: 'chat' });
    await store.append(id, [{ role: 'user', content: 'first' }]);
    await store.backup(target);
    await store.append(id, [{ role: 'user', content: 'second' }]);
    await store.backup(target);
    const copy = await openSqliteStore(target, { readOnly: true });
    expect((await copy.load(id)).messages.map(({ content }) => content)).toEqual(['first', 'second']);
    expect(await copy.check()).toEqual([]);
    await expect(copy.create()).rejects.toMatchObject({ fault: 'read-only' });
    await Promise.all([store.close(), copy.close()]);
  });

  it('tells, once closed, that it is', async () => {
    const store = await openSqliteStore(freshPath());
    await store.close();
    await store.close();
    await expect(store.list()).rejects.toMatchObject({ fault: 'closed' });
  });
});
