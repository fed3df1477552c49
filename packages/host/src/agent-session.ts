import type { Messages, UserMessage } from '@hermes-context/contract';
import { describeCause } from '@hermes-context/core';
import { estimateTokens } from '@hermes-context/messages';
import type { ChatModel } from '@hermes-context/providers';
import type { ChangeResult } from '@hermes-context/sessions';
import { findTip } from '@hermes-context/sessions';
import { compactWhenDue, judgeTrigger } from './compact-when-due.ts';
import type { CompactionReport } from './compaction-report.ts';
import { contextMapOf } from './context-map.ts';
import { HostClosedError, TurnFailedError } from './host-errors.ts';
import type {
  CompactOptions,
  ContextMap,
  HostSession,
  ModelSwitch,
  SessionStatus,
  SwitchOptions,
  TurnEvent,
  TurnOptions,
  TurnResult,
} from './host-types.ts';
import { cleanBeforeTurn } from './hygiene.ts';
import { IdleTimer } from './idle-timer.ts';
import type { SessionCore } from './session-core.ts';
import { switchModel } from './switch-model.ts';
import { TaskQueue } from './task-queue.ts';
import { runTurn } from './turn/run-turn.ts';
import { settleOpenCalls } from './turn/settle-open-calls.ts';
import { TurnLog } from './turn/turn-log.ts';

type OnEvent = (event: TurnEvent) => void;

/** One conversation as a host sees it: what is asked of it happens in order, and the store is asked before each turn. */
export class AgentSession implements HostSession {
  readonly #core: SessionCore;
  readonly #onClose: (session: AgentSession) => void;
  readonly #queue = new TaskQueue();
  readonly #closing = new AbortController();
  readonly #idle: IdleTimer;
  #closed: Promise<void> | undefined;
  /** A compaction that a turn did not wait for to the end. */
  #held: Promise<void> = Promise.resolve();

  constructor(core: SessionCore, onClose: (session: AgentSession) => void) {
    this.#core = core;
    this.#onClose = onClose;
    this.#idle = new IdleTimer(core.parts.limits.idleCompactionMs, () => this.#compactIdle());
  }

  get id(): string {
    return this.#core.sessionId;
  }

  get isClosed(): boolean {
    return this.#closing.signal.aborted;
  }

  runTurn(message: string | UserMessage, options: TurnOptions = {}): Promise<TurnResult> {
    const log = new TurnLog(quietly(options.onEvent));
    const user: UserMessage = typeof message === 'string' ? { role: 'user', content: message } : message;
    return this.#next(async () => {
      const signal = this.#signalOf(options.signal);
      this.#core.lastCompactionInPlace = undefined;
      try {
        if (signal.aborted) return log.end('stopped', this.id);
        await this.#catchUp();
        if (options.origin === 'outside') await this.#clean(log, { signal, extraTokens: estimateTokens(user) });
        const result = await runTurn({ core: this.#core, log, signal }, user, options.key);
        await this.#settle(log);
        this.#core.parts.desk.onTurnComplete(turnOf(log));
        return { ...result, sessionId: this.id };
      } finally {
        await this.#core.keepAfterTurn();
        this.#idle.start();
      }
    }).catch((error: unknown) =>
      log.end(
        'failed',
        this.id,
        error instanceof HostClosedError ? error : new TurnFailedError(describeCause(error), error),
      ),
    );
  }

  compact({ focusTopic, signal, onEvent }: CompactOptions = {}): Promise<CompactionReport> {
    return this.#next(async () => {
      await this.#catchUp();
      const check = {
        site: 'manual',
        attempts: 0,
        signal: this.#signalOf(signal),
        onEvent: quietly(onEvent),
        ...(focusTopic === undefined ? {} : { focusTopic }),
      } as const;
      const report = await compactWhenDue(this.#core, check);
      if (report !== undefined) return report;
      const { detail } = judgeTrigger(this.#core, check);
      return {
        kind: 'unchanged',
        site: 'manual',
        reason: 'busy',
        detail,
        summaryUsage: NOTHING_SPENT,
        warnings: [],
        ms: 0,
      };
    });
  }

  undo(): Promise<ChangeResult> {
    return this.#change((sessionId) => this.#core.parts.store.undo({ sessionId }));
  }

  redo(): Promise<ChangeResult> {
    return this.#change((sessionId) => this.#core.parts.store.redo({ sessionId }));
  }

  switchModel(model: ChatModel, { signal, onEvent }: SwitchOptions = {}): Promise<ModelSwitch> {
    return this.#next(async () => {
      await this.#catchUp();
      return switchModel(this.#core, model, { signal: this.#signalOf(signal), onEvent: quietly(onEvent) });
    });
  }

  messages(): Messages {
    return Array.from(this.#core.parts.live.messages);
  }

  status(): SessionStatus {
    const core = this.#core;
    const status = core.parts.desk.status();
    const verdict = judgeTrigger(core, { site: 'turn-start', attempts: 0 });
    const isBlocked = verdict.action === 'proceed' && verdict.reason !== 'below-threshold';
    return {
      sessionId: this.id,
      model: core.modelInfo,
      engine: core.parts.desk.name,
      size: core.size(),
      compactions: core.compactions,
      serverCompactions: core.kept.server?.count ?? 0,
      isCompacting: core.isCompacting,
      cache: core.cache.status(),
      ...(status === undefined ? {} : { thresholdTokens: status.thresholdTokens }),
      ...(isBlocked ? { blocked: verdict.detail } : {}),
      ...(core.lastCompactionInPlace === undefined ? {} : { lastCompactionInPlace: core.lastCompactionInPlace }),
    };
  }

  contextMap(): ContextMap {
    return contextMapOf(this.#core);
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    this.#idle.stop();
    this.#closing.abort(new HostClosedError(`The session ${this.id}`));
    await this.#queue.drain();
    await this.#held;
    await this.#core.keepAtClose();
    await this.#core.parts.desk.dispose();
    this.#onClose(this);
  }

  #next<Result>(task: () => Promise<Result>): Promise<Result> {
    this.#idle.stop();
    return this.#queue.run(async () => {
      if (this.isClosed) throw new HostClosedError(`The session ${this.id}`);
      return task();
    });
  }

  #signalOf(signal: AbortSignal | undefined): AbortSignal {
    const closing = this.#closing.signal;
    return signal === undefined ? closing : AbortSignal.any([signal, closing]);
  }

  /** Another process may have gone on with the session meanwhile. */
  async #catchUp(): Promise<void> {
    const { store, live } = this.#core.parts;
    const tip = await findTip(store, this.id);
    this.#core.compactions = tip.compactions;
    if (tip.id !== this.id || live.isBehind(tip)) await this.#core.takeList(tip.id);
    await this.#settle();
  }

  /** Calls that nobody will answer any more, by a crash or a failure in the middle of a turn. */
  async #settle(log?: TurnLog): Promise<void> {
    const { live } = this.#core.parts;
    const results = settleOpenCalls(live.messages);
    if (results.length === 0) return;
    const appended = await live.append(results);
    if (appended.kind === 'appended') log?.takeMessages(appended.messages);
  }

  async #clean(
    log: TurnLog,
    { signal, extraTokens }: { readonly signal: AbortSignal; readonly extraTokens: number },
  ): Promise<void> {
    const closing = this.#closing.signal;
    const { finished } = await cleanBeforeTurn({ core: this.#core, log, signal, closing, extraTokens });
    this.#held = Promise.all([this.#held, finished]).then(() => undefined);
  }

  async #compactIdle(): Promise<void> {
    await this.#next(async () => {
      await this.#catchUp();
      const { signal } = this.#closing;
      const report = await compactWhenDue(this.#core, { site: 'idle', attempts: 0, signal, onEvent: () => undefined });
      // Nobody listens between turns, and the next one meets a cooldown rather than the reason for it.
      if (report?.kind === 'unchanged' && report.reason !== 'stopped')
        this.#core.parts.onWarning(`The session ${this.id} was not compacted in its quiet time. ${report.detail}`);
    }).catch(() => undefined); // the next turn meets the same failure, and can tell somebody
  }

  #change(change: (sessionId: string) => Promise<ChangeResult>): Promise<ChangeResult> {
    return this.#next(async () => {
      await this.#catchUp();
      const result = await change(this.id);
      if (result.kind === 'changed') {
        await this.#core.takeList();
        this.#core.waitForMore('The list was changed by hand; what it holds is left as it is.');
      }
      await this.#catchUp();
      await this.#core.keep();
      return result;
    });
  }
}

const NOTHING_SPENT = { calls: 0, promptTokens: 0, completionTokens: 0 } as const;

function turnOf({ added, lastUsage }: TurnLog) {
  return { added, ...(lastUsage === undefined ? {} : { usage: lastUsage }) };
}

/** A listener's failure must not end the turn that it listens to. */
function quietly(onEvent: OnEvent | undefined): OnEvent {
  return (event) => {
    try {
      onEvent?.(event);
    } catch {
      // Nobody is left to tell: the listener is the one who shows things.
    }
  };
}
