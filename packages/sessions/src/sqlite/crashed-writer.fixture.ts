import { DatabaseSync } from 'node:sqlite';
import { MIGRATIONS } from './schema.ts';

/** Run as a process of its own with a path: makes a database in log mode, writes a lot to its log, and is killed. */
const database = new DatabaseSync(process.argv[2] ?? '');
for (const step of MIGRATIONS) database.exec(step);
database.exec('PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0');
for (let row = 0; row < 60; row += 1) {
  database
    .prepare('INSERT INTO blobs (digest, codec, bytes) VALUES (?, 0, ?)')
    .run(new Uint8Array([row]), new Uint8Array(6_000).fill(row));
}
process.kill(process.pid, 'SIGKILL');
