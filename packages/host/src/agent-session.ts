import type { Messages, TokenUsage, ToolCall, ToolMessage, UserMessage } from '@hermes-context/contract';
import { describeCause } from '@hermes-context/core';
import { estimateTokens, type Pin } from '@hermes-context/messages';
import type { ChatModel } from '@hermes-context/providers';
import type { ChangeResult } from '@hermes-context/sessions';
import { findTip } from '@hermes-context/sessions';
import type { SizeQuestion } from './accounting/size-account.ts';
import { compactByHand, compactWhenDue, judgeTrigger } from './compact-when-due.ts';
import type { CompactionReport } from './compaction-report.ts';
import { contextMapOf } from './context-map.ts';
import { HostClosedError, TurnFailedError } from './host-errors.ts';
import type {
  CompactOptions,
  ContextMap,
  HostSession,
  ModelSwitch,
  NextRequest,
  PinOptions,
  PrepareOptions,
  SessionStatus,
  SwitchOptions,
  TurnOptions,
  TurnResult,
} from './host-types.ts';
import { cleanBeforeTurn } from './hygiene.ts';
import { IdleTimer } from './idle-timer.ts';
import { addSessionPin, removeSessionPin, sessionPins } from './pins/session-pins.ts';
import type { SessionCore } from './session-core.ts';
import { switchModel } from './switch-model.ts';
import { TaskQueue } from './task-queue.ts';
import { handOutRequest } from './turn/hand-out-request.ts';
import { quietly } from './turn/quietly.ts';
import { runTurn } from './turn/run-turn.ts';
import { settleOpenCalls } from './turn/settle-open-calls.ts';
import { TurnLog } from './turn/turn-log.ts';

/** One conversation as a host sees it: what is asked of it happens in order, and the store is asked before each turn. */
export class AgentSession implements HostSession {
  readonly #core: SessionCore;
  readonly #onClose: (session: AgentSession) => void;
  readonly #queue = new TaskQueue();
  readonly #closing = new AbortController();
  readonly #idle: IdleTimer;
  #closed: Promise<void> | undefined;
  /** How large the request is that was handed out last, until it is reported what the provider counted. */
  #question: SizeQuestion | undefined;
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
        this.#core.parts.desk.onTurnComplete(log.completed());
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

  prepareRequest(added: Messages, options: PrepareOptions = {}): Promise<NextRequest> {
    const log = new TurnLog(quietly(options.onEvent));
    return this.#next(async () => {
      await this.#takeTip();
      if (this.#question !== undefined) this.#core.answerUnreported();
      const turn = { core: this.#core, log, signal: this.#signalOf(options.signal) };
      const { request, question } = await handOutRequest(turn, added);
      this.#question = question;
      return request;
    });
  }

  reportUsage(usage: TokenUsage): Promise<void> {
    return this.#next(async () => {
      if (this.#question === undefined) return;
      this.#core.report(this.#question, usage);
      this.#question = undefined;
    });
  }

  runTools(calls: readonly ToolCall[], options: PrepareOptions = {}): Promise<readonly ToolMessage[]> {
    const signal = this.#signalOf(options.signal);
    const round = { sessionId: this.id, signal, onEvent: quietly(options.onEvent) };
    return this.#next(() => this.#core.parts.tools.runAll(calls, round));
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
      return compactByHand(this.#core, check);
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

  pin(text: string, { kind = 'host' }: PinOptions = {}): Promise<Pin> {
    return this.#withTip((sessionId) => addSessionPin(this.#core.parts.store, sessionId, { text, kind }));
  }

  unpin(id: string): Promise<Pin | undefined> {
    return this.#withTip((sessionId) => removeSessionPin(this.#core.parts.store, sessionId, id));
  }

  pins(): Promise<readonly Pin[]> {
    return this.#withTip((sessionId) => sessionPins(this.#core.parts.store, sessionId));
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

  async #catchUp(): Promise<void> {
    await this.#takeTip();
    await this.#settle();
  }

  /** Another process may have gone on with the session meanwhile. */
  async #takeTip(): Promise<void> {
    const { store: sessions, live } = this.#core.parts;
    const tip = await findTip(sessions, this.id);
    this.#core.compactions = tip.compactions;
    if (tip.id !== this.id || live.isBehind(tip)) await this.#core.takeList(tip.id);
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

  #withTip<Result>(task: (sessionId: string) => Promise<Result>): Promise<Result> {
    return this.#next(async () => {
      await this.#catchUp();
      return task(this.id);
    });
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
