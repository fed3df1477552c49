import { DatabaseSync } from 'node:sqlite';
import type { Message } from '@hermes-context/contract';
import { addSummary } from '../store/add-summary.ts';
import { ingest } from '../store/ingest.ts';
import type { Delivery } from '../store/lcm-store.ts';
import { createSchema } from '../store/schema.ts';
import { Sql } from '../store/sql.ts';
import { fillIndexes } from './fill-indexes.ts';
import { grep } from './grep.ts';
import type { GrepAnswer, GrepFound, GrepHit, GrepRequest, GrepRun } from './grep-types.ts';
import { parseGrep } from './parse-grep.ts';

/** When the first message of a store was said; each one after it a minute later. */
export const START = Date.UTC(2026, 0, 1);
const MINUTE_MS = 60_000;

/** A store in memory, and questions to it as a model would put them. */
export class SearchStore {
  readonly db: DatabaseSync;
  readonly sql: Sql;
  #said = 0;

  constructor(db = new DatabaseSync(':memory:')) {
    this.db = db;
    createSchema(db);
    this.sql = new Sql(db, 'test');
  }

  /** Store messages, or texts of a person; their entries. */
  add(
    messages: readonly (string | Message)[],
    { sessionId = 's', delivery = 'added' }: { sessionId?: string; delivery?: Delivery } = {},
  ): number[] {
    const list = messages.map((each) => {
      const message: Message = typeof each === 'string' ? { role: 'user', content: each } : each;
      this.#said += 1;
      const hostId = message._context?.id ?? `m${this.#said}`;
      const tokens = Math.max(1, JSON.stringify(message.content).length >> 2);
      const at = START + (this.#said - 1) * MINUTE_MS;
      return { message: { ...message, _context: { ...message._context, id: hostId } }, tokens, at, hostId };
    });
    return ingest(this.sql, { sessionId, messages: list, delivery, now: START }).entries.map(({ id }) => id);
  }

  summarise(sources: readonly number[] | readonly string[], text: string, sessionId = 's'): string {
    const entries = sources.filter((source) => typeof source === 'number');
    const summaries = sources.filter((source) => typeof source === 'string');
    const from =
      entries.length > 0 ? ({ kind: 'entries', entries } as const) : ({ kind: 'summaries', summaries } as const);
    return addSummary(this.sql, { sessionId, text, tokens: 5, level: 1, sources: from }, START);
  }

  /** Fill the indexes; up to some rows, or all. */
  index(rows = Number.POSITIVE_INFINITY): this {
    for (let count = 0; count < rows && fillIndexes(this.db, { clock: () => 0, ms: 0 }); count += 1);
    return this;
  }

  ask(question: string | Readonly<Record<string, unknown>>, run: Partial<GrepRun> = {}): GrepAnswer {
    const parsed = parseGrep(typeof question === 'string' ? { pattern: question } : question);
    return parsed.kind === 'error' ? parsed : this.run(parsed.request, run);
  }

  run(request: GrepRequest, run: Partial<GrepRun> = {}): GrepAnswer {
    return finished(grep(this.db, request, { sessionId: 's', clock: () => performance.now(), ...run }));
  }

  /** An answer that is none of the errors. */
  found(question: string | Readonly<Record<string, unknown>>, run: Partial<GrepRun> = {}): GrepFound {
    const answer = this.ask(question, run);
    if (answer.kind === 'error') throw new Error(answer.message);
    return answer;
  }

  /** Entries that a question finds, in the order of the answer. */
  entries(question: string | Readonly<Record<string, unknown>>, run: Partial<GrepRun> = {}): readonly number[] {
    return entriesOf(this.found(question, run).hits);
  }

  /** All pages of a question; something may happen between two of them. */
  pages(
    question: Readonly<Record<string, unknown>>,
    between: () => void = () => undefined,
    run: Partial<GrepRun> = {},
  ): GrepFound[] {
    const pages: GrepFound[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = this.found({ ...question, ...(cursor !== undefined && { cursor }) }, run);
      pages.push(page);
      cursor = page.nextCursor;
      if (cursor === undefined || pages.length > 10_000) return pages;
      between();
    }
  }
}

/** Entries of hits that are messages. */
export function entriesOf(hits: readonly GrepHit[]): readonly number[] {
  return hits.flatMap((hit) => (hit.kind === 'message' ? [hit.entry] : []));
}

/** What a generator comes to. */
export function finished<Result>(work: Generator<void, Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}
