import { once } from 'node:events';
import { writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

// Another process that writes to the database whose path it is given, until it is told to end.
const database = new DatabaseSync(process.argv[2] ?? '');
database.exec('BEGIN IMMEDIATE');
database.exec("UPDATE meta SET value = value WHERE name = 'indexed'");
writeSync(1, 'locked\n');
await once(process.stdin, 'data');
database.exec('COMMIT');
database.close();
process.stdin.destroy();
