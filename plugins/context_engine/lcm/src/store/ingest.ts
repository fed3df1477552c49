import { EntryWriter } from './entry-writer.ts';
import { moveHead } from './head.ts';
import { identityHash } from './identity.ts';
import type { Delivery, Ingested, IngestedEntry, IngestMessage } from './lcm-store.ts';
import { isUnderLive } from './live-summaries.ts';
import { type Known, PathView } from './path-view.ts';
import { type IngestPlan, type Planned, planIngest } from './plan-ingest.ts';
import { type Delivered, Recogniser } from './recognise.ts';
import { intOf, maybeIntOf, type Sql } from './sql.ts';

/** A list to be stored. */
export interface IngestRequest {
  readonly sessionId: string;
  readonly messages: readonly IngestMessage[];
  readonly delivery: Delivery;
  readonly now: number;
}

/** Store what is new of a list, in one transaction. */
export function ingest(sql: Sql, { sessionId, messages, delivery, now }: IngestRequest): Ingested {
  const list = identified(messages);
  return sql.write(() => {
    const { id, head } = openConversation(sql, sessionId, now);
    if (list.length === 0) return { entries: [], newCount: 0, ambiguousCount: 0, hasMoved: false, head };
    const view = new PathView(sql, id, head);
    const sightings = new Recogniser(list, view, delivery).sightings();
    const plan = planIngest({ list, sightings, delivery }, view);
    const isMoving = delivery === 'live' || plan.messages.some(({ kind }) => kind === 'new');
    return new Ingest(view, list, isMoving ? plan : { ...plan, anchor: view.head }).run(now);
  });
}

/** An id that a list has twice says nothing the second time. */
function identified(messages: readonly IngestMessage[]): readonly Delivered[] {
  const seen = new Set<string>();
  return messages.map(({ hostId, ...message }): Delivered => {
    const hash = identityHash(message.message);
    if (hostId === undefined || seen.has(hostId)) return { ...message, hash };
    seen.add(hostId);
    return { ...message, hostId, hash };
  });
}

/** A conversation's row, made if there is none. */
export function openConversation(sql: Sql, sessionId: string, now: number): { id: number; head: number | undefined } {
  const known = sql.get('SELECT id, head FROM conversations WHERE session_id = ?', sessionId);
  if (known !== undefined) return { id: intOf(known, 'id'), head: maybeIntOf(known, 'head') };
  const insert = 'INSERT INTO conversations (session_id, created_at, updated_at) VALUES (?, ?, ?)';
  return { id: sql.run(insert, sessionId, now, now), head: undefined };
}

/** A plan being carried out. */
class Ingest {
  readonly #view: PathView;
  readonly #path: PathView;
  readonly #list: readonly Delivered[];
  readonly #plan: IngestPlan;
  readonly #writer: EntryWriter;
  /** Taken by a message of this list, so that an equal one gets another. */
  readonly #asides = new Set<number>();

  constructor(view: PathView, list: readonly Delivered[], plan: IngestPlan) {
    const { sql, conversation } = view;
    this.#view = view;
    this.#path = plan.anchor?.id === view.head?.id ? view : new PathView(sql, conversation, plan.anchor?.id);
    this.#list = list;
    this.#plan = plan;
    this.#writer = new EntryWriter(this.#path);
  }

  run(now: number): Ingested {
    const hasMoved = this.#path !== this.#view;
    if (hasMoved) moveHead(this.#view, this.#path);
    const entries = this.#list.map((message, index) => this.#carryOut(message, this.#plan.messages[index]));
    const { newCount, ambiguousCount, reached } = this.#writer;
    if (newCount > 0 || hasMoved) this.#writer.finish(now);
    return { entries, newCount, ambiguousCount, hasMoved, head: reached?.id };
  }

  #carryOut(message: Delivered, planned: Planned | undefined): IngestedEntry {
    if (planned === undefined) throw new RangeError('A plan has as many messages as its list.');
    this.#writer.noteCalls(message.message);
    switch (planned.kind) {
      case 'known':
        this.#adopt(planned.entry, message);
        return {
          id: planned.entry.id,
          kind: 'known',
          isOnPath: this.#path.has(planned.entry),
          isCovered: isUnderLive(this.#view.sql, planned.entry.id),
        };
      case 'aside':
        return this.#putAside(message, planned);
      case 'new':
        return {
          id: this.#writer.append(message, planned.ambiguousWith).id,
          kind: 'new',
          isOnPath: true,
          isCovered: false,
        };
    }
  }

  #adopt(entry: Known, { hostId }: Delivered): void {
    if (hostId === undefined || entry.hostId !== undefined) return;
    this.#view.sql.run('UPDATE entries SET host_id = ? WHERE id = ?', hostId, entry.id);
  }

  #putAside(message: Delivered, planned: Extract<Planned, { kind: 'aside' }>): IngestedEntry {
    const origin = planned.origin === undefined ? undefined : this.#view.byId(planned.origin);
    const known = this.#view
      .byHash(message.hash)
      .filter(({ id, isAside }) => isAside && !this.#asides.has(id))
      .find(({ parent }) => parent === origin?.id || message.message.role === 'system');
    const { id } = known ?? this.#writer.putAside(message, origin, planned.before);
    this.#asides.add(id);
    return { id, kind: known === undefined ? 'aside' : 'known', isOnPath: false, isCovered: false };
  }
}
