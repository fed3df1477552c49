import { searchableText } from '../search/searchable-text.ts';
import { indexText } from '../search/words.ts';
import { DamagedContent } from '../sqlite/damaged-content.ts';
import { decodeMessage } from '../sqlite/decode-message.ts';
import type { SqlRow } from '../sqlite/sql-driver.ts';
import type { StoreContext } from '../sqlite/store-context.ts';
import { scopeText } from './index-expression.ts';

/** How far the index may fall behind: written in one go, messages cost a fraction of what each costs by itself. */
export const MAX_INDEX_LAG_ROWS = 512;
/** What one append indexes at most, so that no append pays for an import before it. */
const MAX_BATCH_ROWS = 1_024;

/** Bring the index nearer once it has fallen behind. Inside the transaction that added messages. */
export function keepIndexNear(context: Pick<StoreContext, 'driver'>): void {
  const { indexed, newest } = indexState(context);
  if (newest - indexed >= MAX_INDEX_LAG_ROWS) catchUpIndex(context, MAX_BATCH_ROWS);
}

/** Where the index stands: the newest row that it knows, and the newest there is; 0 for none. */
export function indexState({ driver }: Pick<StoreContext, 'driver'>): {
  readonly indexed: number;
  readonly newest: number;
} {
  return {
    indexed: Number(driver.get(`SELECT value FROM meta WHERE name = 'indexed'`)?.['value'] ?? 0),
    newest: Number(driver.get('SELECT max(row) AS newest FROM messages')?.['newest'] ?? 0),
  };
}

/** Index up to `limit` of the messages that the index does not know, the oldest first. Inside a transaction that writes. */
export function catchUpIndex(context: Pick<StoreContext, 'driver'>, limit: number): void {
  const { driver } = context;
  const { indexed } = indexState(context);
  const rows = driver.all(
    'SELECT row, session, sequence, role, tools, envelope, blobs FROM messages WHERE row > ? ORDER BY row LIMIT ?',
    indexed,
    limit,
  );
  for (const row of rows) {
    const text = indexText(textOf(context, row));
    driver.run('INSERT INTO words (rowid, text, scope) VALUES (?, ?, ?)', Number(row['row']), text, scopeOf(row));
  }
  const last = rows.at(-1);
  if (last !== undefined) driver.run(`UPDATE meta SET value = ? WHERE name = 'indexed'`, Number(last['row']));
}

/** What a row says; nothing where it is damaged, which `check` tells: one bad row must not keep all others from being stored and found. */
function textOf(context: Pick<StoreContext, 'driver'>, row: SqlRow): string {
  try {
    return searchableText(decodeMessage(context, row));
  } catch (error) {
    if (error instanceof DamagedContent) return '';
    throw error;
  }
}

/** The names in a row's `tools`. */
export function toolsOf(row: SqlRow): readonly string[] {
  return typeof row['tools'] === 'string' ? row['tools'].split(' ').filter((name) => name !== '') : [];
}

function scopeOf(row: SqlRow): string {
  return scopeText({ session: Number(row['session']), role: String(row['role']), tools: toolsOf(row) });
}
