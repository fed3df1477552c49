import type { CacheFacts } from '@hermes-context/models';
import type { CachePlan, CacheTtl } from '../cache-plan.ts';
import { applyPlan } from '../plan/apply-plan.ts';
import { planPeat } from '../plan/plan-peat.ts';
import { planSystemAnd3 } from '../plan/plan-system-and-3.ts';
import type { CacheStrategy } from '../policy/cache-policy.ts';
import type { CacheRoute } from '../routes/cache-route.ts';
import type { WirePrompt } from '../wire-prompt.ts';
import { type AlarmWatch, CALM_WATCH, watchReport } from './alarm-watch.ts';
import type { CacheAlarm } from './cache-alarm.ts';
import { addUsage, type CacheUsage, NO_USAGE, type UsageTotals } from './cache-usage.ts';
import { comparePrompts, type PromptChange } from './compare-prompts.ts';
import { type Epoch, followEpoch } from './follow-epoch.ts';
import { afterGap, afterPrompt, NO_HABITS, type PauseHabits, ttlOf } from './pause-habits.ts';
import { isCacheable, isSurelyCold, type ReportedRequest, type SentRequest } from './sent-request.ts';

/** Where the breakpoints go; `none` sends none, and only watches. */
type SessionStrategy = CacheStrategy | 'none';

/** How one conversation is cached. */
export interface PromptCacheOptions {
  readonly strategy: SessionStrategy;
  /** `auto` begins with 5 minutes and learns from the user's pauses, see `chooseTtl`. */
  readonly ttl: CacheTtl | 'auto';
  readonly route: CacheRoute;
  /** How this model's cache is billed. Default: the usual ratios, and the route's minimum. */
  readonly facts?: CacheFacts | undefined;
}

/** Figures for a status page, in tokens. Sums go on over {@link PromptCache.reset}. */
export interface CacheStatus extends UsageTotals {
  readonly strategy: SessionStrategy;
  /** The lifetime in use; absent where none is asked for, as the provider sets its own. */
  readonly ttl?: CacheTtl;
  /** Alarms so far. */
  readonly alarms: number;
}

/** The prompt cache of one conversation. It has no clock: times are given, in milliseconds. */
export interface PromptCache {
  /**
   * The prompt to send: a copy with markers; what needs none stays the same object. Called once for each request, with
   * the time at which it begins. The prompt is not edited, and is kept until the next one: the caller may not edit it
   * either. Messages that are the same objects as last time cost one look each.
   */
  prepare(prompt: WirePrompt, nowMs: number): WirePrompt;
  /**
   * Take in what the provider said of the last request.
   *
   * @returns An alarm where it read less than half of the prompt before, though that was surely still cached and nobody
   *   rewrote it; and once, where markers had no effect on three requests.
   */
  report(usage: CacheUsage): CacheAlarm | undefined;
  /** The prompt was, or is about to be, rewritten on purpose: the next report raises no alarm about it. */
  noteRewrite(): void;
  /** Whether nothing is cached any more, so that a rewrite is free: the last request is too old, or there was none. */
  isCold(nowMs: number): boolean;
  status(): CacheStatus;
  /** Forget what is cached, as after a switch of the model. Pauses and sums are kept: they are the conversation's. */
  reset(): void;
}

/** The prompt cache of a new conversation. */
export function createPromptCache(options: PromptCacheOptions): PromptCache {
  return new ConversationCache(options);
}

class ConversationCache implements PromptCache {
  readonly #options: PromptCacheOptions;
  #sent: SentRequest | undefined;
  /** Whether the last request was not reported on yet. */
  #isPending = false;
  #reported: ReportedRequest | undefined;
  #isRewriteNoted = false;
  #watch: AlarmWatch = CALM_WATCH;
  #habits: PauseHabits = NO_HABITS;
  #totals: UsageTotals = NO_USAGE;
  #alarmCount = 0;
  #ttl: CacheTtl | undefined;

  constructor(options: PromptCacheOptions) {
    this.#options = options;
    this.#ttl = firstTtl(options);
  }

  prepare(prompt: WirePrompt, nowMs: number): WirePrompt {
    const last = this.#sent;
    const change = last === undefined ? undefined : comparePrompts(last.prompt, prompt);
    const isRepeat = change?.kind === 'same';
    if (last !== undefined && !isRepeat) this.#learn(nowMs - last.atMs);
    const head =
      last === undefined || change === undefined ? {} : followEpoch(last.head, this.#asNoted(change, prompt));
    const plan = planFor(prompt, this.#options, { head, ttl: this.#ttl ?? '5m' }); // without a lifetime, no markers
    this.#sent = {
      head,
      prompt: { ...prompt, messages: [...prompt.messages] }, // a list that is appended to in place is noticed
      atMs: nowMs,
      ttl: this.#ttl,
      markerCount: plan?.markers.length ?? 0,
    };
    this.#isPending = true;
    return plan === undefined ? prompt : applyPlan(prompt, plan, this.#options.route);
  }

  report(usage: CacheUsage): CacheAlarm | undefined {
    this.#totals = addUsage(this.#totals, usage);
    this.#habits = afterPrompt(this.#habits, usage.promptTokens);
    const request = this.#sent;
    if (request === undefined || !this.#isPending) return undefined;
    const { alarm, watch } = watchReport(this.#watch, {
      before: this.#reported,
      request,
      usage,
      route: this.#options.route,
      minTokens: this.#options.facts?.minTokens ?? this.#options.route.minTokens,
      isRewriteNoted: this.#isRewriteNoted,
    });
    this.#watch = watch;
    this.#reported = { ...request, usage };
    this.#isPending = false;
    this.#isRewriteNoted = false;
    if (alarm !== undefined) this.#alarmCount += 1;
    return alarm;
  }

  noteRewrite(): void {
    this.#isRewriteNoted = true;
  }

  isCold(nowMs: number): boolean {
    const { route } = this.#options;
    const sent = this.#sent;
    return sent === undefined || !isCacheable(sent, route) || isSurelyCold(sent, nowMs, route);
  }

  status(): CacheStatus {
    return {
      strategy: this.#options.strategy,
      ...(this.#ttl === undefined ? {} : { ttl: this.#ttl }),
      ...this.#totals,
      alarms: this.#alarmCount,
    };
  }

  reset(): void {
    this.#sent = undefined;
    this.#isPending = false;
    this.#reported = undefined;
    this.#isRewriteNoted = false;
    this.#watch = CALM_WATCH;
  }

  /** A lifetime is chosen when a turn begins, and holds for all of it. */
  #learn(gapMs: number): void {
    const { turnCount } = this.#habits;
    this.#habits = afterGap(this.#habits, gapMs);
    if (this.#options.ttl !== 'auto' || this.#ttl === undefined || this.#habits.turnCount === turnCount) return;
    const { route, facts = {} } = this.#options;
    this.#ttl = ttlOf(this.#habits, { current: this.#ttl, ttls: route.ttls, facts });
  }

  /** A list that lost its end looks like one that was rewound; who rewrote it knows better. */
  #asNoted(change: PromptChange, { messages }: WirePrompt): PromptChange {
    if (change.kind !== 'rewound' || !this.#isRewriteNoted) return change;
    return { ...change, kind: 'rewritten', rewrittenEnd: messages.length };
  }
}

function firstTtl({ strategy, ttl, route }: PromptCacheOptions): CacheTtl | undefined {
  const asked = ttl === 'auto' ? '5m' : ttl;
  if (strategy === 'none') return undefined;
  return route.ttls.includes(asked) ? asked : route.ttls[0];
}

function planFor(
  prompt: WirePrompt,
  { strategy, route, facts }: PromptCacheOptions,
  { head, ttl }: { readonly head: Epoch; readonly ttl: CacheTtl },
): CachePlan | undefined {
  switch (strategy) {
    case 'peat':
      return planPeat(prompt, { ...head, route, ttl: { prefix: ttl, rest: ttl }, minTokens: facts?.minTokens });
    case 'system_and_3':
      return planSystemAnd3(prompt, { route, ttl });
    case 'none':
      return undefined;
  }
}
