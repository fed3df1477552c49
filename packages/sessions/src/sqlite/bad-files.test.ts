import { execFileSync } from 'node:child_process';
import {
  closeSync,
  copyFileSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Messages } from '@hermes-context/contract';
import fc from 'fast-check';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { expectOurs, expectRefusal, makeStore, said, temporaryFolder, textsOf, whyNot } from './bad-places.fixture.ts';
import { APPLICATION_ID, SCHEMA_VERSION } from './schema.ts';
import { openSqliteStore } from './sqlite-session-store.ts';

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

/** A database of the kind that the Python program of this name keeps. */
function writePythonStore(): DatabaseSync {
  const database = new DatabaseSync(path);
  database.exec(`
    PRAGMA journal_mode = WAL;
    CREATE TABLE sessions (id TEXT PRIMARY KEY, source TEXT, started_at REAL, title TEXT);
    CREATE TABLE messages (id INTEGER PRIMARY KEY, session_id TEXT, role TEXT, content TEXT, timestamp REAL);
    CREATE VIRTUAL TABLE messages_fts USING fts5(content);
    INSERT INTO sessions VALUES ('20260101_000000_abcdef', 'cli', 1767225600.0, 'kept');
    INSERT INTO messages VALUES (1, '20260101_000000_abcdef', 'user', 'precious', 1767225600.0);
  `);
  return database;
}

describe('a file of another program in the way', () => {
  it('is a Python state.db: it is refused and stays as it is', async () => {
    writePythonStore().close();
    await expectRefusal({ folder, path }, 'foreign');
    await expectRefusal({ folder, path, readOnly: true }, 'foreign');
  });

  it('is a Python state.db that is in use, its log beside it', async () => {
    const database = writePythonStore();
    expect(readdirSync(folder)).toContain('sessions.db-wal');
    await expectRefusal({ folder, path }, 'foreign');
    database.close();
  });

  it.each([
    ['an empty file', ''],
    ['a text', 'dear diary'],
    ['garbage', Buffer.alloc(20_000, 0xa7)],
    ['the beginning of a database', 'SQLite format 3\0'],
  ])('is %s', async (_, content) => {
    writeFileSync(path, content);
    await expectRefusal({ folder, path }, 'foreign');
    await expectRefusal({ folder, path, readOnly: true }, 'foreign');
  });

  it('is a folder', async () => {
    mkdirSync(path);
    await expectRefusal({ folder, path }, 'foreign');
  });

  it('is a pipe, for which nobody waits', async () => {
    execFileSync('mkfifo', [path]);
    await expectRefusal({ folder, path }, 'foreign');
  });

  it('is a file where a folder should be', async () => {
    writeFileSync(path, 'x');
    path = join(path, 'sessions.db');
    await expectRefusal({ folder, path }, 'unreachable');
  });

  it('is a link to itself', async () => {
    symlinkSync(path, path);
    await expectRefusal({ folder, path }, 'unreachable');
  });
});

describe('a store of a newer version', () => {
  const newer = `PRAGMA user_version = ${SCHEMA_VERSION + 1}`;

  it('is refused and stays as it is', async () => {
    await makeStore(path);
    const database = new DatabaseSync(path);
    database.exec(`${newer}; PRAGMA wal_checkpoint(TRUNCATE)`);
    database.close();
    await expectRefusal({ folder, path }, 'newer');
    await expectRefusal({ folder, path, readOnly: true }, 'newer');
  });

  it('is refused where so far only its log says so', async () => {
    await makeStore(path);
    const database = new DatabaseSync(path);
    database.exec(`PRAGMA wal_autocheckpoint = 0; ${newer}`);
    const [file, log] = [path, `${path}-wal`].map((name) => readFileSync(name));
    const error = await whyNot(openSqliteStore(path));
    expectOurs(error, 'newer');
    expect([path, `${path}-wal`].map((name) => readFileSync(name))).toEqual([file, log]);
    database.close();
  });

  it('is refused where its program died and left its log', async () => {
    await makeStore(path);
    const database = new DatabaseSync(path);
    database.exec(`PRAGMA wal_autocheckpoint = 0; ${newer}`);
    const from = path;
    folder = join(folder, 'left');
    path = join(folder, 'sessions.db');
    mkdirSync(folder);
    for (const end of ['', '-wal']) copyFileSync(from + end, path + end);
    database.close();
    const error = await whyNot(openSqliteStore(path));
    expectOurs(error, 'newer');
    const left = new DatabaseSync(path);
    expect(left.prepare('PRAGMA user_version').get()).toEqual({ user_version: SCHEMA_VERSION + 1 });
    left.close();
  });

  it('has the mark of ours, and so is not taken for a foreign one', async () => {
    await makeStore(path);
    const header = readFileSync(path).subarray(0, 100);
    expect([header.readUInt32BE(60), header.readUInt32BE(68)]).toEqual([SCHEMA_VERSION, APPLICATION_ID]);
  });
});

describe('a damaged store', () => {
  const messages = Array.from({ length: 120 }, (_, index) => said(`${index} ${'words of it '.repeat(index * 3)}`));

  it('that was cut off is refused and stays as it is', async () => {
    await makeStore(path, messages);
    truncateSync(path, statSync(path).size - 20_000);
    await expectRefusal({ folder, path }, 'damaged');
    truncateSync(path, 150);
    await expectRefusal({ folder, path }, 'damaged');
  });

  it('says so in our words whatever is read, or gives what was stored', async () => {
    await makeStore(path, messages);
    const sound = path;
    const size = statSync(sound).size;
    const hole = fc.record({
      at: fc.integer({ min: 100, max: size - 1 }),
      bytes: fc.uint8Array({ minLength: 1, maxLength: 9_000 }),
    });
    await fc.assert(
      fc.asyncProperty(hole, async ({ at, bytes }) => {
        path = join(folder, 'damaged.db');
        for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true });
        copyFileSync(sound, path);
        const file = openSync(path, 'r+');
        writeSync(file, bytes.subarray(0, size - at), 0, Math.min(bytes.length, size - at), at);
        closeSync(file);
        const before = readFileSync(path);
        await expectSoundOrTold(messages);
        expect(readFileSync(path).equals(before)).toBe(true);
      }),
      {
        examples: [
          // The list of tables is empty: every statement of ours asks for what is not there.
          [{ at: 103, bytes: new Uint8Array(2) }],
          // The search index does not know its own version.
          [{ at: 163_832, bytes: new Uint8Array(1) }],
          // A row of the session is no JSON.
          [{ at: 24_551, bytes: new Uint8Array(8) }],
        ],
      },
    );
  }, 300_000);
});

/** If the check finds nothing, then there is nothing: all of it reads as it was written. */
async function expectSoundOrTold(messages: Messages): Promise<void> {
  const store = await openSqliteStore(path).catch((cause: unknown) => expectOurs(cause, 'damaged', 'foreign', 'newer'));
  if (store === undefined) return;
  try {
    const damages = await store.check();
    const texts = await textsOf(store).catch((cause: unknown) => expectDamage(cause));
    await store.list().catch((cause: unknown) => expectDamage(cause));
    await store.revisions('chat').catch((cause: unknown) => expectDamage(cause));
    await store.read('chat').catch((cause: unknown) => expectDamage(cause));
    if (damages.length === 0) expect(texts).toEqual(messages.map(({ content }) => content));
    for (const { what } of damages) expect(what).not.toMatch(/TypeError|SyntaxError|\bat \S+:\d+/);
  } finally {
    await store.close();
  }
}

/** A session may be gone with its row, too. */
function expectDamage(cause: unknown): void {
  if (cause instanceof Error && 'code' in cause && cause.code === 'CTX_SESSION_NOT_FOUND') return;
  expectOurs(cause, 'damaged');
}
