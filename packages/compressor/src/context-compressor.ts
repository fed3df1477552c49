import type {
  CompressOutcome,
  CompressRequest,
  ContextEngine,
  EngineServices,
  EngineStatus,
  Messages,
  ModelInfo,
  TokenUsage,
} from '@hermes-context/contract';
import { noteCompaction } from '@hermes-context/messages';
import type { BoundaryPolicy } from './boundary-policy.ts';
import { type CompressionBudget, computeBudget } from './budget.ts';
import { type CompressionPass, compressMessages } from './compress-messages.ts';
import { findBoundaries } from './find-boundaries.ts';
import { planCompaction } from './plan-compaction.ts';
import { pruneOutcome } from './prune/prune-outcome.ts';
import type { CompressorSettings } from './settings.ts';
import { afterPass, CALM, describeBlock, isBlocked, type ThrashGuard } from './thrash-guard.ts';

/** What the summary message weighs beside its text, in tokens: header, end marker, a bridge. */
const SUMMARY_FRAME_TOKENS = 150;

/** The built-in engine: remembers what changes between turns, and leaves the thinking to the phases. */
export class ContextCompressor implements ContextEngine {
  readonly #settings: CompressorSettings;
  readonly #services: EngineServices;
  #budget: CompressionBudget;
  #guard: ThrashGuard = CALM;
  #compressionCount = 0;
  #lastUsage: TokenUsage | undefined;

  constructor(settings: CompressorSettings, services: EngineServices) {
    this.#settings = settings;
    this.#services = services;
    this.#budget = computeBudget(settings, services.model);
  }

  updateModel(model: ModelInfo): void {
    this.#budget = computeBudget(this.#settings, model);
    this.#guard = CALM;
    this.#lastUsage = undefined; // what another model counted decides nothing for this one
  }

  updateFromResponse(usage: TokenUsage): void {
    this.#lastUsage = usage;
  }

  shouldCompress(promptTokens: number): boolean {
    const isDue = promptTokens >= this.#budget.thresholdTokens;
    return this.#settings.enabled && isDue && !isBlocked(this.#guard, promptTokens);
  }

  hasContentToCompress(messages: Messages): boolean {
    // The note takes room that the tail then has not: planned without it, the answer could differ from compress.
    const noted = noteCompaction(messages);
    return planCompaction(noted, this.#policy(), this.#services.countTokens).fresh.length > 0;
  }

  pruneOnly(messages: Messages): CompressOutcome {
    const { countTokens } = this.#services;
    const policy = { ...this.#policy(), roomTokens: Number.POSITIVE_INFINITY };
    const { tailStart, carried } = findBoundaries(messages, policy, countTokens);
    return pruneOutcome(messages, { tailStart, style: this.#settings.pruneStyle, keep: carried, countTokens });
  }

  async compress(request: CompressRequest): Promise<CompressOutcome> {
    request.signal.throwIfAborted();
    const refusal = this.#refusal(request);
    if (refusal !== undefined) return refusal;

    const pass = await compressMessages(request, {
      policy: this.#policy(request),
      budget: this.#budget,
      pruneStyle: this.#settings.pruneStyle,
      countTokens: this.#services.countTokens,
      summarise: this.#services.summarise,
    });
    this.#remember(pass, request);
    return pass.outcome;
  }

  status(): EngineStatus {
    const isWaiting = isBlocked(this.#guard, 0);
    return {
      thresholdTokens: this.#budget.thresholdTokens,
      compressionCount: this.#compressionCount,
      ...(isWaiting ? { blocked: { reason: 'ineffective', detail: describeBlock(this.#guard) } } : {}),
      counters: {
        tailTokens: this.#budget.tailTokens,
        maxSummaryTokens: this.#budget.maxSummaryTokens,
        ineffectivePasses: this.#guard.ineffectivePasses,
        ...(this.#lastUsage === undefined ? {} : { lastPromptTokens: this.#lastUsage.promptTokens }),
      },
    };
  }

  #refusal({ force = false, promptTokens }: CompressRequest): CompressOutcome | undefined {
    if (force) return undefined;
    if (!this.#settings.enabled) {
      return {
        kind: 'unchanged',
        reason: 'disabled',
        detail: 'compression.enabled is false; a forced compaction overrides it.',
      };
    }
    if (promptTokens === undefined || !isBlocked(this.#guard, promptTokens)) return undefined;
    return { kind: 'unchanged', reason: 'ineffective', detail: describeBlock(this.#guard) };
  }

  #policy(request?: CompressRequest): BoundaryPolicy {
    const { thresholdTokens, tailTokens, stretchedTailTokens, maxSummaryTokens } = this.#budget;
    // Forced below the threshold, a budget made for a full window would protect everything:
    // the minimum of messages alone holds the tail then.
    const isEarly = request?.force === true && (request.promptTokens ?? 0) < thresholdTokens;
    return {
      protectFirst: this.#settings.protectFirst,
      protectLast: this.#settings.protectLast,
      minTailUserMessages: this.#settings.minTailUserMessages,
      tailTokens: isEarly ? 0 : tailTokens,
      stretchedTailTokens: isEarly ? 0 : stretchedTailTokens,
      roomTokens: thresholdTokens - maxSummaryTokens - SUMMARY_FRAME_TOKENS - (request?.overheadTokens ?? 0),
      pins: request?.pins ?? [],
    };
  }

  #remember({ outcome, isEffective }: CompressionPass, { force = false, promptTokens }: CompressRequest): void {
    const { thresholdTokens } = this.#budget;
    if (outcome.kind === 'compressed') this.#compressionCount += 1;
    const requestTokens = promptTokens ?? thresholdTokens;
    if (force && isEffective) this.#guard = CALM;
    else if (!force) this.#guard = afterPass(this.#guard, { isEffective, requestTokens, thresholdTokens });
    this.#services.log.info('compressor: pass', { kind: outcome.kind, isEffective, count: this.#compressionCount });
  }
}
