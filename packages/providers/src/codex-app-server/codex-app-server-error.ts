import { ContextHostError } from '@hermes-context/contract';

/** Why the app-server did not do what it was asked. */
export type CodexFailure =
  /** The program could not be started. */
  | 'spawn'
  /** It ended by itself. Nothing more can be asked of this client. */
  | 'exited'
  /** This client was closed. */
  | 'closed'
  /** No answer within the time limit. */
  | 'timeout'
  /** It answered with an error. */
  | 'refused'
  /** Too busy, on every try. */
  | 'overload'
  /** It does not know the thread: a new one has to be started. */
  | 'thread-not-found'
  /** A turn or a compaction runs on the thread. Nothing was sent. */
  | 'thread-busy'
  /** This handle of the thread may no longer be used. Nothing was sent. */
  | 'thread-retired';

/** What is known about it. */
export interface CodexFailureFacts {
  readonly failure: CodexFailure;
  /** One line for a person, secrets masked, without control characters. */
  readonly detail: string;
  /** What was asked for, such as `thread/compact/start`. */
  readonly method?: string;
  readonly threadId?: string;
  /** Code of the server's error answer. */
  readonly rpcCode?: number;
  readonly cause?: unknown;
}

/** The Codex app-server did not do what it was asked. */
export class CodexAppServerError extends ContextHostError {
  override readonly name = 'CodexAppServerError';
  readonly code = 'CTX_CODEX_APP_SERVER_FAILED';
  readonly facts: CodexFailureFacts;

  constructor(facts: CodexFailureFacts) {
    const { failure, method, detail, cause } = facts;
    const asked = method === undefined ? '' : ` (${method})`;
    super({ what: `${WHATS[failure]}${asked}.`, why: detail, fix: FIXES[failure], cause });
    this.facts = facts;
  }
}

const WHATS: Readonly<Record<CodexFailure, string>> = {
  spawn: 'The Codex app-server could not be started',
  exited: 'The Codex app-server has ended',
  closed: 'The connection to the Codex app-server is closed',
  timeout: 'The Codex app-server did not answer in time',
  refused: 'The Codex app-server refused a request',
  overload: 'The Codex app-server is overloaded',
  'thread-not-found': 'The Codex app-server does not know the thread',
  'thread-busy': 'The Codex thread is busy',
  'thread-retired': 'The Codex thread is no longer in use',
};

const FIXES: Readonly<Record<CodexFailure, string>> = {
  spawn: 'Install Codex (npm install --global @openai/codex) and check that `codex app-server` starts in a shell.',
  exited: 'Start it again and resume the thread; run `codex app-server` in a shell to see what it says.',
  closed: 'Open a new connection and resume the thread.',
  timeout: 'Open a new connection and resume the thread, or give it more time.',
  refused: 'Read what the server says above; its version may not know the request.',
  overload: 'Wait a moment and try again.',
  'thread-not-found': 'Start a new thread.',
  'thread-busy': 'Wait until the turn has ended, or interrupt it, and try again.',
  'thread-retired': 'Resume the thread for a new handle, or start a new thread.',
};
