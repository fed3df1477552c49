import type { CompressEvent, SessionStore } from '@hermes-context/sessions';
import { deepFreeze } from '../deep-freeze.ts';
import { type ManualClock, manualClock } from '../manual-clock.ts';
import type { OpenStore, SessionStoreCheck, StoreCheckOptions, StoreSurroundings } from './session-store-check.ts';

const MACHINE_UP_MS = 5_000_000;

/** A store to look at, and what moves its time. */
export interface Bench {
  /** Freezes whatever it is given, so that a store that edits its input fails. */
  readonly store: SessionStore;
  /** The same store as it is, to hand it what is edited afterwards. */
  readonly raw: SessionStore;
  /** The clock on the wall. */
  readonly time: ManualClock;
  /** The clock that never steps. */
  readonly uptime: ManualClock;
  /** What was told through `emit`, in order. Whoever hears it throws. */
  readonly events: readonly CompressEvent[];
  readonly options: StoreCheckOptions;
  /** Another store, empty, with the same surroundings. */
  another(): Promise<SessionStore>;
  /** The same store after it was closed and opened again; untouched where that would lose everything. */
  reopened(): Promise<SessionStore>;
  close(): Promise<void>;
}

/** A look at a store. */
export type Look = (bench: Bench) => Promise<void>;

/** Checks of one group by their titles: each gets a store of its own. */
export function checksOf(promise: string, looks: Readonly<Record<string, Look>>): readonly SessionStoreCheck[] {
  return Object.entries(looks).map(([title, look]) => ({
    promise,
    title,
    async run(open, options = {}): Promise<void> {
      const bench = await benchOf(open, options);
      try {
        await look(bench);
      } finally {
        await bench.close();
      }
    },
  }));
}

/** Open a store on a bench. */
export async function benchOf(open: OpenStore, options: StoreCheckOptions): Promise<Bench> {
  const time = manualClock();
  const uptime = manualClock(MACHINE_UP_MS);
  let minted = 0;
  const events: CompressEvent[] = [];
  const surroundings: StoreSurroundings = {
    now: time.now,
    monotonic: uptime.now,
    newId: () => {
      minted += 1;
      return minted.toString(16).padStart(6, '0');
    },
    emit: (_, event) => {
      events.push(event);
      throw new Error('A listener failed.');
    },
  };
  const stores: SessionStore[] = [await open(surroundings)];
  let current = stores[0];
  const now = (): SessionStore => {
    if (current === undefined) throw new Error('open() gave no store.');
    return current;
  };
  const store = freezingInputs(now);
  return {
    store,
    raw: now(),
    time,
    uptime,
    events,
    options,
    async another() {
      const other = await open(surroundings);
      stores.push(other);
      return freezingInputs(() => other);
    },
    async reopened() {
      if (options.reopen === undefined) return store;
      current = await options.reopen(now(), surroundings);
      stores.push(current);
      return store;
    },
    async close() {
      for (const each of stores) await each.close();
    },
  };
}

/** The store, given nothing that it could edit. */
function freezingInputs(current: () => SessionStore): SessionStore {
  return {
    get location() {
      return current().location;
    },
    create: (session) => current().create(deepFreeze(session)),
    get: (sessionId) => current().get(sessionId),
    update: (sessionId, change) => current().update(sessionId, deepFreeze(change)),
    list: (listing) => current().list(deepFreeze(listing)),
    append: (sessionId, messages, options) => current().append(sessionId, deepFreeze(messages), deepFreeze(options)),
    load: (sessionId, at) => current().load(sessionId, deepFreeze(at)),
    read: (sessionId, listing) => current().read(sessionId, deepFreeze(listing)),
    commit: (request) => current().commit(deepFreeze(request)),
    rewind: (request) => current().rewind(deepFreeze(request)),
    undo: (request) => current().undo(deepFreeze(request)),
    redo: (request) => current().redo(deepFreeze(request)),
    branch: (sessionId, session) => current().branch(sessionId, deepFreeze(session)),
    revisions: (sessionId, page) => current().revisions(sessionId, deepFreeze(page)),
    acquireLease: (request) => current().acquireLease(deepFreeze(request)),
    refreshLease: (lease) => current().refreshLease(deepFreeze(lease)),
    releaseLease: (lease) => current().releaseLease(deepFreeze(lease)),
    leases: () => current().leases(),
    search: (query) => current().search(deepFreeze(query)),
    exportSession: (sessionId) => current().exportSession(sessionId),
    importSession: (records) => current().importSession(records),
    check: () => current().check(),
    close: () => current().close(),
  };
}
