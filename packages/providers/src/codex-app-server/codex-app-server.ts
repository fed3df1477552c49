import type { CodexThreadParams } from './codex-protocol.ts';
import type { CodexCall, CodexThread } from './codex-thread.ts';

/** A running app-server. Several threads may be led at once. */
export interface CodexAppServer extends AsyncDisposable {
  /** Name and version, as it gives them to providers. */
  readonly userAgent: string;
  /** Whether it can be asked: it runs and was not closed. */
  readonly isOpen: boolean;
  /**
   * Begin a conversation.
   *
   * @throws CodexAppServerError as the server, its end or a time limit brings it.
   * @throws The signal's reason, when it aborts.
   */
  startThread(params?: CodexThreadParams, call?: CodexCall): Promise<CodexThread>;
  /**
   * Go on with a conversation that the server has stored. An older handle of the same thread hears nothing more.
   *
   * @throws As {@link startThread} does; the failure is `thread-not-found` where there is no such thread.
   */
  resumeThread(threadId: string, params?: CodexThreadParams, call?: CodexCall): Promise<CodexThread>;
  /** End the server: what waits is rejected, nothing of it stays behind. Never rejects; may be called twice. */
  close(): Promise<void>;
}
