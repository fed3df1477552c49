import type { HostSession } from '@hermes-context/host';

interface Entry {
  readonly session: Promise<HostSession>;
  useCount: number;
}

/**
 * The sessions that are open, by key; those that nobody has used for longest are closed when there are too many. A
 * session that is used is never closed for that, so there may be more for a while.
 */
export class OpenSessions {
  readonly #open: (key: string) => Promise<HostSession>;
  readonly #maxCount: number;
  /** In the order of their last use. */
  readonly #entries = new Map<string, Entry>();
  /** A session must be closed before it is opened again. */
  readonly #closing = new Map<string, Promise<void>>();

  constructor(open: (key: string) => Promise<HostSession>, maxCount: number) {
    this.#open = open;
    this.#maxCount = maxCount;
  }

  get count(): number {
    return this.#entries.size;
  }

  /** Work with the session of a key, opened if it is not. */
  async use<Result>(key: string, work: (session: HostSession) => Promise<Result>): Promise<Result> {
    const entry = this.#entries.get(key) ?? { session: this.#openAfterClosing(key), useCount: 0 };
    entry.useCount += 1;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    try {
      return await work(await this.#opened(key, entry));
    } finally {
      entry.useCount -= 1;
      this.#closeIdle();
    }
  }

  /** The session, if it is open. */
  async find(key: string): Promise<HostSession | undefined> {
    return this.#entries.get(key)?.session;
  }

  /** Close the session of this key; what runs in it is told to stop. */
  async close(key: string): Promise<void> {
    const entry = this.#entries.get(key);
    if (entry !== undefined) this.#release(key, entry);
    await this.#closing.get(key);
  }

  async #opened(key: string, entry: Entry): Promise<HostSession> {
    try {
      return await entry.session;
    } catch (error) {
      // What failed once is tried again by the next who asks.
      if (this.#entries.get(key) === entry) this.#entries.delete(key);
      throw error;
    }
  }

  async #openAfterClosing(key: string): Promise<HostSession> {
    await this.#closing.get(key);
    return this.#open(key);
  }

  #closeIdle(): void {
    for (const [key, entry] of this.#entries) {
      if (this.#entries.size <= this.#maxCount) return;
      if (entry.useCount === 0) this.#release(key, entry);
    }
  }

  #release(key: string, entry: Entry): void {
    this.#entries.delete(key);
    const closing = closeSession(entry).finally(() => {
      if (this.#closing.get(key) === closing) this.#closing.delete(key);
    });
    this.#closing.set(key, closing);
  }
}

/** Never rejects: the conversation is stored, and whoever opens it again meets what is wrong. */
async function closeSession({ session }: Entry): Promise<void> {
  try {
    await (await session).close();
  } catch {
    return;
  }
}
