/** `HCSS`: marks a database as ours, in the file's header (`PRAGMA application_id`). Never changes. */
export const APPLICATION_ID = 0x48_43_53_53;

/**
 * The forward steps from an empty database, in order; the schema's version is how many were taken. A step that was
 * released is never edited: what it got wrong, a later one mends.
 */
export const MIGRATIONS: readonly string[] = [
  `
  -- Facts about the store itself: name, value. 'indexed' is the newest messages.row that the search index knows.
  CREATE TABLE meta (name TEXT PRIMARY KEY, value) WITHOUT ROWID;
  INSERT INTO meta VALUES ('indexed', 0);

  CREATE TABLE sessions (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    title TEXT UNIQUE,
    origin TEXT NOT NULL,
    parent_session_id TEXT,
    continued_by TEXT,
    goal TEXT,                          -- JSON
    metadata TEXT NOT NULL,             -- JSON
    created_at INTEGER NOT NULL,        -- milliseconds since 1970, UTC, as all times
    updated_at INTEGER NOT NULL,
    revision INTEGER NOT NULL,          -- of today
    sequence INTEGER NOT NULL,          -- of the newest message
    tokens_through INTEGER NOT NULL,    -- of all messages, whatever their state
    compactions INTEGER NOT NULL,       -- in effect
    fence INTEGER NOT NULL DEFAULT 0    -- of the newest lease; never goes back
  );
  CREATE INDEX sessions_by_update ON sessions (updated_at, key);
  CREATE INDEX sessions_by_parent ON sessions (parent_session_id) WHERE parent_session_id IS NOT NULL;

  -- Long strings, each content once. codec: 0 UTF-8, 1 JSON; plus 2: compressed with Zstandard.
  CREATE TABLE blobs (key INTEGER PRIMARY KEY, digest BLOB NOT NULL, codec INTEGER NOT NULL, bytes BLOB NOT NULL);
  CREATE UNIQUE INDEX blobs_by_digest ON blobs (digest);

  -- Every message ever, and never changed. The id of a message is the session's id, ':' and the sequence.
  CREATE TABLE messages (
    row INTEGER PRIMARY KEY,            -- order of arrival over all sessions
    session INTEGER NOT NULL REFERENCES sessions (key),
    sequence INTEGER NOT NULL,
    role TEXT NOT NULL,
    tools TEXT,                         -- names of the tools it calls or answers for, between spaces: ' ls grep '
    created_at INTEGER NOT NULL,
    time_source INTEGER NOT NULL,       -- 0 the store's clock, 1 the message
    tokens_through INTEGER NOT NULL,    -- of this session's messages up to here
    made_by INTEGER,                    -- revision, for what a compaction wrote
    copy_of TEXT,                       -- id of the first original
    digest BLOB NOT NULL,               -- of the whole message without its id
    envelope TEXT NOT NULL,             -- JSON; strings that lie in blobs are empty in it
    blobs TEXT                          -- JSON: [[path, blobs.key], …]
  );
  CREATE UNIQUE INDEX messages_by_sequence ON messages (session, sequence);
  CREATE INDEX messages_by_original ON messages (copy_of) WHERE copy_of IS NOT NULL;

  -- Every state of every live list. Ranges are JSON: [from, to, from, to, …], half-open.
  CREATE TABLE revisions (
    session INTEGER NOT NULL REFERENCES sessions (key),
    number INTEGER NOT NULL,
    kind TEXT NOT NULL,
    at INTEGER NOT NULL,
    of INTEGER,
    closed INTEGER NOT NULL,
    base INTEGER NOT NULL,
    live TEXT NOT NULL,
    compacted TEXT NOT NULL,
    hidden TEXT NOT NULL,
    top INTEGER,                        -- the newest change in effect
    under INTEGER,                      -- of a change: the one in effect below it
    redo INTEGER,                       -- the undo that a redo would take back
    redo_under INTEGER,                 -- of an undo: the one a redo would take back after it
    receipt TEXT,                       -- JSON
    PRIMARY KEY (session, number)
  ) WITHOUT ROWID;
  CREATE INDEX revisions_by_summary ON revisions (session, json_extract(receipt, '$.summaryId')) WHERE receipt IS NOT NULL;

  -- What was asked for under a key, so that it happens once. kind: 'append' or 'commit'.
  CREATE TABLE receipts (
    session INTEGER NOT NULL REFERENCES sessions (key),
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    answer TEXT NOT NULL,               -- JSON
    PRIMARY KEY (session, kind, key)
  ) WITHOUT ROWID;

  -- Times of leases are of a clock that is never put forward or back: milliseconds since the machine started.
  CREATE TABLE leases (
    session INTEGER PRIMARY KEY REFERENCES sessions (key),
    holder TEXT NOT NULL,
    fence INTEGER NOT NULL,
    ttl_ms INTEGER NOT NULL,
    acquired_at REAL NOT NULL,
    refreshed_at REAL NOT NULL
  );

  -- The words of the messages, without their text: rowid is messages.row. Folded, stemmed and spelt in ASCII before they
  -- come here. 'scope' holds what a search filters by.
  CREATE VIRTUAL TABLE words USING fts5 (
    text, scope, content = '', tokenize = "ascii", detail = full
  );
  `,
];

/** Version of the schema that this program writes. */
export const SCHEMA_VERSION = MIGRATIONS.length;
