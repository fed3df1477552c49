import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Message } from '@hermes-context/contract';
import { lcmCorpus } from './lcm-corpus.ts';
import type { LcmQuery } from './lcm-queries.ts';
import { quantileOf } from './lcm-timing.ts';

/** Rows that are looked at in one go: the time for all is the sum, and what the system keeps of the file is the same for each. */
const AT_ONCE = 10_000;
const RUNS = 3;

/** What a plain scan takes, in milliseconds. */
export interface ScanFigure {
  /** Each row read from a plain table and its text asked once: what an engine without an index does. */
  readonly rowsMs: number;
  /** Only the asking: as if all texts were in memory. */
  readonly textsMs: number;
}

/** For each question that is compared with a scan, by its name. */
export type ScanFigures = ReadonlyMap<string, ScanFigure>;

/**
 * What it takes to look at each text of the corpus once, by size of the corpus.
 *
 * @param sizes - Numbers of messages, rising, each a multiple of 10,000.
 */
export function scanCorpus(sizes: readonly number[], queries: readonly LcmQuery[]): ReadonlyMap<number, ScanFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'hermes-context-lcm-scan-'));
  const db = new DatabaseSync(join(folder, 'rows.db'));
  try {
    db.exec('PRAGMA journal_mode = WAL; CREATE TABLE messages (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT');
    return scanStretches(db, sizes, queries);
  } finally {
    db.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function scanStretches(
  db: DatabaseSync,
  sizes: readonly number[],
  queries: readonly LcmQuery[],
): ReadonlyMap<number, ScanFigures> {
  const messages = lcmCorpus();
  const spent = new Map<string, ScanFigure>();
  const figures = new Map<number, ScanFigures>();
  const rows = db.prepare('SELECT text FROM messages ORDER BY id DESC');
  for (let done = 0; done < (sizes.at(-1) ?? 0); ) {
    const texts = textsOf(messages);
    store(db, texts);
    done += texts.length;
    for (const { name, scan } of queries) {
      if (scan === undefined) continue;
      const { rowsMs, textsMs } = spent.get(name) ?? { rowsMs: 0, textsMs: 0 };
      spent.set(name, {
        rowsMs:
          rowsMs +
          scanMs(
            () => rows.iterate(),
            ({ text }) => scan(String(text)),
          ),
        textsMs: textsMs + scanMs(() => texts, scan),
      });
    }
    if (sizes.includes(done)) figures.set(done, new Map(spent));
  }
  return figures;
}

function textsOf(messages: Iterator<Message>): readonly string[] {
  return Array.from({ length: AT_ONCE }, () => {
    const { value, done } = messages.next();
    if (done === true) throw new Error('unreachable: it has no end');
    const calls = value.role === 'assistant' ? (value.tool_calls ?? []) : [];
    const called = calls.map((call) => `\n${call.function.name} ${call.function.arguments}`).join('');
    // Through bytes: a text that was put together is not in one piece yet, and the scan would have to do that.
    return Buffer.from(`${value.content}${called}`).toString();
  });
}

/** In place of the stretch before. */
function store(db: DatabaseSync, texts: readonly string[]): void {
  db.exec('BEGIN; DELETE FROM messages');
  const insert = db.prepare('INSERT INTO messages (text) VALUES (?)');
  for (const text of texts) insert.run(text);
  db.exec('COMMIT');
}

function scanMs<Row>(rows: () => Iterable<Row>, asks: (row: Row) => boolean): number {
  const times = Array.from({ length: RUNS }, () => {
    const started = performance.now();
    let found = 0;
    for (const row of rows()) if (asks(row)) found += 1;
    const ms = performance.now() - started;
    if (found > AT_ONCE) throw new Error('unreachable: a text is found once');
    return ms;
  });
  return quantileOf(times, 0.5);
}
