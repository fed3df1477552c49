import { setImmediate as nextTick } from 'node:timers/promises';
import type {
  CommitReceipt,
  CompletedTurn,
  CompressOutcome,
  CompressReport,
  CompressRequest,
  ContextEngine,
  EngineServices,
  EngineStatus,
  EngineTool,
  Message,
  Messages,
  ModelInfo,
  SelectRequest,
  TokenUsage,
} from '@hermes-context/contract';
import { groupMessages, noteCompaction } from '@hermes-context/messages';
import { LcmStoreError } from '../store/lcm-store-error.ts';
import { untilAborted } from '../until-aborted.ts';
import { BackgroundSummaries } from './background-summaries.ts';
import { type Budget, budgetFor, correctedBudget } from './budget.ts';
import { type CompactionTools, compactList, FRAME_TOKENS } from './compact-list.ts';
import { type Explore, MovedResults } from './moved-results.ts';
import type { LcmOptions } from './options.ts';
import { endOfHead, type ListPlan, planList } from './plan-list.ts';
import { improveSummaries, prepareSummary } from './prepare-summary.ts';
import { CutSummaries } from './redo-cut.ts';
import { SessionLog } from './session-log.ts';
import { SpendGuard } from './spend-guard.ts';

/** Makes the tools of an engine. */
export type MakeTools = (engine: LcmEngine, log: SessionLog) => readonly EngineTool[];

/** Parts that the engine does not make itself. */
export interface EngineParts {
  readonly explore: Explore;
  readonly makeTools: MakeTools;
}

/** A middle below so many tokens is worth no summary: its frame and heading would weigh as much. */
const LEAST_MIDDLE_TOKENS = 240;
/** The same where a summary stands there already. */
const LEAST_MORE_TOKENS = 100;
/** Growth, as a share of the window, after which an exhausted engine tries again. */
const RETRY_RATIO = 0.05;
/** What summaries made in the background must win together, as a share of the window. */
const LEAST_WON_RATIO = 0.1;
/** A prompt below this share of an exhausted one is not of the same list. */
const SAME_LIST_RATIO = 0.9;

type ShownOptions = Pick<CompressRequest, 'pins' | 'overheadTokens'> & { readonly budget?: Budget };

/** The engine of one session: keeps what it says in a log, and decides when summaries take its place. */
export class LcmEngine implements ContextEngine {
  readonly tools: readonly EngineTool[];
  readonly #options: LcmOptions;
  readonly #services: EngineServices;
  readonly #log: SessionLog;
  readonly #guard: SpendGuard;
  readonly #moved: MovedResults;
  readonly #background: BackgroundSummaries;
  #budget: Budget;
  #compressionCount = 0;
  #lastPromptTokens = 0;
  /** Size at which the last pass won nothing; until the prompt has grown, there is nothing to try. */
  #exhaustedAt: number | undefined;

  constructor(options: LcmOptions, services: EngineServices, { explore, makeTools }: EngineParts) {
    this.#options = options;
    this.#services = services;
    this.#budget = budgetFor(options, services.model);
    this.#guard = new SpendGuard(options.maxSummaryCalls, () => services.clock.now());
    this.#moved = new MovedResults(this.#budget.externaliseTokens, services.countTokens, explore);
    this.#log = new SessionLog(services);
    const preparation = { show: (list: Messages) => this.#moved.show(list), cut: new CutSummaries() };
    this.#background = new BackgroundSummaries({
      prepare: (signal) => prepareSummary({ ...preparation, signal }, this.#compactionTools()),
      improve: (signal) => improveSummaries({ ...preparation, signal }, this.#compactionTools()),
      onReady: (tokens) => services.emit('engine:lcm:summary-ready', { tokens }),
      onFailed: (error) =>
        services.log.warn('lcm: prepare', { error: error instanceof Error ? error.name : 'unknown' }),
    });
    this.tools = makeTools(this, this.#log);
  }

  updateModel(model: ModelInfo): void {
    this.#budget = budgetFor(this.#options, model);
    this.#moved.limit = this.#budget.externaliseTokens;
    this.#exhaustedAt = undefined;
    this.#lastPromptTokens = 0;
  }

  updateFromResponse({ promptTokens }: TokenUsage): void {
    this.#lastPromptTokens = promptTokens;
    // Another list than the one that nothing could be won of: it was taken back.
    if (this.#exhaustedAt !== undefined && promptTokens < this.#exhaustedAt * SAME_LIST_RATIO)
      this.#exhaustedAt = undefined;
  }

  shouldCompress(promptTokens: number): boolean {
    return promptTokens >= this.#trigger() && promptTokens >= this.#retryAt();
  }

  hasContentToCompress(messages: Messages): boolean {
    const noted = noteCompaction(messages);
    const shown = this.#shownOf(noted);
    return shown !== noted || this.#isWorthIt(shown, this.#plan(shown, []));
  }

  pruneOnly(messages: Messages): CompressOutcome {
    this.#log.see(messages);
    return this.#shortened(messages, this.#log.isUsable ? this.#shownOf(messages) : messages);
  }

  selectContext({ messages }: SelectRequest): Messages | undefined {
    this.#log.see(messages);
    const shown = this.#log.isUsable ? this.#moved.show(messages) : messages;
    return shown === messages ? undefined : shown;
  }

  onTurnComplete({ added, usage }: CompletedTurn): void {
    if (usage !== undefined) this.#lastPromptTokens = usage.promptTokens;
    this.#log.add(added);
    const { softTokens, windowTokens } = this.#budget;
    const over = this.#lastPromptTokens - softTokens;
    if (over >= 0) this.#background.start(over + windowTokens * LEAST_WON_RATIO);
  }

  async onCommit({ sessionId, inPlace }: CommitReceipt): Promise<void> {
    if (!inPlace) this.#log.follow(sessionId);
    this.#background.reset();
  }

  async compress(request: CompressRequest): Promise<CompressOutcome> {
    request.signal.throwIfAborted();
    await untilAborted(request.signal, this.#background.settled());
    const outcome = await this.#compact(request);
    this.#remember(outcome, request);
    return outcome;
  }

  status(): EngineStatus {
    const { callsInWindow, failuresInRow } = this.#guard.state();
    const retryAt = this.#retryAt();
    const detail = `The last pass won nothing at ${this.#exhaustedAt} tokens; the next one is tried from ${retryAt} on.`;
    return {
      thresholdTokens: Math.max(this.#trigger(), retryAt),
      compressionCount: this.#compressionCount,
      ...(this.#exhaustedAt === undefined ? {} : { blocked: { reason: 'ineffective', detail } }),
      counters: {
        tailTokens: Math.round(this.#budget.tailTokens),
        isSummaryReady: this.#background.isReady ? 1 : 0,
        summaryCallsInTenMinutes: callsInWindow,
        summaryFailuresInRow: failuresInRow,
        lastPromptTokens: this.#lastPromptTokens,
      },
    };
  }

  /** Lines about the state, for a person or a model. */
  describe(): readonly string[] {
    const { windowTokens, softTokens, hardTokens, tailTokens } = this.#budget;
    const { closed } = this.#guard.state();
    return [
      `Window ${windowTokens} tokens: summaries are made in the background from ${Math.round(softTokens)} on, a request waits for one from ${Math.round(hardTokens)} on, the newest ${Math.round(tailTokens)} stay word for word.`,
      `Last prompt ${this.#lastPromptTokens} tokens, ${this.#compressionCount} compactions in this process.`,
      ...(this.#background.isReady ? ['A summary is ready to be put in place.'] : []),
      ...(closed === undefined ? [] : [`No model is asked for summaries now: ${closed}.`]),
    ];
  }

  /** Tokens that are free in the window, by the last prompt. */
  headroomTokens(): number {
    return Math.max(0, this.#budget.windowTokens - this.#lastPromptTokens);
  }

  async dispose(): Promise<void> {
    await this.#background.stop();
    await this.#log.close();
  }

  #trigger(): number {
    return this.#background.isReady ? this.#budget.softTokens : this.#budget.hardTokens;
  }

  #retryAt(): number {
    if (this.#exhaustedAt === undefined) return 0;
    const { windowTokens } = this.#budget;
    const left = Math.max(0, windowTokens - this.#exhaustedAt);
    return this.#exhaustedAt + Math.min(windowTokens * RETRY_RATIO, left / 2);
  }

  /**
   * A list for the host to keep: large results by their outline, but for the newest message, which nobody has read yet.
   * Where the newest calls and their results would not leave room for anything else, the largest of these too.
   */
  #shownOf(messages: Messages, { pins = [], overheadTokens = 0, budget = this.#budget }: ShownOptions = {}): Messages {
    const kept = [...pins, messages.length - 1];
    const shown = this.#moved.show(messages, kept);
    const { hardTokens, rootsTokens, tailTokens } = budget;
    const head = shown.slice(0, endOfHead(shown)).reduce((sum, each) => sum + this.#services.countTokens(each), 0);
    const room = hardTokens - rootsTokens - FRAME_TOKENS - head - overheadTokens;
    const start = groupMessages(shown).at(-1)?.start ?? 0;
    return this.#moved.fit(shown, { start, roomTokens: Math.max(tailTokens, room), kept });
  }

  #plan(shown: Messages, pins: readonly number[], { tailTokens } = this.#budget): ListPlan {
    return planList(shown, { tailTokens, pins, tokensOf: this.#services.countTokens });
  }

  #isWorthIt(shown: Messages, { middle, ours }: ListPlan): boolean {
    const least = ours.length === 0 ? LEAST_MIDDLE_TOKENS : LEAST_MORE_TOKENS;
    let tokens = 0;
    for (const index of middle) {
      const message = shown[index];
      if (message !== undefined) tokens += this.#services.countTokens(message);
      if (tokens >= least) return true;
    }
    return false;
  }

  async #compact(request: CompressRequest): Promise<CompressOutcome> {
    const pins = request.pins ?? [];
    const noted = pins.includes(0) ? request.messages : noteCompaction(request.messages);
    await nextTick(); // a long list holds the event loop no longer than one step takes
    const budget = this.#budgetOf(request);
    const shown = this.#shownOf(noted, { ...request, budget });
    await nextTick();
    const plan = this.#plan(shown, pins, budget);
    await nextTick();
    const isEarly = request.force !== true && (request.promptTokens ?? this.#sizeOf(shown)) < this.#budget.hardTokens;
    try {
      if (this.#isWorthIt(shown, plan))
        return await compactList({ request, shown, plan, isEarly }, { ...this.#compactionTools(), budget });
      return await this.#shortenedOnceStored(request.messages, pins);
    } catch (error) {
      request.signal.throwIfAborted();
      if (!(error instanceof LcmStoreError)) throw error;
      this.#services.log.warn('lcm: store', { step: 'compress', code: error.code, reason: error.reason });
      return {
        kind: 'unchanged',
        reason: 'summary-failed',
        detail: error.message,
        cause: error,
        warnings: [error.message],
      };
    }
  }

  /** What is shown by its outline must be in the log: its handle leads there. */
  async #shortenedOnceStored(messages: Messages, pins: readonly number[]): Promise<CompressOutcome> {
    const outcome = this.#shortened(messages, this.#shownOf(messages, { pins }));
    if (outcome.kind === 'compressed') await this.#log.live(messages);
    return outcome;
  }

  /** Nothing to summarise; large results may be shorter all the same. */
  #shortened(messages: Messages, shown: Messages): CompressOutcome {
    const rewritten = shown.flatMap((message, index) => (message === messages[index] ? [] : [index]));
    if (rewritten.length === 0) {
      const detail = `All ${messages.length} messages are in the tail, pinned, or from the system.`;
      return { kind: 'unchanged', reason: 'nothing-to-compress', detail };
    }
    return { kind: 'compressed', messages: shown, report: shortenedReport(rewritten) };
  }

  #remember(outcome: CompressOutcome, { promptTokens, force = false, messages }: CompressRequest): void {
    if (outcome.kind === 'compressed') this.#compressionCount += 1;
    this.#background.reset();
    const tokens = promptTokens ?? this.#sizeOf(messages);
    const isOver = tokens >= this.#budget.hardTokens;
    const hasWon = outcome.kind === 'compressed' && outcome.report?.shortfall === undefined;
    const hasFailed = outcome.kind === 'unchanged' && outcome.reason === 'summary-failed';
    if (!force && isOver && !hasWon && !hasFailed) this.#exhaustedAt = tokens;
    else if (hasWon) this.#exhaustedAt = undefined;
    this.#services.log.info('lcm: pass', { kind: outcome.kind, count: this.#compressionCount });
  }

  /** What the provider counts differently than the estimate is counted so for this request. */
  #budgetOf({ messages, promptTokens, overheadTokens }: CompressRequest): Budget {
    if (promptTokens === undefined || overheadTokens === undefined) return this.#budget;
    return correctedBudget(this.#budget, promptTokens - overheadTokens, this.#sizeOf(messages));
  }

  #sizeOf(messages: Messages): number {
    return messages.reduce((sum: number, message: Message) => sum + this.#services.countTokens(message), 0);
  }

  #compactionTools(): CompactionTools {
    const { summarise, countTokens } = this.#services;
    return { summarise, countTokens, guard: this.#guard, log: this.#log, budget: this.#budget };
  }
}

function shortenedReport(rewritten: readonly number[]): CompressReport {
  const pruned = { results: rewritten.length, arguments: 0, images: 0, duplicates: 0 };
  const boundaries = { headEnd: 0, tailStart: 0 };
  return { covered: [], boundaries, carried: [], rewritten, pruned, repairs: [], warnings: [] };
}
