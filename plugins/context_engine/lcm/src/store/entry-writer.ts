import type { Message } from '@hermes-context/contract';
import { noteGrowth, storeBody } from './bodies.ts';
import type { IngestMessage } from './lcm-store.ts';
import { type Known, type PathView, type Place, placeOf } from './path-view.ts';
import { splitMessage } from './split-message.ts';
import { intOf, type Sql, type SqlRow } from './sql.ts';
import { calledAbove, namesOfCalls } from './tool-names.ts';

/** A message to be written, with its identity. */
export interface Writable extends IngestMessage {
  readonly hash: Uint8Array;
}

interface Slot {
  readonly segment: number;
  readonly parent: Known | undefined;
  readonly ambiguousWith: number | undefined;
}

const INSERT = `INSERT INTO entries (conversation, parent, depth, host_id, hash, occurrence, ambiguous_with, role, tool, at,
  tokens, body, rest, segment, path_tokens) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

/** Of the hot path: a test looks at its plan. */
export const EQUALS =
  'SELECT segment, depth, occurrence FROM entries WHERE conversation = ? AND hash = ? ORDER BY id DESC';

/** Writes entries behind one another, or off the path, and counts what it wrote. */
export class EntryWriter {
  readonly #sql: Sql;
  readonly #conversation: number;
  readonly #growth = { bodyChars: 0, bodyBytes: 0, contentBytes: 0 };
  readonly #calls = new Map<string, string>();
  #path: PathView;
  #reached: Known | undefined;
  #segment: number | undefined;
  #newCount = 0;
  #ambiguousCount = 0;

  constructor(path: PathView) {
    this.#sql = path.sql;
    this.#conversation = path.conversation;
    this.#path = path;
    this.#reached = path.head;
  }

  /** The newest entry of the path. */
  get reached(): Known | undefined {
    return this.#reached;
  }

  get newCount(): number {
    return this.#newCount;
  }

  get ambiguousCount(): number {
    return this.#ambiguousCount;
  }

  /** Go on behind another entry, the last one of a path. */
  turnTo(path: PathView): void {
    this.#path = path;
    this.#reached = path.head;
    this.#segment = undefined;
  }

  /** Remember which tools a message calls, for the results behind it. */
  noteCalls(message: Message): void {
    for (const [id, name] of namesOfCalls(message)) this.#calls.set(id, name);
  }

  append(message: Writable, ambiguousWith?: number): Known {
    const parent = this.#reached;
    this.#segment ??= parent !== undefined && !this.#path.isTaken(parent) ? parent.segment : this.#fork(parent, 0);
    this.#reached = this.#write(message, { segment: this.#segment, parent, ambiguousWith });
    return this.#reached;
  }

  /** Write a message behind an entry, on a segment of its own that nothing goes on from. */
  putAside(message: Writable, origin: Known | undefined, ambiguousWith: number | undefined): Known {
    return this.#write(message, { segment: this.#fork(origin, 1), parent: origin, ambiguousWith });
  }

  /** Write down the head and the counts. */
  finish(now: number): void {
    noteGrowth(this.#sql, this.#growth);
    const update = `UPDATE conversations SET head = ?, updated_at = ?, entry_count = entry_count + ?,
      ambiguous_count = ambiguous_count + ? WHERE id = ?`;
    const head = this.#reached?.id ?? null;
    this.#sql.run(update, head, now, this.#newCount, this.#ambiguousCount, this.#conversation);
  }

  #fork(origin: Known | undefined, isAside: 0 | 1): number {
    const insert = `INSERT INTO segments (conversation, origin, parent_segment, fork_depth, is_aside) VALUES (?, ?, ?, ?, ?)`;
    const from = [origin?.id ?? null, origin?.segment ?? null, origin?.depth ?? 0] as const;
    return this.#sql.run(insert, this.#conversation, ...from, isAside);
  }

  #write(message: Writable, { segment, parent, ambiguousWith }: Slot): Known {
    const { hash, hostId, at, tokens } = message;
    const { role } = message.message;
    const { text, rest } = splitMessage(message.message, hostId);
    const body = storeBody(this.#sql, text, this.#growth);
    const tool = this.#toolOf(message.message, parent) ?? null;
    const depth = (parent?.depth ?? 0) + 1;
    const pathTokens = (parent?.pathTokens ?? 0) + tokens;
    const place = [this.#conversation, parent?.id ?? null, depth, hostId ?? null] as const;
    const identity = [hash, this.#occurrence(hash, segment), ambiguousWith ?? null] as const;
    const said = [role, tool, at, tokens, body, rest] as const;
    const id = this.#sql.run(INSERT, ...place, ...identity, ...said, segment, pathTokens);
    this.#growth.contentBytes += Buffer.byteLength(rest);
    this.#newCount += 1;
    if (ambiguousWith !== undefined) this.#ambiguousCount += 1;
    return { id, parent: parent?.id, segment, depth, role, hostId, hash, pathTokens, isAside: false };
  }

  #toolOf(message: Message, parent: Known | undefined): string | undefined {
    if (message.role !== 'tool') return undefined;
    return this.#calls.get(message.tool_call_id) ?? calledAbove(this.#sql, message.tool_call_id, parent?.id);
  }

  /** Which one among equal messages on its path it is. */
  #occurrence(hash: Uint8Array, segment: number): number {
    const isOnPath = (row: SqlRow) => this.#isOnPath(placeOf(row), segment);
    const equal = this.#sql.find(EQUALS, [this.#conversation, hash], isOnPath);
    return equal === undefined ? 1 : intOf(equal, 'occurrence') + 1;
  }

  #isOnPath(place: Place, segment: number): boolean {
    return place.segment === segment || this.#path.has(place);
  }
}
