import type { Message, Messages } from '@hermes-context/contract';
import { timestampOf } from '@hermes-context/messages';
import { withId } from '../canonical-message.ts';
import type { EmitCompress } from '../compress-event.ts';
import type { Notes } from '../merge-notes.ts';
import { checkList, checkMessage } from '../message-shape.ts';
import type { Receipt, RevisionKind } from '../revision.ts';
import { SessionNotFoundError } from '../session-errors.ts';
import type { MessageState, StoredMessage } from '../stored-message.ts';

/** A stored message with what it is right now, written down rather than derived. */
export interface Row {
  readonly sequence: number;
  /** Order of arrival over all sessions. */
  readonly arrival: number;
  readonly text: string;
  readonly createdAt: number;
  readonly timeSource: 'message' | 'store';
  readonly tokens: number;
  readonly madeBy?: number;
  readonly copyOf?: string;
  readonly appendKey?: string;
  state: MessageState;
}

/** The whole live list and the state of every row at one moment; `states[0]` is that of sequence 1. */
export interface Snapshot {
  readonly live: readonly number[];
  readonly states: readonly MessageState[];
}

/** A revision, with all that it left behind. */
export interface Entry {
  readonly number: number;
  readonly kind: RevisionKind;
  readonly at: number;
  readonly of?: number;
  readonly receipt?: Receipt;
  readonly before: Snapshot;
  readonly after: Snapshot;
}

/** A lease as it was taken, in milliseconds of the monotonic clock. */
export interface HeldRow {
  readonly holder: string;
  readonly fence: number;
  readonly ttlMs: number;
  readonly acquiredAt: number;
  readonly refreshedAt: number;
}

/** One session, with everything written out. */
export interface MemorySession {
  readonly id: string;
  /** Order of creation over all sessions. */
  readonly serial: number;
  title: string | undefined;
  readonly origin: 'new' | 'rotation' | 'branch';
  readonly parentSessionId: string | undefined;
  continuedBy: string | undefined;
  /** JSON, as the metadata is. */
  goal: string | undefined;
  metadata: string;
  readonly createdAt: number;
  updatedAt: number;
  /** Compactions in effect of the conversation before the rotation that this session began with. */
  readonly inherited: number;
  rows: Row[];
  /** Deliveries under a key that held nothing, and the newest sequence then. */
  emptyDeliveries: Map<string, number>;
  /** What the last import brought; unknown for a session that was never imported. */
  brought: Notes | undefined;
  live: number[];
  revisions: Entry[];
  /** Changes in effect, the newest last. */
  done: Entry[];
  /** Changes that were undone, the one undone last at the end. */
  undone: Entry[];
  fence: number;
  lease: HeldRow | undefined;
}

/** All sessions, and what the store was given. */
export interface Vault {
  readonly sessions: Map<string, MemorySession>;
  readonly now: () => number;
  readonly monotonic: () => number;
  /** Six hexadecimal digits. */
  readonly newId: () => string;
  readonly countTokens: (message: Message) => number;
  readonly emit: EmitCompress | undefined;
  arrivals: number;
}

/** The session of an id. */
export function findSession(vault: Vault, sessionId: string): MemorySession {
  const session = vault.sessions.get(sessionId);
  if (session === undefined) throw new SessionNotFoundError(String(sessionId), 'memory');
  return session;
}

/** The row of a sequence. */
export function rowAt(session: MemorySession, sequence: number): Row {
  const row = session.rows[sequence - 1];
  if (row === undefined) throw new RangeError(`Session ${session.id} has no row ${sequence}.`);
  return row;
}

export function messageId(session: MemorySession, sequence: number): string {
  return `${session.id}:${sequence}`;
}

/** What a new row may be besides its message. */
export type RowFacts = Partial<Pick<Row, 'madeBy' | 'copyOf' | 'appendKey' | 'createdAt' | 'timeSource'>>;

/** Add a row, live, and answer its sequence. The live list is the caller's to change. */
export function addRow({ vault, session }: Place, text: string, facts: RowFacts = {}): number {
  const message: Message = JSON.parse(text);
  const noted = timestampOf(message);
  vault.arrivals += 1;
  session.rows.push({
    sequence: session.rows.length + 1,
    arrival: vault.arrivals,
    text,
    createdAt: noted ?? vault.now(),
    timeSource: noted === undefined ? 'store' : 'message',
    tokens: vault.countTokens(message),
    state: 'live',
    ...facts,
  });
  return session.rows.length;
}

/** A session of a vault. */
export interface Place {
  readonly vault: Vault;
  readonly session: MemorySession;
}

/** Canonical texts of messages; throws before anything was written. */
export function textsOf(messages: Messages): readonly string[] {
  return Array.from(checkList(messages), (message) => checkMessage(message).text);
}

export function takeSnapshot({ live, rows }: MemorySession): Snapshot {
  return { live: [...live], states: rows.map(({ state }) => state) };
}

/** Make live list and states what they were, as far as the snapshot goes. Rows that came later are the caller's. */
export function restore(session: MemorySession, { live, states }: Snapshot): void {
  session.live = [...live];
  for (const [index, state] of states.entries()) rowAt(session, index + 1).state = state;
}

/** Write down that the list was changed; `before` was taken before it was. */
export function addRevision(
  { vault, session }: Place,
  entry: Pick<Entry, 'kind' | 'before'> & Partial<Pick<Entry, 'of' | 'receipt'>>,
): Entry {
  const added = { ...entry, number: session.revisions.length + 1, at: vault.now(), after: takeSnapshot(session) };
  session.revisions.push(added);
  session.updatedAt = added.at;
  return added;
}

export function storedMessage(session: MemorySession, row: Row): StoredMessage {
  const { sequence, text, state, createdAt, timeSource, tokens, madeBy, copyOf } = row;
  const id = messageId(session, sequence);
  return {
    sessionId: session.id,
    id,
    sequence,
    state,
    active: state === 'live',
    compacted: state === 'compacted',
    message: withId(text, id),
    createdAt,
    timeSource,
    tokens,
    ...(madeBy === undefined ? {} : { madeBy }),
    ...(copyOf === undefined ? {} : { copyOf }),
  };
}

/** Size of the messages with these sequences. */
export function tokensOf(session: MemorySession, sequences: readonly number[]): number {
  return sequences.reduce((total, sequence) => total + rowAt(session, sequence).tokens, 0);
}

/** How many compactions are in effect. */
export function compactionsOf({ inherited, done }: MemorySession): number {
  return inherited + done.filter(({ kind }) => kind !== 'rewind').length;
}
