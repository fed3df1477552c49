import { failureDetail } from '../chat/failure-detail.ts';
import type { CodexAppServer } from './codex-app-server.ts';
import { CodexAppServerError } from './codex-app-server-error.ts';
import { CodexConnection, type ConnectionOptions } from './codex-connection.ts';
import type { CodexEvent, CodexWarning } from './codex-event.ts';
import type { CodexClientInfo } from './codex-protocol.ts';
import type { DecideCodexRequest } from './codex-request.ts';
import type { OverloadRetry } from './retry-overload.ts';

/** How to start and lead an app-server. */
export interface CodexAppServerOptions {
  /** Default `codex`. */
  readonly command?: string;
  /** Default `['app-server']`. */
  readonly args?: readonly string[];
  /** Where it runs; threads work there unless they say otherwise. */
  readonly cwd: string;
  /** Its whole environment: nothing is added. `CODEX_HOME` says where it keeps its login and its threads. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clientInfo: CodexClientInfo;
  /** Decides what Codex may do and what it is told when it asks. Default: everything is declined, and an event says so. */
  readonly decide?: DecideCodexRequest;
  readonly timing?: CodexTiming;
  readonly retry?: OverloadRetry;
  /** Told of compactions, usage and the end of the server, whoever waits. */
  readonly onEvent?: (event: CodexEvent) => void;
  readonly onWarning?: (warning: CodexWarning) => void;
  /** Ends the start. */
  readonly signal?: AbortSignal;
}

/** Time limits, in milliseconds. */
export interface CodexTiming {
  /** For an answer to a request. Default 10,000. */
  readonly requestTimeoutMs?: number;
  /** For a compaction; then it is interrupted, and its thread retired. Default 600,000. */
  readonly compactionTimeoutMs?: number;
  /** The same for a turn. Default 3,600,000. */
  readonly turnTimeoutMs?: number;
  /** When closing: from the end of the input to SIGTERM. Default 3,000. */
  readonly endMs?: number;
  /** When closing: from SIGTERM to SIGKILL. Default 3,000. */
  readonly termMs?: number;
}

const DEFAULTS = { requestTimeoutMs: 10_000, compactionTimeoutMs: 600_000, turnTimeoutMs: 3_600_000 };

const CLOSE_DEFAULTS = { endMs: 3_000, termMs: 3_000 };

const RETRY_DEFAULTS = { retries: 4, delayMs: 500, random: Math.random };

/**
 * Start `codex app-server` and shake hands with it. It must be closed.
 *
 * @throws CodexAppServerError when it does not start or does not answer. No process stays behind.
 * @throws The signal's reason, when it aborts. No process stays behind.
 */
export async function openCodexAppServer(options: CodexAppServerOptions): Promise<CodexAppServer> {
  const { command = 'codex', args = ['app-server'], cwd, env, clientInfo, signal } = options;
  signal?.throwIfAborted();
  const connection = connect({
    process: { command, args, cwd, env },
    decide: options.decide ?? (() => ({ kind: 'decline' })),
    limits: { ...DEFAULTS, ...options.timing },
    closeLimits: { ...CLOSE_DEFAULTS, ...options.timing },
    retry: { ...RETRY_DEFAULTS, ...options.retry },
    onEvent: options.onEvent,
    onWarning: options.onWarning,
  });
  try {
    await connection.shakeHands(clientInfo, signal);
  } catch (error) {
    await connection.close();
    throw error;
  }
  return connection;
}

/** What cannot be run at all, such as a folder that is none, is not told later but thrown. */
function connect(options: ConnectionOptions): CodexConnection {
  try {
    return new CodexConnection(options);
  } catch (cause) {
    const said = cause instanceof Error ? cause.message : undefined;
    const detail = failureDetail(`${options.process.command} does not start in ${options.process.cwd}`, said, '');
    throw new CodexAppServerError({ failure: 'spawn', detail, cause });
  }
}
