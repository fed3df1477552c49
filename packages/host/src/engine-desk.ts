import {
  type CommitReceipt,
  type CompletedTurn,
  type CompressRequest,
  type ContextEngine,
  type EngineStatus,
  isUnchangedReason,
  type Messages,
  type ModelInfo,
  type SelectRequest,
  type TokenUsage,
} from '@hermes-context/contract';
import { describeCause, disposeEngine, withDeadline } from '@hermes-context/core';
import { freezeDeeply } from './compaction/freeze-deeply.ts';

/** Whose engine it is, for the warnings. */
export interface DeskParts {
  readonly engine: ContextEngine;
  readonly name: string;
  /** Told once of each kind of failure. */
  readonly onWarning: (warning: string) => void;
  /** How long the engine may take over the news of a commit, in milliseconds. Default 10,000. */
  readonly commitTimeoutMs?: number;
}

const COMMIT_TIMEOUT_MS = 10_000;

/**
 * Where a host talks to the engine of one session: never two methods at once, and whatever the engine throws stays here.
 * While it compacts, answers come from what it said before, and what it must be told waits until it is done; an engine
 * that never ends a compaction is asked nothing more, and the conversation goes on without it.
 */
export class EngineDesk {
  readonly name: string;
  readonly #engine: ContextEngine;
  readonly #onWarning: (warning: string) => void;
  readonly #commitTimeoutMs: number;
  readonly #warned = new Set<string>();
  #running: Promise<unknown> | undefined;
  #waiting: (() => void)[] = [];
  #status: EngineStatus | undefined;

  constructor({ engine, name, onWarning, commitTimeoutMs = COMMIT_TIMEOUT_MS }: DeskParts) {
    this.#engine = engine;
    this.name = name;
    this.#onWarning = onWarning;
    this.#commitTimeoutMs = commitTimeoutMs;
  }

  /** Whether a call of `compress` or `onCommit` has not ended yet, given up on or not. */
  get isBusy(): boolean {
    return this.#running !== undefined;
  }

  /** What the engine lends the agent. Comes from a stranger: `createToolTable` reads it. */
  get tools(): ContextEngine['tools'] {
    return this.#guard('tools', () => this.#engine.tools) ?? undefined;
  }

  shouldCompress(promptTokens: number): boolean {
    if (this.isBusy) return false;
    return this.#guard('shouldCompress', () => this.#engine.shouldCompress(promptTokens)) === true;
  }

  /** The list for one request; `undefined` for the list as it is. What is no list of messages counts as that. */
  selectContext(request: SelectRequest): Messages | undefined {
    if (this.isBusy || this.#engine.selectContext === undefined) return undefined;
    // A list of its own, and frozen: what the engine does to it must not reach the conversation.
    const messages = freezeDeeply(Array.from(request.messages));
    const selected: unknown = this.#guard('selectContext', () =>
      this.#engine.selectContext?.({ ...request, messages }),
    );
    if (selected === undefined || selected === null || selected === messages) return undefined;
    if (isMessages(selected) && selected.length > 0) return selected;
    this.#warn('selectContext', 'It answered no list of messages, so the request went out as it is.');
    return undefined;
  }

  status(): EngineStatus | undefined {
    if (this.isBusy || this.#engine.status === undefined) return this.#status;
    const status: unknown = this.#guard('status', () => this.#engine.status?.());
    if (isStatus(status)) this.#status = status;
    else if (status !== undefined) this.#warn('status', 'It answered no status.');
    return this.#status;
  }

  updateFromResponse(usage: TokenUsage): void {
    this.#tell('updateFromResponse', () => this.#engine.updateFromResponse(usage));
  }

  updateModel(model: ModelInfo): void {
    this.#tell('updateModel', () => this.#engine.updateModel?.(model));
  }

  onTurnComplete(given: CompletedTurn): void {
    const turn = { ...given, added: freezeDeeply(Array.from(given.added)) };
    this.#tell('onTurnComplete', () => this.#engine.onTurnComplete?.(turn));
  }

  /** Tell of a commit, and wait for the engine, but not for ever. */
  async onCommit(receipt: CommitReceipt): Promise<void> {
    if (this.#engine.onCommit === undefined) return;
    try {
      const telling = this.#hold(() => this.#engine.onCommit?.(receipt));
      const { kind } = await withDeadline(telling, this.#commitTimeoutMs);
      if (kind === 'timed-out') this.#warn('onCommit', `It did not end within ${this.#commitTimeoutMs / 1000} s.`);
    } catch (error) {
      this.#warn('onCommit', `It threw: ${describeCause(error)}`);
    }
  }

  /** Start a compaction. Rejects as the engine does; until it has settled, the desk is busy. */
  compress(request: CompressRequest): Promise<unknown> {
    return this.#hold(() => this.#engine.compress(request));
  }

  /** Whether the engine can cut old results without a model call. */
  get canPrune(): boolean {
    return this.#engine.pruneOnly !== undefined;
  }

  /** What the engine would cut without a model call, unread. Rejects as the engine throws; the desk is busy until then. */
  prune(messages: Messages): Promise<unknown> {
    return this.#hold(() => this.#engine.pruneOnly?.(messages));
  }

  async dispose(): Promise<void> {
    const disposal = await disposeEngine(this.#engine);
    if (disposal.kind === 'failed') this.#warn('dispose', disposal.problem);
  }

  /** Call what takes its time: until that has settled, the desk is busy. */
  #hold(call: () => unknown): Promise<unknown> {
    const running = new Promise((resolve) => {
      resolve(call());
    });
    this.#running = running;
    const done = (): void => {
      this.#running = undefined;
      const waiting = this.#waiting;
      this.#waiting = [];
      for (const tell of waiting) tell();
    };
    running.then(done, done);
    return running;
  }

  #tell(method: string, call: () => void): void {
    const guarded = (): void => {
      this.#guard(method, call);
    };
    if (this.isBusy) this.#waiting.push(guarded);
    else guarded();
  }

  #guard<Result>(method: string, call: () => Result): Result | undefined {
    const onThrow = (error: unknown): undefined => this.#warn(method, `It threw: ${describeCause(error)}`);
    try {
      const result = call();
      // An author may write `async` where nobody waits: a rejection that nobody handles would end the process.
      if (result instanceof Promise) result.catch(onThrow);
      return result;
    } catch (error) {
      return onThrow(error);
    }
  }

  #warn(method: string, problem: string): undefined {
    if (this.#warned.has(method)) return undefined;
    this.#warned.add(method);
    this.#onWarning(`The engine "${this.name}" failed in ${method}. ${problem} The conversation goes on without it.`);
    return undefined;
  }
}

function isStatus(value: unknown): value is EngineStatus {
  if (typeof value !== 'object' || value === null || !('thresholdTokens' in value)) return false;
  const { thresholdTokens } = value;
  const isSize = typeof thresholdTokens === 'number' && thresholdTokens > 0;
  return isSize && (!('blocked' in value) || value.blocked === undefined || isBlock(value.blocked));
}

function isBlock(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('reason' in value) || !('detail' in value)) return false;
  return isUnchangedReason(value.reason) && typeof value.detail === 'string';
}

function isMessages(value: unknown): value is Messages {
  return (
    Array.isArray(value) &&
    value.every((each: unknown) => typeof each === 'object' && each !== null && 'role' in each && 'content' in each)
  );
}
