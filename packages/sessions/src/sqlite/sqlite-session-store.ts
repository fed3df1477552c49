import { randomBytes } from 'node:crypto';
import type { Message } from '@hermes-context/contract';
import { estimateTokens } from '@hermes-context/messages';
import { type EmitCompress, emitCompress } from '../compress-event.ts';
import { readSessionRecords } from '../read-session-records.ts';
import type { SessionStore } from '../session-store.ts';
import { searchStore } from '../sqlite-search/search-store.ts';
import { append } from './append.ts';
import { backUp } from './back-up.ts';
import { redo, rewind, undo } from './changes.ts';
import { checkStore } from './check-store.ts';
import { commit } from './commit.ts';
import { exportSession } from './export-session.ts';
import { importRecords } from './import-records.ts';
import { acquireLease, heldLeases, refreshLease, releaseLease } from './lease-rows.ts';
import { listMessages, listRevisions, listSessions, loadList } from './listings.ts';
import { openStoreFile } from './open-store-file.ts';
import { branchSession, changeSession, createSession } from './session-changes.ts';
import { getSession, toSession } from './session-rows.ts';
import type { StoreContext } from './store-context.ts';
import { faultOf } from './store-fault.ts';
import { read, write } from './transact.ts';

/** How a store is opened. All of it has a default. */
export interface SqliteStoreOptions {
  /** Only look. Default false. A store that is not there is not made then. */
  readonly readOnly?: boolean;
  /** Milliseconds since 1970 in UTC. */
  readonly now?: () => number;
  /** Milliseconds since the machine started: leases live by it, so it must be the same clock for all processes. */
  readonly monotonic?: () => number;
  /** Random hexadecimal digits, six at least, for the ids of new sessions. */
  readonly newId?: () => string;
  /** Size of a message in tokens. Default: the estimate of `@hermes-context/messages`. */
  readonly countTokens?: (message: Message) => number;
  /** Told of every compaction once it is stored. */
  readonly emit?: EmitCompress;
}

/** A store in a file, which can be copied while it is in use. */
export interface SqliteSessionStore extends SessionStore {
  /**
   * Copy the store as it is at one moment. A file of that name is replaced, by the whole copy or not at all, and so is
   * the log of the database that it was.
   *
   * @throws SessionInputError - The path is the store's own, is no file, or has the log of another database beside it.
   * @throws SessionStoreError - `locked`: some process has the file open. Else it cannot be written.
   */
  backup(path: string): Promise<void>;
}

/**
 * Open the store in a file, made if there is none. Any number of processes may have it open.
 *
 * @throws SessionStoreError - The file is another program's, damaged, of a newer version, or out of reach; it was left untouched.
 */
export async function openSqliteStore(path: string, options: SqliteStoreOptions = {}): Promise<SqliteSessionStore> {
  const { driver, isReadOnly } = await openStoreFile(path, options);
  const { now = Date.now, monotonic = sinceBoot, newId = sixDigits, countTokens = estimateTokens, emit } = options;
  const context: StoreContext = {
    driver,
    location: path,
    isReadOnly,
    now: () => Math.trunc(now()), // a cursor holds whole milliseconds
    monotonic,
    newId,
    countTokens,
  };
  return storeOf(context, emit);
}

/** The two ways into the database. Both reject once the store is closed. */
interface Access {
  readonly context: StoreContext;
  readonly reading: <Result>(work: () => Result) => Promise<Result>;
  readonly writing: <Result>(work: () => Result) => Promise<Result>;
  readonly claimOpen: () => void;
}

function storeOf(context: StoreContext, emit: EmitCompress | undefined): SqliteSessionStore {
  let isClosed = false;
  const claimOpen = (): void => {
    if (isClosed) throw faultOf('closed', context.location);
  };
  const access: Access = {
    context,
    claimOpen,
    reading: async (work) => {
      claimOpen();
      return await read(context, work);
    },
    writing: async (work) => {
      claimOpen();
      if (context.isReadOnly) throw faultOf('read-only', context.location);
      return await write(context, work);
    },
  };
  return {
    location: context.location,
    ...sessionCalls(access),
    ...messageCalls(access),
    ...changeCalls(access, emit),
    ...leaseCalls(access),
    ...storeCalls(access),
    close: async () => {
      if (!isClosed) context.driver.close();
      isClosed = true;
    },
  };
}

function sessionCalls({ context, reading, writing }: Access) {
  return {
    create: (session = {}) => writing(() => createSession(context, session)),
    get: (sessionId) => reading(() => toSession(context, getSession(context, sessionId))),
    update: (sessionId, change) => writing(() => changeSession(context, sessionId, change)),
    list: (listing = {}) => reading(() => listSessions(context, listing)),
    branch: (sessionId, session = {}) => writing(() => branchSession(context, sessionId, session)),
  } satisfies Partial<SessionStore>;
}

function messageCalls({ context, reading, writing }: Access) {
  return {
    append: (sessionId, messages, more) => writing(() => append(context, sessionId, { messages, ...more })),
    load: (sessionId, at) => reading(() => loadList(context, sessionId, at?.revision)),
    read: (sessionId, listing = {}) => reading(() => listMessages(context, sessionId, listing)),
    revisions: (sessionId, page = {}) => reading(() => listRevisions(context, sessionId, page)),
  } satisfies Partial<SessionStore>;
}

function changeCalls({ context, writing }: Access, emit: EmitCompress | undefined) {
  return {
    commit: async (request) => {
      const result = await writing(() => commit(context, request));
      if (result.kind === 'committed') emitCompress(emit, result.receipt);
      return result;
    },
    rewind: (request) => writing(() => rewind(context, request)),
    undo: (request) => writing(() => undo(context, request)),
    redo: (request) => writing(() => redo(context, request)),
  } satisfies Partial<SessionStore>;
}

function leaseCalls({ context, reading, writing }: Access) {
  return {
    acquireLease: (request) => writing(() => acquireLease(context, request)),
    refreshLease: (lease) => writing(() => refreshLease(context, lease)),
    releaseLease: (lease) => writing(() => releaseLease(context, lease)),
    leases: () => reading(() => heldLeases(context)),
  } satisfies Partial<SessionStore>;
}

function storeCalls({ context, reading, writing, claimOpen }: Access) {
  return {
    search: async (query) => {
      claimOpen();
      return await searchStore(context, query);
    },
    exportSession: (sessionId) => exportSession(context, { sessionId, reading }),
    importSession: async (records) => {
      claimOpen();
      const archive = await readSessionRecords(records);
      return await writing(() => importRecords(context, archive));
    },
    check: async () => {
      claimOpen();
      return await checkStore(context);
    },
    backup: async (path) => {
      claimOpen();
      await backUp(context, path);
    },
  } satisfies Partial<SqliteSessionStore>;
}

function sinceBoot(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

function sixDigits(): string {
  return randomBytes(3).toString('hex');
}
