import { findModelFamily } from '@hermes-context/caching';
import type { HermesConfig } from '@hermes-context/config';
import type { Clock, ModelInfo, TokenUsage } from '@hermes-context/contract';
import { describeCause, type EventBus, type HostEvents } from '@hermes-context/core';
import type { PromptSize } from '@hermes-context/messages';
import { findModelFacts } from '@hermes-context/models';
import type { ChatModel } from '@hermes-context/providers';
import type { SessionStore } from '@hermes-context/sessions';
import { afterRefusal, afterReport, afterRewrite, type SizeQuestion, sizeOf } from './accounting/size-account.ts';
import type { SummaryMeter } from './compaction/summary-meter.ts';
import { afterSize, GROWTH_RATIO, HELPFUL } from './compaction/thrash-record.ts';
import type { EngineDesk } from './engine-desk.ts';
import type { HostLimits, TurnEvent } from './host-types.ts';
import { isStale, type KeptState, type KeptThread, withKept } from './kept-state.ts';
import type { LiveList } from './live-list.ts';
import { requestLimit } from './output-reserve.ts';
import type { CurrentPins } from './pins/current-pins.ts';
import { SessionCache } from './prompt-cache/session-cache.ts';
import { type Hidden, HiddenPart } from './server-compaction/hidden-part.ts';
import { issuerOf, readsCheckpoints } from './turn/build-request.ts';
import type { ToolDesk } from './turn/tool-desk.ts';

/** What a session is put together from. */
export interface CoreParts {
  readonly store: SessionStore;
  readonly events: EventBus<HostEvents>;
  readonly clock: Clock;
  readonly limits: HostLimits;
  readonly live: LiveList;
  readonly desk: EngineDesk;
  readonly tools: ToolDesk;
  readonly meter: SummaryMeter;
  readonly pins: CurrentPins;
  readonly model: ChatModel;
  readonly kept: KeptState;
  readonly isEnabled: boolean;
  readonly compression: HermesConfig['compression'];
  readonly inPlace: boolean;
  readonly pruneWhen: HermesConfig['compression']['prune_when'];
  readonly caching: HermesConfig['prompt_caching'];
  /** When the conversation was last worked on, in milliseconds since 1970. */
  readonly lastActiveAt: number;
  readonly platform: string | undefined;
  readonly holder: string;
  readonly systemPrompt: () => Promise<string | undefined>;
  readonly onWarning: (warning: string) => void;
}

/** State of one session, and what every part of a turn needs of it: its size, the check for a compaction, what is kept. */
export class SessionCore {
  readonly parts: CoreParts;
  model: ChatModel;
  kept: KeptState;
  /** Resolves when the compaction that runs has ended; absent while none does. Never rejects. */
  running: Promise<void> | undefined;
  lastCompactionInPlace: boolean | undefined;
  /** Compactions of this conversation in effect. */
  compactions = 0;
  /** What each model's provider keeps of the conversation, by model and route: one that comes back finds what it left. */
  readonly #caches = new Map<string, SessionCache>();
  /** Size at which old results were last looked at for something to cut, in tokens; 0 before the first look. */
  prunedUpToTokens = 0;
  /** Requests that were answered since the list was rewritten. */
  requestsSinceRewrite = 0;
  /** Windows as providers stated them, where that is less than what was known, by model and route. */
  readonly #stated = new Map<string, number>();
  /** Size up to which another automatic try is of no use, and why. */
  deadEnd: { readonly upToTokens: number; readonly detail: string } | undefined;
  /** Models whose server refused to compact, by model and route: not asked for again in this session. */
  readonly refusedServerCompaction = new Set<string>();
  readonly #hidden = new HiddenPart();
  readonly #toldForeign = new Set<string>();
  /** Where a running compaction is shown. */
  onProgress: ((event: TurnEvent) => void) | undefined;
  #bindsThinking: boolean;
  /** What the store has of `kept`. */
  #written: KeptState;

  constructor(parts: CoreParts) {
    this.parts = parts;
    this.model = parts.model;
    this.kept = parts.kept;
    this.#written = parts.kept;
    this.#bindsThinking = bindsThinking(parts.model);
    this.#caches.set(issuerOf(parts.model), this.#newCache(parts.model, parts.lastActiveAt));
  }

  /** What the provider keeps of the conversation for the model in use. */
  get cache(): SessionCache {
    const issuer = issuerOf(this.model);
    const known = this.#caches.get(issuer);
    if (known !== undefined) return known;
    const cache = this.#newCache(this.model);
    this.#caches.set(issuer, cache);
    return cache;
  }

  get isCompacting(): boolean {
    return this.running !== undefined;
  }

  get sessionId(): string {
    return this.parts.live.sessionId;
  }

  /** The model with the window that holds, which a provider may have lowered. */
  get modelInfo(): ModelInfo {
    const { info } = this.model;
    const stated = this.#stated.get(issuerOf(this.model));
    return stated === undefined ? info : { ...info, contextTokens: stated };
  }

  /** The most a request may hold, in tokens. No list is too large for a server that has it already. */
  get limitTokens(): number {
    return this.isThread ? Number.POSITIVE_INFINITY : requestLimit(this.modelInfo);
  }

  /** Whether the server of the model holds the conversation, and the list here is a record. */
  get isThread(): boolean {
    return this.model.info.serverCompaction === 'thread';
  }

  /** Where the server of the model in use holds the conversation; absent before it was asked anything. */
  get thread(): KeptThread | undefined {
    const { thread } = this.kept;
    return thread?.issuer === issuerOf(this.model) ? thread : undefined;
  }

  /** Estimated size of what of the list is sent: a checkpoint of the model in use stands for all before it. */
  get sentTokens(): number {
    return this.parts.live.tokens - this.#hiddenPart().tokens;
  }

  /** Tool definitions, in tokens: part of every request. */
  get overheadTokens(): number {
    return this.parts.tools.tokens;
  }

  /**
   * Names what stands before the next answer, for a model that binds its thinking to that: another list or other tools
   * have another name. Absent for models that do not look at it.
   */
  get prefix(): string | undefined {
    if (!this.#bindsThinking) return undefined;
    const { live, tools } = this.parts;
    return `${live.sessionId}#${live.point.revision}#${tools.fingerprint}`;
  }

  /** The id that providers know the conversation by: the same after a compaction that gave it another one here. */
  get cacheKey(): string {
    return this.kept.cacheKey ?? this.sessionId;
  }

  question(extraTokens = 0): SizeQuestion {
    const { live } = this.parts;
    const { tokens, hasCheckpoint } = this.#hiddenPart();
    return {
      ...live.point,
      counter: issuerOf(this.model),
      estimatedTokens: live.tokens - tokens + this.overheadTokens + extraTokens,
      ...(hasCheckpoint && { isPartial: true }),
    };
  }

  /** Reported by estimated tokens of the model in use, as far as it is known; else 1. */
  get ratio(): number {
    return this.kept.size.ratios[issuerOf(this.model)] ?? 1;
  }

  /** Size of a request that is not the list, by our own count of its messages. */
  sizeOfRequest(messagesTokens: number): number {
    return Math.round((messagesTokens + this.overheadTokens) * this.ratio);
  }

  size(extraTokens = 0): PromptSize {
    return sizeOf(this.kept.size, this.question(extraTokens));
  }

  /** Where a summary tells how far it is. */
  tellProgress(event: Extract<TurnEvent, { type: 'compaction-progress' }>): void {
    this.onProgress?.(event);
  }

  /** A request was answered: what it was counted as decides from here on. */
  report(question: SizeQuestion, usage: TokenUsage): void {
    const { desk, clock } = this.parts;
    desk.updateFromResponse(usage);
    this.requestsSinceRewrite += 1;
    // A compaction that ended meanwhile, as session hygiene may: this is the size of a list that is no more.
    if (question.revision !== this.parts.live.point.revision) return;
    const size = afterReport(this.kept.size, { ...question, usage });
    const thrash =
      usage.promptTokens > 0
        ? afterSize(this.kept.thrash, {
            promptTokens: usage.promptTokens,
            isStillDue: this.#isStillDue(usage.promptTokens),
            now: clock.now(),
          })
        : this.kept.thrash;
    this.kept = { ...this.kept, size, thrash };
  }

  /** A request was answered, and nobody says how large it was: the estimate decides, unless the server holds the list. */
  answerUnreported(): void {
    if (this.isThread) return;
    this.requestsSinceRewrite += 1;
    this.kept = { ...this.kept, size: { ...this.kept.size, isAwaiting: false } };
  }

  /** The server compacted what it holds: nothing is known of its size until the next report. */
  awaitReport(): void {
    this.kept = { ...this.kept, size: afterRewrite(this.kept.size, true) };
  }

  /** Whether nobody was told yet that the model in use cannot read other servers' checkpoints. */
  isFirstForeign(): boolean {
    const issuer = issuerOf(this.model);
    const isFirst = !this.#toldForeign.has(issuer);
    this.#toldForeign.add(issuer);
    return isFirst;
  }

  /** The server of the model in use holds the conversation under this name, and has given the next message of the list. */
  async takeThread(id: string): Promise<void> {
    const isNew = this.thread?.id !== id;
    const seen = this.parts.live.messages.length + 1;
    this.kept = { ...this.kept, thread: { issuer: issuerOf(this.model), id, seen } };
    if (isNew) await this.keep();
  }

  /** A request was refused as too large. The window is lowered only to what the provider states. */
  refuse(
    question: SizeQuestion,
    facts: { readonly statedContextTokens?: number; readonly statedPromptTokens?: number },
  ): void {
    const { statedContextTokens, statedPromptTokens } = facts;
    if (
      statedContextTokens !== undefined &&
      statedContextTokens > 0 &&
      statedContextTokens < this.modelInfo.contextTokens
    ) {
      this.#stated.set(issuerOf(this.model), statedContextTokens);
      this.parts.desk.updateModel(this.modelInfo);
    }
    if (statedPromptTokens === undefined) return;
    this.kept = { ...this.kept, size: afterRefusal(this.kept.size, question, statedPromptTokens) };
  }

  /** Change the model, and tell the engine: what the old one's figures were decides nothing for the new one. */
  takeModel(model: ChatModel): void {
    this.model = model;
    this.#bindsThinking = bindsThinking(model);
    this.prunedUpToTokens = 0;
    this.deadEnd = undefined;
    // An anchor names who counted it, so the old model's holds again should it come back.
    this.kept = { ...this.kept, size: { ...this.kept.size, isAwaiting: false }, thrash: HELPFUL };
    this.parts.desk.updateModel(this.modelInfo);
  }

  /** The list was changed by something that is no compaction, such as an undo. */
  async takeList(sessionId?: string): Promise<void> {
    await this.parts.live.reload(sessionId);
    this.forgetList();
    this.kept = { ...this.kept, size: afterRewrite(this.kept.size, false) };
  }

  /** The list is another one: what was found out about the old one decides nothing, and the cache of it is lost on purpose. */
  forgetList(): void {
    this.deadEnd = undefined;
    this.prunedUpToTokens = 0;
    this.requestsSinceRewrite = 0;
    for (const cache of this.#caches.values()) cache.noteRewrite();
  }

  /** Leave the automatic trigger alone until the request has grown: nothing is to be won before, or a person has decided. */
  waitForMore(detail: string, tokens: number = this.size().tokens): void {
    this.deadEnd = { upToTokens: tokens * (1 + GROWTH_RATIO), detail };
  }

  /** Keep sizes and cooldowns with the session. A store that fails here loses figures, never messages. */
  async keep(): Promise<void> {
    const { store, onWarning } = this.parts;
    this.#written = this.kept;
    try {
      const session = await store.get(this.sessionId);
      await store.update(this.sessionId, { metadata: withKept(session, this.kept) });
    } catch (error) {
      onWarning(`Sizes and cooldowns could not be kept with the session. ${describeCause(error)}`);
    }
  }

  /** The same after a turn, where that is worth a write. */
  async keepAfterTurn(): Promise<void> {
    if (isStale(this.#written, this.kept)) await this.keep();
  }

  /** The same at the end: nothing that is known gets lost. */
  async keepAtClose(): Promise<void> {
    if (this.#written !== this.kept) await this.keep();
  }

  #hiddenPart(): Hidden {
    const { live } = this.parts;
    const issuer = issuerOf(this.model);
    const isUsable = readsCheckpoints(this.model);
    return this.#hidden.of({ ...live.point, messages: live.messages, issuer, isUsable });
  }

  #newCache(model: ChatModel, lastActiveAt?: number): SessionCache {
    const settings = this.parts.caching;
    return new SessionCache({ settings, model, ...(lastActiveAt === undefined ? {} : { lastActiveAt }) });
  }

  #isStillDue(promptTokens: number): boolean {
    const { desk } = this.parts;
    const threshold = desk.status()?.thresholdTokens;
    return threshold === undefined ? desk.shouldCompress(promptTokens) : promptTokens >= threshold;
  }
}

/** A Claude model that is not known is taken for a new one, which does: thinking that was kept by mistake is refused. */
function bindsThinking({ info }: ChatModel): boolean {
  const facts = findModelFacts(info.name, info.provider);
  if (facts === undefined) return findModelFamily(info.name) === 'claude';
  return facts.hasBoundThinking === true;
}
