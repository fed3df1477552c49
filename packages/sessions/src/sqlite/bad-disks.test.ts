import { appendFileSync, chmodSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import {
  asOrdinaryUser,
  contentOf,
  expectOurs,
  expectRefusal,
  makeReadOnly,
  makeStore,
  said,
  smallDisk,
  temporaryFolder,
  textsOf,
  whyNot,
} from './bad-places.fixture.ts';
import { openSqliteStore, type SqliteSessionStore } from './sqlite-session-store.ts';

const { folder: root, remove } = temporaryFolder();
afterAll(remove);

let folder = '';
let path = '';
let count = 0;
beforeEach(() => {
  count += 1;
  folder = join(root, String(count));
  mkdirSync(folder);
  path = join(folder, 'sessions.db');
});

describe('a store that cannot be written', () => {
  it('because the file is read-only, is read and not written', async (context) => {
    await makeStore(path);
    await expectReadOnly(makeReadOnly(path, 0o444), () => context.skip('This machine lets us write everywhere.'));
  });

  it('because its folder is read-only, is read and not written', async (context) => {
    await makeStore(path);
    await expectReadOnly(makeReadOnly(folder, 0o555), () => context.skip('This machine lets us write everywhere.'));
  });

  it('because the disk is read-only, is read and not written; a new one is refused', async (context) => {
    const disk = smallDisk(join(folder, 'disk'), '4m');
    if (disk === undefined) return context.skip('This machine lets us mount no disk.');
    try {
      folder = disk.folder;
      path = join(folder, 'sessions.db');
      await makeStore(path);
      disk.remount('ro');
      await expectReadOnly(
        () => undefined,
        () => undefined,
      );
      path = join(folder, 'new.db');
      await expectRefusal({ folder, path }, 'read-only');
    } finally {
      disk.remove();
    }
  });

  it('because it was opened so, is read and not written, and is not made', async () => {
    await expectRefusal({ folder, path, readOnly: true }, 'unreachable');
    await makeStore(path);
    const before = readFileSync(path);
    await expectNoWriting(await openSqliteStore(path, { readOnly: true }));
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it('nor read, for want of permission, is refused', async (context) => {
    await makeStore(path);
    chmodSync(path, 0);
    const isTold = await asOrdinaryUser(root, async () => {
      expectOurs(await whyNot(openSqliteStore(path)), 'unreachable');
    });
    expect(readdirSync(folder)).toEqual(['sessions.db']);
    if (!isTold) return context.skip('This machine lets us read everything.');
  });
});

async function expectReadOnly(undo: (() => void) | undefined, skip: () => void): Promise<void> {
  if (undo === undefined) return skip();
  try {
    const before = contentOf(folder);
    await expectNoWriting(await openSqliteStore(path));
    expect(contentOf(folder)).toEqual(before);
  } finally {
    undo();
  }
}

async function expectNoWriting(store: SqliteSessionStore): Promise<void> {
  expect((await store.load('chat')).messages).toHaveLength(1);
  expectOurs(await whyNot(store.append('chat', [said('more')])), 'read-only');
  expectOurs(await whyNot(store.create()), 'read-only');
  expect(await store.check()).toEqual([]);
  await store.close();
}

describe('a full disk', () => {
  it('keeps what was acknowledged, and goes on once there is space', async (context) => {
    const disk = smallDisk(join(folder, 'disk'), '1m');
    if (disk === undefined) return context.skip('This machine lets us mount no disk.');
    try {
      path = join(disk.folder, 'sessions.db');
      const store = await openSqliteStore(path);
      await store.create({ id: 'chat' });
      const texts: string[] = [];
      const error = await whyNot(fill(store, texts));
      expectOurs(error, 'full');
      expect(texts.length).toBeGreaterThan(3);
      expect(await textsOf(store)).toEqual(texts);
      expect(await store.check()).toEqual([]);
      expectOurs(await whyNot(fill(store, texts)), 'full');
      disk.remount('size=8m');
      await store.append('chat', [said('space again')]);
      await store.close();

      const again = await openSqliteStore(path);
      expect(await textsOf(again)).toEqual([...texts, 'space again']);
      expect(await again.check()).toEqual([]);
      await again.close();
    } finally {
      disk.remove();
    }
  });

  it('is what is told where not one byte is left, and the store is as it was', async (context) => {
    const disk = smallDisk(join(folder, 'disk'), '1m');
    if (disk === undefined) return context.skip('This machine lets us mount no disk.');
    try {
      path = join(disk.folder, 'sessions.db');
      await makeStore(path);
      const before = readFileSync(path);
      const filler = join(disk.folder, 'filler');
      expect(() => {
        for (;;) appendFileSync(filler, Buffer.alloc(4_096));
      }).toThrow('ENOSPC');
      expectOurs(await whyNot(openSqliteStore(path)), 'full');
      expect(readFileSync(path).equals(before)).toBe(true);
      const fresh = join(disk.folder, 'new.db');
      expectOurs(await whyNot(openSqliteStore(fresh)), 'full');
      expect(readdirSync(disk.folder).filter((name) => name.startsWith('new'))).toEqual([]);
      rmSync(filler);
      const store = await openSqliteStore(path);
      await store.append('chat', [said('space again')]);
      expect(await store.check()).toEqual([]);
      await store.close();
    } finally {
      disk.remove();
    }
  });
});

async function fill(store: SqliteSessionStore, texts: string[]): Promise<void> {
  for (let index = 0; ; index += 1) {
    // Nothing that could be compressed.
    const text = `${index} ${Array.from({ length: 300 }, (_, at) => Math.sin(at + index).toString(36)).join('')}`;
    await store.append('chat', [said(text)]);
    texts.push(text);
  }
}
