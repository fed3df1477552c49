import type { Message } from '@hermes-context/contract';
import { EntryWriter } from './entry-writer.ts';
import { EXPORT_FORMAT } from './export-session.ts';
import { writeRoots } from './head.ts';
import { identityHash } from './identity.ts';
import { openConversation } from './ingest.ts';
import type { Imported } from './lcm-store.ts';
import { type Known, PathView } from './path-view.ts';
import { headOf } from './read-entries.ts';
import { SUMMARY_PROBES } from './read-summaries.ts';
import type { Sql } from './sql.ts';
import { failure, StoreFault } from './store-failure.ts';
import { freeSummaryId, insertSummary, spanOfEntries, spanOfSummaries } from './summary-span.ts';

interface SessionLine {
  readonly kind: 'session';
  readonly format: number;
  readonly sessionId: string;
  readonly head: number | null;
}

interface EntryLine {
  readonly kind: 'entry';
  readonly id: number;
  readonly parent: number | null;
  readonly at: number;
  readonly tokens: number;
  readonly hostId: string | null;
  readonly ambiguousWith: number | null;
  readonly isAside: boolean;
  readonly message: Message;
}

interface SummaryLine {
  readonly kind: 'summary';
  readonly id: string;
  readonly text: string;
  readonly tokens: number;
  readonly level: number;
  readonly createdAt: number;
  readonly entries?: readonly number[];
  readonly children?: readonly string[];
}

type Line = SessionLine | EntryLine | SummaryLine | { readonly kind: 'end' };

/**
 * Store an exported session, in one transaction. Entries get ids of this store; summaries keep theirs unless taken.
 * Nothing else is served meanwhile: some seconds for a hundred thousand messages.
 *
 * @throws StoreFault - `bad-import`, `session-exists`.
 */
export function importSession(sql: Sql, lines: readonly string[], now: number): Imported {
  const [first, ...rest] = lines.map((line, index): Line => parseLine(line, index));
  if (first?.kind !== 'session' || rest.at(-1)?.kind !== 'end')
    throw refused('It does not begin or end as an export does.');
  if (first.format !== EXPORT_FORMAT)
    throw refused(`Its format is ${first.format}; this version reads ${EXPORT_FORMAT}.`);
  return sql.write(() => {
    if (headOf(sql, first.sessionId) !== undefined) {
      throw new StoreFault(failure('session-exists', sql.location, first.sessionId));
    }
    const { id } = openConversation(sql, first.sessionId, now);
    return new Import(new PathView(sql, id, undefined), first).run(rest, now);
  });
}

class Import {
  readonly #view: PathView;
  readonly #session: SessionLine;
  readonly #entries = new Map<number, Known>();
  readonly #summaries = new Map<string, string>();
  readonly #writer: EntryWriter;

  constructor(view: PathView, session: SessionLine) {
    this.#view = view;
    this.#session = session;
    this.#writer = new EntryWriter(view);
  }

  run(lines: readonly Line[], now: number): Imported {
    for (const line of lines) {
      if (line.kind === 'entry') this.#entry(line);
      if (line.kind === 'summary') this.#summary(line);
    }
    const { head } = this.#session;
    const path = head === null ? this.#view : this.#view.branchTo(this.#known(head));
    this.#writer.turnTo(path);
    this.#writer.finish(now);
    writeRoots(path);
    return { sessionId: this.#session.sessionId, entries: this.#entries.size, summaries: this.#summaries.size };
  }

  #entry(line: EntryLine): void {
    const { message, at, tokens } = line;
    const parent = line.parent === null ? undefined : this.#known(line.parent);
    const ambiguousWith = line.ambiguousWith === null ? undefined : this.#entries.get(line.ambiguousWith)?.id;
    const written = {
      message,
      at,
      tokens,
      hash: identityHash(message),
      ...(line.hostId !== null && { hostId: line.hostId }),
    };
    this.#writer.noteCalls(message);
    if (line.isAside) {
      this.#entries.set(line.id, this.#writer.putAside(written, parent, ambiguousWith));
      return;
    }
    if (parent?.id !== this.#writer.reached?.id) {
      this.#writer.turnTo(parent === undefined ? this.#view : this.#view.branchTo(parent));
    }
    this.#entries.set(line.id, this.#writer.append(written, ambiguousWith));
  }

  #summary(line: SummaryLine): void {
    const { sql } = this.#view;
    const span = line.entries === undefined ? this.#condensed(line.children ?? []) : this.#leaf(line.entries);
    const isTaken = sql.get(SUMMARY_PROBES.span, line.id) !== undefined;
    const id = isTaken ? freeSummaryId(sql, [this.#session.sessionId, span.kind, span.sources, line.text]) : line.id;
    insertSummary(this.#view, { ...line, id, span });
    this.#summaries.set(line.id, id);
  }

  #leaf(entries: readonly number[]): ReturnType<typeof spanOfEntries> {
    const known = entries.map((id) => this.#known(id));
    const last = known.reduce<Known | undefined>((a, b) => (a !== undefined && a.id > b.id ? a : b), undefined);
    if (last === undefined) throw refused('A summary has no sources.');
    return spanOfEntries(
      this.#view.branchTo(last),
      known.map(({ id }) => id),
    );
  }

  #condensed(children: readonly string[]): ReturnType<typeof spanOfSummaries> {
    if (children.length === 0) throw refused('A summary has no sources.');
    return spanOfSummaries(
      children.map((child) => {
        const row = this.#view.sql.get(SUMMARY_PROBES.byId, this.#summaries.get(child) ?? '');
        if (row === undefined) throw refused(`It names the summary ${child} before it has it.`);
        return row;
      }),
    );
  }

  #known(id: number): Known {
    const known = this.#entries.get(id);
    if (known === undefined) throw refused(`It names the message ${id} before it has it.`);
    return known;
  }
}

function parseLine(line: string, index: number): ReturnType<typeof JSON.parse> {
  try {
    return JSON.parse(line);
  } catch {
    throw refused(`Line ${index + 1} is no JSON.`);
  }
}

function refused(why: string): StoreFault {
  const fix = 'Import what an export of this engine wrote, whole.';
  return new StoreFault({ reason: 'bad-import', what: 'A session was not imported.', why, fix });
}
