import { randomBytes } from 'node:crypto';
import type { Message, Messages } from '@hermes-context/contract';
import { estimateTokens } from '@hermes-context/messages';
import type { AppendOptions, AppendResult } from '../change.ts';
import type { EmitCompress } from '../compress-event.ts';
import { checkName } from '../input-checks.ts';
import { checkList } from '../message-shape.ts';
import { SessionStoreError } from '../session-errors.ts';
import type { SessionRecord } from '../session-record.ts';
import type { SessionStore } from '../session-store.ts';
import { redo, rewind, undo } from './changes.ts';
import { checkVault } from './check-vault.ts';
import { commit } from './commits.ts';
import { acquireLease, listLeases, refreshLease, releaseLease } from './leases.ts';
import { listRevisions, listSessions, loadList, readMessages } from './listings.ts';
import { exportRecords, importRecords } from './records.ts';
import { addRow, findSession, messageId, textsOf, type Vault } from './rows.ts';
import { searchVault } from './search-vault.ts';
import { branchSession, createSession, describeSession, updateSession } from './sessions.ts';

/** What a store in memory takes from outside. */
export interface MemoryStoreOptions {
  /** Milliseconds since 1970. Default: the clock of the machine. */
  readonly now?: () => number;
  /** Milliseconds of a clock that is never put forward or back. Default: since the process started. */
  readonly monotonic?: () => number;
  /** Six hexadecimal digits, which keep apart the ids of sessions that begin in one second. Default: random ones. */
  readonly newId?: () => string;
  /** Size of a message. Must not throw. Default: the estimate of `@hermes-context/messages`. */
  readonly countTokens?: (message: Message) => number;
  /** Told of each compaction that was stored. Default: nobody is. */
  readonly emit?: EmitCompress;
}

/**
 * A store that keeps everything in memory, and forgets it with the process: for tests, and for trying things out. It
 * keeps every list and every state of every message as such, so that what it does can be seen to be right; it is the
 * measure for other stores, and no match for them in speed.
 */
export function createMemorySessionStore(options: MemoryStoreOptions = {}): SessionStore {
  const vault = vaultOf(options);
  let isClosed = false;
  const open = (): Vault => {
    if (isClosed) throw closed();
    return vault;
  };

  return {
    location: 'memory',
    create: async (session = {}) => describeSession(createSession(open(), session)),
    get: async (sessionId) => describeSession(findSession(open(), sessionId)),
    async update(sessionId, change) {
      const session = findSession(open(), sessionId);
      updateSession(vault, session, change);
      return describeSession(session);
    },
    list: async (listing = {}) => listSessions(open(), listing),

    append: async (sessionId, messages, how = {}) => append(open(), sessionId, { ...how, messages }),
    load: async (sessionId, at = {}) => loadList(findSession(open(), sessionId), at.revision),
    read: async (sessionId, listing = {}) => readMessages(findSession(open(), sessionId), listing),

    commit: async (request) => commit(open(), request),
    rewind: async (request) => rewind(open(), request),
    undo: async (request) => undo(open(), request),
    redo: async (request) => redo(open(), request),
    branch: async (sessionId, session = {}) =>
      describeSession(branchSession(open(), findSession(vault, sessionId), session)),
    revisions: async (sessionId, page = {}) => listRevisions(findSession(open(), sessionId), page),

    acquireLease: async (request) => acquireLease(open(), request),
    refreshLease: async (lease) => refreshLease(open(), lease),
    releaseLease: async (lease) => releaseLease(open(), lease),
    leases: async () => listLeases(open()),

    search: async (query) => searchVault(open(), query),

    async *exportSession(sessionId): AsyncGenerator<SessionRecord> {
      yield* exportRecords(findSession(open(), sessionId));
    },
    importSession: async (records) => importRecords(open(), records),

    check: async () => checkVault(open()),
    async close() {
      isClosed = true;
      vault.sessions.clear();
    },
  };
}

function vaultOf(options: MemoryStoreOptions): Vault {
  return {
    sessions: new Map(),
    now: () => Math.trunc((options.now ?? Date.now)()),
    monotonic: options.monotonic ?? (() => performance.now()),
    newId: options.newId ?? (() => randomBytes(3).toString('hex')),
    countTokens: options.countTokens ?? estimateTokens,
    emit: options.emit,
    arrivals: 0,
  };
}

function append(
  vault: Vault,
  sessionId: string,
  { messages, key }: AppendOptions & { readonly messages: Messages },
): AppendResult {
  const session = findSession(vault, sessionId);
  if (key !== undefined) checkName('key', key);
  const list = checkList(messages);
  const empty = session.emptyDeliveries.get(key ?? '');
  if (empty !== undefined) return { kind: 'appended', ids: [], sequence: empty, isRepeat: true };
  const delivered = session.rows.filter(({ appendKey }) => key !== undefined && appendKey === key);
  const last = delivered.at(-1);
  if (last !== undefined) {
    const ids = delivered.map(({ sequence }) => messageId(session, sequence));
    return { kind: 'appended', ids, sequence: last.sequence, isRepeat: true };
  }
  if (session.continuedBy !== undefined) return { kind: 'continued', by: session.continuedBy };
  const facts = key === undefined ? {} : { appendKey: key };
  const added = textsOf(list).map((text) => addRow({ vault, session }, text, facts));
  session.live.push(...added);
  if (key !== undefined && added.length === 0) session.emptyDeliveries.set(key, session.rows.length);
  if (added.length > 0) session.updatedAt = vault.now();
  const ids = added.map((sequence) => messageId(session, sequence));
  return { kind: 'appended', ids, sequence: session.rows.length, isRepeat: false };
}

function closed(): SessionStoreError {
  return new SessionStoreError({
    fault: 'closed',
    location: 'memory',
    what: 'The store was closed.',
    why: 'It lets go of everything when it is closed.',
    fix: 'Create another store, or close this one later.',
  });
}
