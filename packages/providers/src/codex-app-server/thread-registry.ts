import type { CodexAppServerError } from './codex-app-server-error.ts';
import type { CodexNotification } from './codex-protocol.ts';
import type { OpenThread } from './open-thread.ts';

/** How many notifications wait for a thread that is being started. */
const MAX_EARLY = 256;

/** The threads of a connection. What is said of one before its start is answered waits for it; other threads' is left out. */
export class ThreadRegistry {
  readonly #threads = new Map<string, OpenThread>();
  #starting = 0;
  #early: CodexNotification[] = [];

  /** Start a thread, and enter it before anything else is said of it. */
  async enter(start: () => Promise<OpenThread>): Promise<OpenThread> {
    this.#starting += 1;
    try {
      const thread = await start();
      this.#threads.set(thread.id, thread);
      for (const said of this.#early.filter(({ threadId }) => threadId === thread.id)) thread.take(said);
      this.#early = this.#early.filter(({ threadId }) => threadId !== thread.id);
      return thread;
    } finally {
      this.#starting -= 1;
      if (this.#starting === 0) this.#early = [];
    }
  }

  /** Hand a notification to its thread. */
  take(said: CodexNotification): void {
    const thread = this.#threads.get(said.threadId);
    if (thread !== undefined) thread.take(said);
    else if (this.#starting > 0 && this.#early.length < MAX_EARLY) this.#early.push(said);
  }

  /** The server is gone. */
  lose(error: CodexAppServerError): void {
    for (const thread of this.#threads.values()) thread.lose(error);
    this.#threads.clear();
  }
}
