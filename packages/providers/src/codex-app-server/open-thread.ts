import type { WireObject } from '../wire-value.ts';
import { CodexAppServerError, type CodexFailure } from './codex-app-server-error.ts';
import type { CodexEvent, RetireReason } from './codex-event.ts';
import type { CodexNotification, CodexThreadStatus, CodexThreadUsage } from './codex-protocol.ts';
import type {
  CodexCall,
  CodexCompactionOutcome,
  CodexThread,
  CodexThreadState,
  CodexTurnCall,
} from './codex-thread.ts';
import { CodexTurn, type CodexTurnEvent, type CodexTurnOutcome } from './codex-turn.ts';
import { isAuthFailure } from './is-auth-failure.ts';
import { OwnTurn } from './own-turn.ts';
import { TurnBook } from './turn-book.ts';
import { failureOf, waitForTurn } from './wait-for-turn.ts';

/** What a thread needs of its connection. */
export interface ThreadConnection {
  /** Asks, as often as an overloaded server wants; a signal ends it. */
  readonly ask: (method: string, params: WireObject, signal?: AbortSignal) => Promise<unknown>;
  /** The same, but once it is sent its answer is waited for: what it began has to be known. */
  readonly begin: (method: string, params: WireObject, signal?: AbortSignal) => Promise<unknown>;
  /** Must not throw. */
  readonly tell: (event: CodexEvent) => void;
  /** Must not throw. */
  readonly guard: (
    handler: ((event: CodexTurnEvent) => void) | undefined,
  ) => ((event: CodexTurnEvent) => void) | undefined;
  readonly limits: ThreadLimits;
}

/** Time limits, in milliseconds. */
export interface ThreadLimits {
  readonly requestTimeoutMs: number;
  readonly compactionTimeoutMs: number;
  readonly turnTimeoutMs: number;
}

/** A thread as the server answered. */
export interface StartedThread {
  readonly id: string;
  readonly model: string;
  readonly status: CodexThreadStatus;
  /** Whether it has just begun, so that nothing has been used yet. */
  readonly isNew: boolean;
}

/** A thread of an open connection. */
export class OpenThread implements CodexThread {
  readonly id: string;
  readonly model: string;
  readonly #connection: ThreadConnection;
  readonly #turns = new TurnBook();
  readonly #isNew: boolean;
  #own: OwnTurn | undefined;
  #status: CodexThreadStatus;
  #usage: CodexThreadUsage | undefined;
  #retired: RetireReason | 'gone' | undefined;

  constructor({ id, model, status, isNew }: StartedThread, connection: ThreadConnection) {
    this.id = id;
    this.model = model;
    this.#status = status;
    this.#isNew = isNew;
    this.#connection = connection;
  }

  get state(): CodexThreadState {
    if (this.#retired !== undefined) return 'retired';
    if (this.#own !== undefined) return this.#own.kind;
    return this.#turns.runningIds.length > 0 || this.#status === 'active' ? 'turn' : 'idle';
  }

  get usage(): CodexThreadUsage | undefined {
    return this.#usage;
  }

  async runTurn(input: string, { signal, onEvent }: CodexTurnCall = {}): Promise<CodexTurnOutcome> {
    const own = new OwnTurn('turn', this.#connection.guard(onEvent));
    const parts = [{ type: 'text', text: input, text_elements: [] }];
    return await this.#lead(own, { threadId: this.id, input: parts }, signal);
  }

  async compact({ signal }: CodexCall = {}): Promise<CodexCompactionOutcome> {
    const own = new OwnTurn('compaction', undefined);
    const outcome = await this.#lead(own, { threadId: this.id }, signal);
    return readCompaction(outcome, own.tokensAfter);
  }

  async interrupt({ signal }: CodexCall = {}): Promise<void> {
    this.#refuseRetired('turn/interrupt');
    await this.#own?.begun;
    for (const turnId of this.#turns.runningIds) await this.#interruptTurn(turnId, signal);
  }

  /** Take a notification about this thread. */
  take(said: CodexNotification): void {
    switch (said.kind) {
      case 'status':
        this.#status = said.status;
        return;
      case 'closed':
        this.retire('closed-by-server');
        return;
      default:
        this.#takeTurn(said);
    }
  }

  /** The server is gone. Who waits is told by the connection's own error. */
  lose(error: CodexAppServerError): void {
    this.#turns.lose();
    this.#own?.lose(error);
    this.#retired ??= 'gone';
  }

  /** From now on nothing is sent from this handle. */
  retire(reason: RetireReason): void {
    if (this.#retired !== undefined) return;
    this.#retired = reason;
    this.#connection.tell({ kind: 'retired', threadId: this.id, reason });
  }

  async #lead(own: OwnTurn, params: WireObject, signal: AbortSignal | undefined): Promise<CodexTurnOutcome> {
    const method = own.kind === 'turn' ? 'turn/start' : 'thread/compact/start';
    this.#refuseRetired(method);
    if (this.state !== 'idle') throw this.#error('thread-busy', method, BUSY);
    signal?.throwIfAborted();
    this.#own = own;
    try {
      const { turnTimeoutMs, compactionTimeoutMs, requestTimeoutMs } = this.#connection.limits;
      return await waitForTurn(own, {
        limitMs: own.kind === 'turn' ? turnTimeoutMs : compactionTimeoutMs,
        graceMs: requestTimeoutMs,
        signal,
        method,
        threadId: this.id,
        begin: () => this.#connection.begin(method, params, signal),
        interrupt: (turnId) => this.#interruptTurn(turnId, undefined),
        retire: (reason) => this.retire(reason),
      });
    } catch (error) {
      if (failureOf(error) === 'thread-not-found') this.retire('not-found');
      throw error;
    } finally {
      own.leave();
      this.#own = undefined;
    }
  }

  #takeTurn(said: Extract<CodexNotification, { turnId: string }>): void {
    const turn = this.#turns.find(said.turnId) ?? this.#openTurn(said.turnId, said.kind === 'turn-started');
    if (said.kind === 'turn-started') this.#turns.start(said.turnId);
    if (said.kind === 'usage') this.#usage = said.usage;
    const outcome = turn.take(said);
    if (outcome !== undefined) this.#endTurn(outcome);
  }

  /** A turn that starts is the one that was asked for, where there is one; all others are the server's own. */
  #openTurn(turnId: string, isStart: boolean): CodexTurn {
    const own = isStart && this.#own?.isTurn(turnId) === true ? this.#own : undefined;
    const total = this.#usage?.total ?? (this.#isNew ? NO_TOKENS : undefined);
    const turn = new CodexTurn(turnId, {
      threadId: this.id,
      origin: own?.kind === 'compaction' ? 'manual' : 'server',
      tell: this.#connection.tell,
      ...(total === undefined ? {} : { totalBefore: total }),
      ...(own?.onEvent === undefined ? {} : { onTurnEvent: own.onEvent }),
    });
    this.#turns.add(turn);
    own?.start(turn);
    return turn;
  }

  #endTurn(outcome: CodexTurnOutcome): void {
    this.#turns.end(outcome.turnId);
    if (this.#status === 'active' && this.#turns.runningIds.length === 0) this.#status = 'idle';
    if (outcome.kind === 'failed' && isAuthFailure(outcome.error)) {
      this.#connection.tell({
        kind: 'auth-failed',
        threadId: this.id,
        turnId: outcome.turnId,
        message: outcome.error.message,
      });
      this.retire('auth');
    }
    this.#own?.end(outcome);
  }

  async #interruptTurn(turnId: string, signal: AbortSignal | undefined): Promise<void> {
    await this.#connection.ask('turn/interrupt', { threadId: this.id, turnId }, signal);
  }

  #refuseRetired(method: string): void {
    if (this.#retired !== undefined) throw this.#error('thread-retired', method, RETIRED[this.#retired]);
  }

  #error(failure: CodexFailure, method: string, detail: string): CodexAppServerError {
    return new CodexAppServerError({ failure, method, detail, threadId: this.id });
  }
}

const BUSY = 'A turn or a compaction runs on it, which the server would end. Nothing was sent.';

const RETIRED: Readonly<Record<RetireReason | 'gone', string>> = {
  'time-limit': 'What ran on it took longer than it may and was interrupted. Nothing was sent.',
  'no-answer': 'The server did not say what became of the last request. Nothing was sent.',
  auth: 'Codex may not ask the model: it is not logged in, or its key is not taken. Nothing was sent.',
  'not-found': 'The server does not know it. Nothing was sent.',
  'closed-by-server': 'The server has closed it. Nothing was sent.',
  gone: 'Its server has ended. Nothing was sent.',
};

const NO_TOKENS = {
  totalTokens: 0,
  inputTokens: 0,
  cachedInputTokens: 0,
  cacheWriteInputTokens: 0,
  outputTokens: 0,
  reasoningOutputTokens: 0,
};

function readCompaction(outcome: CodexTurnOutcome, tokensAfter: number | undefined): CodexCompactionOutcome {
  const { turnId } = outcome;
  if (outcome.compactionCount > 0) {
    return { kind: 'compacted', turnId, ...(tokensAfter === undefined ? {} : { tokensAfter }) };
  }
  switch (outcome.kind) {
    case 'interrupted':
      return { kind: 'interrupted', turnId };
    case 'failed':
      return { kind: 'failed', turnId, error: outcome.error };
    case 'completed':
      return { kind: 'failed', turnId, error: { message: 'The turn ended without a compaction.' } };
  }
}
