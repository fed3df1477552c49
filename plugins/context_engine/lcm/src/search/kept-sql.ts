import type { DatabaseSync } from 'node:sqlite';
import { Sql } from '../store/sql.ts';

/** To prepare a search's statements takes as long as a search that finds little. */
const kept = new WeakMap<DatabaseSync, Sql>();

/** A connection with the statements of earlier searches; gone with the connection. Nobody may pause amid rows of one. */
export function keptSql(db: DatabaseSync): Sql {
  const known = kept.get(db);
  if (known !== undefined) return known;
  const sql = new Sql(db, 'search');
  kept.set(db, sql);
  return sql;
}
