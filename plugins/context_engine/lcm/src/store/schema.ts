import type { DatabaseSync } from 'node:sqlite';

/** `HLCM`: marks a database as a store of this engine, in the file's header (`PRAGMA application_id`). Never changes. */
export const APPLICATION_ID = 0x48_4c_43_4d;

/** The full-text tables. What is in them can be made again from the entries and summaries at any time. */
const INDEX_TABLES = `
  -- Without a text of their own. rowid: entries.id.
  CREATE VIRTUAL TABLE words USING fts5(text, content = '', detail = full, tokenize = 'unicode61 remove_diacritics 2');
  CREATE VIRTUAL TABLE grams USING fts5(text, content = '', detail = none, columnsize = 0, tokenize = 'trigram');
  -- rowid: summaries.rowid.
  CREATE VIRTUAL TABLE summary_words USING fts5(text, content = '', detail = full, tokenize = 'unicode61 remove_diacritics 2');
  CREATE VIRTUAL TABLE summary_grams USING fts5(text, content = '', detail = none, columnsize = 0, tokenize = 'trigram');
`;

/**
 * The forward steps from an empty database, in order; the schema's version is how many were taken. A step that was
 * released is never edited: what it got wrong, a later one mends.
 */
const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE conversations (
    id INTEGER PRIMARY KEY,
    session_id TEXT NOT NULL UNIQUE,
    head INTEGER,                       -- entries.id of the newest message of the current branch
    created_at INTEGER NOT NULL,        -- milliseconds since 1970, UTC, as all times
    updated_at INTEGER NOT NULL,
    entry_count INTEGER NOT NULL DEFAULT 0,      -- on all branches
    ambiguous_count INTEGER NOT NULL DEFAULT 0
  ) STRICT;

  -- A stretch of one branch. The first one of a conversation has no origin; any other leaves a path behind its origin,
  -- which then is no longer the last one on its own stretch. An entry stands on the current branch exactly if its
  -- depth is at most the one up to which the branch follows the entry's segment: see branch.ts.
  CREATE TABLE segments (
    id INTEGER PRIMARY KEY,
    conversation INTEGER NOT NULL REFERENCES conversations (id),
    origin INTEGER,                     -- entries.id
    parent_segment INTEGER REFERENCES segments (id),
    fork_depth INTEGER NOT NULL,        -- depth of the origin; 0 without one
    is_aside INTEGER NOT NULL DEFAULT 0 -- 1: its one entry was delivered from within the path behind its origin
  ) STRICT;
  CREATE INDEX segments_by_origin ON segments (conversation, origin);

  -- The text of a message, by content: stored once. encoding 'plain': UTF-8; 'deflate': the same with zlib's header,
  -- for inflateSync. hash: the first 16 bytes of the SHA-256 of the UTF-8. chars: UTF-16 units.
  CREATE TABLE bodies (
    id INTEGER PRIMARY KEY,
    hash BLOB NOT NULL UNIQUE,
    encoding TEXT NOT NULL CHECK (encoding IN ('plain', 'deflate')),
    chars INTEGER NOT NULL,
    body BLOB NOT NULL
  ) STRICT;

  -- Every message ever. id: order of arrival, never reused; it rises along every path.
  CREATE TABLE entries (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    conversation INTEGER NOT NULL REFERENCES conversations (id),
    parent INTEGER REFERENCES entries (id),
    depth INTEGER NOT NULL,             -- place on its path, from 1
    host_id TEXT,
    hash BLOB NOT NULL,                 -- identity by content: see identity.ts
    occurrence INTEGER NOT NULL,        -- among equal hashes on its path, from 1
    ambiguous_with INTEGER REFERENCES entries (id),
    role TEXT NOT NULL,
    tool TEXT,                          -- of a tool's result: the tool's name
    at INTEGER NOT NULL,
    tokens INTEGER NOT NULL,
    body INTEGER NOT NULL REFERENCES bodies (id),
    rest TEXT NOT NULL,                 -- the message as JSON without what stands in the body: see split-message.ts
    segment INTEGER NOT NULL REFERENCES segments (id),
    path_tokens INTEGER NOT NULL DEFAULT 0       -- of its path up to here, itself included
  ) STRICT;
  CREATE UNIQUE INDEX entries_by_place ON entries (segment, depth);
  CREATE INDEX entries_by_hash ON entries (conversation, hash);
  CREATE INDEX entries_by_host_id ON entries (conversation, host_id) WHERE host_id IS NOT NULL;
  -- Results that may have been moved out of the window: these are asked for by their text.
  CREATE INDEX large_results_by_body ON entries (body) WHERE role = 'tool' AND tokens >= 100;

  CREATE TABLE summaries (
    id TEXT PRIMARY KEY,                -- sum_ and 12 hexadecimal digits
    conversation INTEGER NOT NULL REFERENCES conversations (id),
    kind TEXT NOT NULL CHECK (kind IN ('leaf', 'condensed')),
    depth INTEGER NOT NULL,             -- levels of summaries under it; 0 for a leaf
    text TEXT NOT NULL,
    tokens INTEGER NOT NULL,
    first_entry INTEGER NOT NULL,       -- the first and last one on their path
    last_entry INTEGER NOT NULL,
    entry_count INTEGER NOT NULL,
    source_tokens INTEGER NOT NULL,     -- of the entries under it
    first_at INTEGER NOT NULL,
    last_at INTEGER NOT NULL,
    level INTEGER NOT NULL,             -- how much the summarizer had to be pressed: 1 detailed, 2 bullets, 3 cut
    created_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX summaries_by_last ON summaries (conversation, last_entry);

  CREATE TABLE summary_entries (
    summary TEXT NOT NULL REFERENCES summaries (id),
    entry INTEGER NOT NULL REFERENCES entries (id),
    PRIMARY KEY (summary, entry)
  ) WITHOUT ROWID, STRICT;
  CREATE INDEX summary_entries_by_entry ON summary_entries (entry);

  CREATE TABLE summary_children (
    parent TEXT NOT NULL REFERENCES summaries (id),
    child TEXT NOT NULL REFERENCES summaries (id),
    ordinal INTEGER NOT NULL,
    PRIMARY KEY (parent, child)
  ) WITHOUT ROWID, STRICT;
  CREATE UNIQUE INDEX summary_children_in_order ON summary_children (parent, ordinal);
  CREATE INDEX summary_children_by_child ON summary_children (child);

  -- Summaries whose messages are all on the current branch and that no other one of them stands over, kept with every
  -- change. A summary is live if it is one of these or stands under one: no message is under two live leaves.
  CREATE TABLE roots (
    conversation INTEGER NOT NULL REFERENCES conversations (id),
    first_entry INTEGER NOT NULL,
    summary TEXT NOT NULL REFERENCES summaries (id),
    PRIMARY KEY (conversation, first_entry, summary)
  ) WITHOUT ROWID, STRICT;

  -- Figures about the store itself. 'indexed_entries': all entries up to this id are in words and grams.
  -- 'indexed_summaries': the same by rowid. 'cold_summaries': the bodies under them were looked at for compression.
  CREATE TABLE marks (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID, STRICT;
  INSERT INTO marks VALUES
    ('indexed_entries', 0), ('indexed_summaries', 0), ('cold_summaries', 0),
    ('body_chars', 0), ('body_bytes', 0), ('content_bytes', 0);

  CREATE TRIGGER entries_are_kept BEFORE DELETE ON entries
  BEGIN SELECT RAISE(ABORT, 'entries are append-only'); END;
  -- What may change is one thing: an entry without the host's id may learn it.
  CREATE TRIGGER entries_stay_the_same BEFORE UPDATE OF
    id, conversation, parent, depth, hash, occurrence, ambiguous_with, role, tool, at, tokens, body, rest, segment, path_tokens
    ON entries
  BEGIN SELECT RAISE(ABORT, 'entries are append-only'); END;
  CREATE TRIGGER host_ids_stay_the_same BEFORE UPDATE OF host_id ON entries WHEN OLD.host_id IS NOT NULL
  BEGIN SELECT RAISE(ABORT, 'entries are append-only'); END;
  CREATE TRIGGER bodies_are_kept BEFORE DELETE ON bodies
  BEGIN SELECT RAISE(ABORT, 'bodies are append-only'); END;
  CREATE TRIGGER bodies_stay_the_same BEFORE UPDATE OF id, hash, chars ON bodies
  BEGIN SELECT RAISE(ABORT, 'bodies are append-only'); END;
  CREATE TRIGGER summaries_are_kept BEFORE DELETE ON summaries
  BEGIN SELECT RAISE(ABORT, 'summaries are append-only'); END;
  CREATE TRIGGER summaries_stay_the_same BEFORE UPDATE ON summaries
  BEGIN SELECT RAISE(ABORT, 'summaries are append-only'); END;
  CREATE TRIGGER sources_are_kept BEFORE DELETE ON summary_entries
  BEGIN SELECT RAISE(ABORT, 'provenance is append-only'); END;
  CREATE TRIGGER children_are_kept BEFORE DELETE ON summary_children
  BEGIN SELECT RAISE(ABORT, 'provenance is append-only'); END;
  ${INDEX_TABLES}
  `,
];

/** Version of the schema that this program writes, as `PRAGMA user_version`. */
export const SCHEMA_VERSION = MIGRATIONS.length;

/** Bring a database from its version up to {@link SCHEMA_VERSION}, all steps or none, while no other process can read it. */
export function createSchema(db: DatabaseSync): void {
  db.exec('BEGIN EXCLUSIVE');
  try {
    // Another process may have been faster.
    for (const step of MIGRATIONS.slice(schemaVersion(db))) db.exec(step);
    db.exec(`PRAGMA user_version = ${SCHEMA_VERSION}; PRAGMA application_id = ${APPLICATION_ID}; COMMIT`);
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}

/** Version of the schema that a database has; 0 for an empty one. */
export function schemaVersion(db: DatabaseSync): number {
  return Number(db.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);
}

const INDEX_NAMES = ['words', 'grams', 'summary_words', 'summary_grams'] as const;

/** Whether all full-text tables are there and can be read. */
export function hasIndexes(db: DatabaseSync): boolean {
  try {
    for (const name of INDEX_NAMES) db.prepare(`SELECT rowid FROM ${name} WHERE ${name} MATCH 'the' LIMIT 1`).get();
    return true;
  } catch {
    return false;
  }
}

/** Throw the full-text tables away, whatever their state, and make them anew, empty: they are filled again behind the writer. */
export function resetIndexes(db: DatabaseSync): void {
  setDefensive(db, false); // what a damaged table consists of cannot be dropped otherwise
  db.exec('BEGIN IMMEDIATE');
  try {
    for (const name of INDEX_NAMES) dropIndex(db, name);
    db.exec(
      `${INDEX_TABLES}; UPDATE marks SET value = 0 WHERE name IN ('indexed_entries', 'indexed_summaries'); COMMIT`,
    );
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  } finally {
    setDefensive(db, true);
  }
}

/** Before Node 24 there is no such mode, and nothing to switch off. */
function setDefensive(db: DatabaseSync, isOn: boolean): void {
  if ('enableDefensive' in db) db.enableDefensive(isOn);
}

function dropIndex(db: DatabaseSync, name: string): void {
  try {
    db.exec(`DROP TABLE IF EXISTS ${name}`);
  } catch {
    // Damaged: what it is made of is dropped one by one below.
  }
  for (const part of ['data', 'idx', 'docsize', 'config']) db.exec(`DROP TABLE IF EXISTS ${name}_${part}`);
}
