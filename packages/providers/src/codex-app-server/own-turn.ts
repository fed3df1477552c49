import type { CodexAppServerError } from './codex-app-server-error.ts';
import type { CodexTurn, CodexTurnEvent, CodexTurnOutcome } from './codex-turn.ts';

/** A turn or a compaction that was asked for here: it may not have begun yet. */
export class OwnTurn {
  readonly kind: 'turn' | 'compaction';
  readonly onEvent: ((event: CodexTurnEvent) => void) | undefined;
  readonly #begun = Promise.withResolvers<string | undefined>();
  readonly #ended = Promise.withResolvers<CodexTurnOutcome>();
  #turnId: string | undefined;
  #turn: CodexTurn | undefined;

  constructor(kind: 'turn' | 'compaction', onEvent: ((event: CodexTurnEvent) => void) | undefined) {
    this.kind = kind;
    this.onEvent = onEvent;
    this.#ended.promise.catch(() => undefined); // whether or not someone waits for it at that moment
  }

  /**
   * Id of its turn, once it has started: before that, the server knows of nothing to interrupt, though it has answered
   * with the id. `undefined` if it never starts.
   */
  get begun(): Promise<string | undefined> {
    return this.#begun.promise;
  }

  /** What came of it. Rejects where the server is gone. */
  get ended(): Promise<CodexTurnOutcome> {
    return this.#ended.promise;
  }

  /** The server's estimate of the context after its compaction, in tokens. */
  get tokensAfter(): number | undefined {
    return this.#turn?.tokensAfter;
  }

  /** Whether a turn that starts now is this one. */
  isTurn(turnId: string): boolean {
    return this.#turnId === undefined || this.#turnId === turnId;
  }

  /** The server has said which turn it is. */
  know(turnId: string): void {
    this.#turnId = turnId;
  }

  /** Its turn has started. */
  start(turn: CodexTurn): void {
    this.#turn = turn;
    this.know(turn.turnId);
    this.#begun.resolve(turn.turnId);
  }

  /** A turn has ended; perhaps this one. */
  end(outcome: CodexTurnOutcome): void {
    if (outcome.turnId === this.#turnId) this.#ended.resolve(outcome);
  }

  /** Nobody waits for it any more: it is over, or the server would not begin it. */
  leave(): void {
    this.#begun.resolve(undefined);
  }

  /** The server is gone. */
  lose(error: CodexAppServerError): void {
    this.leave();
    this.#ended.reject(error);
  }
}
