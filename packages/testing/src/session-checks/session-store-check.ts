import type { CompressEvent, SessionStore } from '@hermes-context/sessions';

/** What a store is to take in place of clocks, chance and listeners, so that a test can move and hear them. */
export interface StoreSurroundings {
  /** Milliseconds since 1970. Steps back at times, as those of real machines do. */
  readonly now: () => number;
  /** Milliseconds since the machine started. Goes back only to stand for another start. */
  readonly monotonic: () => number;
  /** Six hexadecimal digits, other ones each time. */
  readonly newId: () => string;
  /** Is to be told of each compaction that was stored, once. */
  readonly emit: (name: 'session:compress', event: CompressEvent) => void;
}

/** Makes a store without any session in it. Called several times in some tests; each store is another one. */
export type OpenStore = (surroundings: StoreSurroundings) => SessionStore | Promise<SessionStore>;

/** How to look at a store. */
export interface StoreCheckOptions {
  /**
   * Close a store and open what it kept. Given, the tests look whether all of it is there. Absent for stores that keep
   * nothing.
   */
  readonly reopen?: (store: SessionStore, surroundings: StoreSurroundings) => SessionStore | Promise<SessionStore>;
  /** How many random histories are tried. Default 60. */
  readonly numRuns?: number;
  /** The same histories as in a run before; its failure names the seed. */
  readonly seed?: number;
}

/** One thing that a store promises, as a test. */
export interface SessionStoreCheck {
  /** Which group of promises it belongs to. */
  readonly promise: string;
  /** To follow "it". Unique. */
  readonly title: string;
  /** @throws What says in which way the store does not. */
  run(open: OpenStore, options?: StoreCheckOptions): Promise<void>;
}
