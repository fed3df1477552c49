import { grep } from '../search/grep.ts';
import { addSummary } from './add-summary.ts';
import { continueExport, startExport } from './export-session.ts';
import { importSession } from './import-session.ts';
import { ingest } from './ingest.ts';
import type { IngestMessage } from './lcm-store.ts';
import { openSnapshot } from './open-file.ts';
import type { LongOp, StoreCalls, StoreOp } from './protocol.ts';
import { readEntries, readPath, readResult, readText } from './read-entries.ts';
import { entriesUnder, readRoots, readSummary } from './read-summaries.ts';
import { catchUp, indexEverything } from './spare-time.ts';
import type { Sql } from './sql.ts';
import { readStats } from './stats.ts';
import { failure, StoreFault } from './store-failure.ts';
import type { Task } from './task.ts';
import { tidy } from './tidy.ts';
import { verify } from './verify.ts';

/** What the store does for each call. Short ones answer at once, long ones in slices. */
export type Handlers = {
  readonly [Op in Exclude<StoreOp, LongOp>]: (args: StoreCalls[Op]['args'], now: number) => StoreCalls[Op]['result'];
};

/** The same for those that take long. */
export type LongHandlers = {
  readonly [Op in Exclude<LongOp, 'close'>]: (args: StoreCalls[Op]['args']) => Task<StoreCalls[Op]['result']>;
};

/** The short calls over a connection. */
export function createHandlers(sql: Sql): Handlers {
  const staged = new Staged();
  return {
    open: () => null,
    stage: ({ list, messages = [], lines = [] }) => staged.add(list, { messages, lines }),
    ingest: ({ list, messages, ...request }, now) =>
      ingest(sql, { ...request, messages: [...staged.take(list).messages, ...messages], now }),
    path: (request) => sql.read(() => readPath(sql, request)),
    entry: (id) => sql.read(() => readEntries(sql, [id])[0]),
    result: (request) => sql.read(() => readResult(sql, request)),
    entryText: (piece) => readText(sql, piece),
    addSummary: (summary, now) => addSummary(sql, summary, now),
    roots: (sessionId) => sql.read(() => readRoots(sql, sessionId)),
    summary: (id) => sql.read(() => readSummary(sql, id)),
    summaryEntries: (request) =>
      sql.read(() => {
        const ids = entriesUnder(sql, request);
        const entries = readEntries(sql, ids);
        return { entries, isLast: entries.length === ids.length };
      }),
    stats: (sessionId) => sql.read(() => readStats(sql, sessionId)),
    export: (from) => sql.read(() => (typeof from === 'string' ? startExport(sql, from) : continueExport(sql, from))),
    import: ({ list }, now) => importSession(sql, staged.take(list).lines, now),
  };
}

/** The long calls over a connection. */
export function createLongHandlers(sql: Sql, clock: () => number): LongHandlers {
  return {
    *grep({ request, options }) {
      yield* catchUp(sql, clock);
      return yield* grep(sql.db, request, { ...options, clock });
    },
    verify: () => onSnapshot(sql.location, verify),
    *indexAll() {
      yield* indexEverything(sql, clock);
      return null;
    },
    *tidy() {
      yield* tidy(sql);
      return null;
    },
  };
}

function* onSnapshot<Result>(location: string, work: (sql: Sql) => Task<Result>): Task<Result> {
  const snapshot = openSnapshot(location);
  try {
    return yield* work(snapshot);
  } finally {
    snapshot.db.close();
  }
}

interface StagedList {
  readonly messages: readonly IngestMessage[];
  readonly lines: readonly string[];
}

/** Lists that came over in pieces. 0 is the list without any. */
class Staged {
  readonly #lists = new Map<number, { messages: IngestMessage[]; lines: string[] }>();

  add(list: number, { messages, lines }: StagedList): null {
    const known = this.#lists.get(list) ?? { messages: [], lines: [] };
    this.#lists.set(list, known);
    known.messages.push(...messages);
    known.lines.push(...lines);
    return null;
  }

  take(list: number): StagedList {
    if (list === 0) return { messages: [], lines: [] };
    const known = this.#lists.get(list);
    if (known === undefined)
      throw new StoreFault(failure('thread-died', 'of the engine', 'a list was lost on its way'));
    this.#lists.delete(list);
    return known;
  }
}
