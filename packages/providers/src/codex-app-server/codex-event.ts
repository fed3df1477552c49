import type { CodexErrorInfo, CodexTokens } from './codex-protocol.ts';
import type { CodexRequestKind } from './codex-request.ts';

/** Who started a compaction: this client, or the server by itself. */
export type CompactionOrigin = 'manual' | 'server';

/** Why a thread handle may no longer be used. */
export type RetireReason = 'time-limit' | 'no-answer' | 'auth' | 'not-found' | 'closed-by-server';

/** What a host hears of the server and its threads, whether it waits for a turn or not. */
export type CodexEvent =
  | {
      readonly kind: 'compaction-started';
      readonly origin: CompactionOrigin;
      readonly threadId: string;
      readonly turnId: string;
    }
  /** Once for each compaction, whoever started it. */
  | {
      readonly kind: 'compacted';
      readonly origin: CompactionOrigin;
      readonly threadId: string;
      readonly turnId: string;
      /** The server's estimate of the context, in tokens: no usage of a request, and never to be billed. */
      readonly tokensAfter?: number;
    }
  | {
      readonly kind: 'compaction-failed';
      readonly origin: CompactionOrigin;
      readonly threadId: string;
      readonly turnId: string;
      /** `lost`: the server ended before the compaction did. */
      readonly failure: 'failed' | 'interrupted' | 'lost';
      readonly message?: string;
      readonly codexErrorInfo?: CodexErrorInfo;
    }
  | {
      readonly kind: 'usage';
      readonly threadId: string;
      readonly turnId: string;
      /** Size of the context, in tokens. */
      readonly contextTokens: number;
      /** Whether that is the server's estimate after a compaction, and no usage of a request. */
      readonly isEstimate: boolean;
      /** Tokens of the window that may be used. */
      readonly windowTokens?: number;
      /** Of all requests of the thread. */
      readonly total: CodexTokens;
    }
  /** The server wanted something of this client and did not get it. */
  | {
      readonly kind: 'request-declined';
      /** `unknown`: this client does not know the request. */
      readonly request: CodexRequestKind | 'unknown';
      readonly method: string;
      readonly threadId?: string;
      readonly turnId?: string;
    }
  /** Codex may not ask the model: it is not logged in, or its key is not taken. */
  | { readonly kind: 'auth-failed'; readonly threadId: string; readonly turnId: string; readonly message: string }
  | { readonly kind: 'retired'; readonly threadId: string; readonly reason: RetireReason }
  /** The process is gone. Once, and the last one. */
  | { readonly kind: 'ended'; readonly expected: boolean; readonly detail: string };

/** Something is not as it was expected; the client goes on. */
export interface CodexWarning {
  readonly kind: /** A line of the server is no JSON object. Said once. */
    | 'unreadable-line'
    /** A line is too long and was left out. Said once. */
    | 'long-line'
    /** The function that decides about requests has thrown, or its decision cannot be said in the protocol. Declined. */
    | 'no-decision'
    /** A function that takes events has thrown. Said once. */
    | 'event-handler'
    /** The server warns, in its own words. Each text once. */
    | 'server';
  readonly detail: string;
}
