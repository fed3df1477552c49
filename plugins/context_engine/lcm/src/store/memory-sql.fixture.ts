import { DatabaseSync } from 'node:sqlite';
import { ingest } from './ingest.ts';
import type { Delivery, Ingested, IngestMessage } from './lcm-store.ts';
import { readPath } from './read-entries.ts';
import { createSchema } from './schema.ts';
import { Sql } from './sql.ts';
import type { Task } from './task.ts';
import { verify } from './verify.ts';

/** A store in memory, without a thread. */
export function memorySql(): Sql {
  const db = new DatabaseSync(':memory:');
  db.exec('PRAGMA foreign_keys = ON');
  createSchema(db);
  return new Sql(db, ':memory:');
}

/** Ingest into the session `s`. */
export function deliver(sql: Sql, messages: readonly IngestMessage[], delivery: Delivery = 'part'): Ingested {
  return ingest(sql, { sessionId: 's', messages, delivery, now: 1 });
}

/** The texts of the current branch. */
export function texts(sql: Sql): readonly unknown[] {
  return readPath(sql, { sessionId: 's' }).entries.map(({ message }) => message.content);
}

/** All that a task comes to. */
function finished<Result>(task: Task<Result>): Result {
  for (;;) {
    const step = task.next();
    if (step.done === true) return step.value;
  }
}

/** What contradicts itself. */
export function problems(sql: Sql): readonly string[] {
  return finished(verify(sql));
}
