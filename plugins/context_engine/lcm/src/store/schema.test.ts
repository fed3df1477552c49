import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { newFile, numbered, openStore } from './lcm-store.fixture.ts';
import { deliver, memorySql } from './memory-sql.fixture.ts';
import { createSchema, hasIndexes, resetIndexes, SCHEMA_VERSION, schemaVersion } from './schema.ts';

describe('the file', () => {
  it('is readable for its owner alone, as its log is', async () => {
    const file = newFile();
    const store = await openStore(file);
    await store.ingest('s', numbered(['a']));

    for (const path of [file, `${file}-wal`]) expect(statSync(path).mode & 0o077).toBe(0);
  });

  it('may be there and empty: another process has just made it', async () => {
    const file = newFile();
    writeFileSync(file, '');
    expect(await (await openStore(file)).verify()).toEqual([]);
  });
});

describe('the schema', () => {
  it('is made once, however often it is asked for', () => {
    const { db } = memorySql();
    createSchema(db);
    expect(schemaVersion(db)).toBe(SCHEMA_VERSION);
  });

  it.each([
    'DELETE FROM entries',
    "UPDATE entries SET rest = '{}'",
    'UPDATE entries SET parent = NULL',
    "UPDATE entries SET host_id = 'other'",
    'DELETE FROM bodies',
    'UPDATE bodies SET chars = 0',
    "UPDATE bodies SET hash = x'00'",
    'DELETE FROM summaries',
    "UPDATE summaries SET text = ''",
    'DELETE FROM summary_entries',
    'DELETE FROM summary_children',
  ])('is append-only: refuses %s', (statement) => {
    const sql = memorySql();
    deliver(sql, numbered(['a', 'b']));
    sql.db.exec(`INSERT INTO summaries SELECT 'sum_1', 1, 'leaf', 0, 't', 1, 1, 1, 1, 1, 1, 1, 1, 1;
      INSERT INTO summary_entries VALUES ('sum_1', 1); INSERT INTO summary_children VALUES ('sum_1', 'sum_1', 0)`);

    expect(() => sql.db.exec(statement)).toThrow('append-only');
  });

  it('I17 refuses a file of a newer program, and leaves it as it is', async () => {
    const file = newFile();
    const db = new DatabaseSync(file);
    createSchema(db);
    db.exec(`PRAGMA user_version = ${SCHEMA_VERSION + 1}`);
    db.close();
    const before = readFileSync(file);

    await expect(openStore(file)).rejects.toMatchObject({ code: 'CTX_LCM_STORE', reason: 'newer' });
    expect(readFileSync(file)).toEqual(before);
  });

  it('refuses a file of another program, and what is no database', async () => {
    const [other, text] = [newFile(), newFile()];
    const db = new DatabaseSync(other);
    db.exec('CREATE TABLE mine (x)');
    db.close();
    writeFileSync(text, 'not a database at all, but long enough to be taken for one');

    await expect(openStore(other)).rejects.toMatchObject({ reason: 'foreign' });
    await expect(openStore(text)).rejects.toMatchObject({ reason: 'foreign' });
    await expect(openStore('/dev/null/lcm.db')).rejects.toMatchObject({ reason: 'unreachable' });
  });

  it('I18 makes lost or damaged indexes anew', async () => {
    const sql = memorySql();
    sql.db.enableDefensive(false);
    sql.db.exec("DROP TABLE words; DROP TABLE grams_data; UPDATE marks SET value = 7 WHERE name = 'indexed_entries'");
    expect(hasIndexes(memorySql().db)).toBe(true);
    expect(hasIndexes(sql.db)).toBe(false);
    resetIndexes(sql.db);

    expect(hasIndexes(sql.db)).toBe(true);
    expect(sql.get("SELECT value FROM marks WHERE name = 'indexed_entries'")?.['value']).toBe(0);
  });
});
