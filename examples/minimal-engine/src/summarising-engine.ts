import type {
  CompressOutcome,
  CompressRequest,
  ContextEngine,
  EngineServices,
  EngineStatus,
  Messages,
  ModelInfo,
} from '@hermes-context/contract';
import { compressMessages } from './compress-messages.ts';
import type { Options } from './options.ts';
import { type Plan, planCompaction } from './plan-compaction.ts';

/** Room for the summary, as a share of the window. */
const SUMMARY_RATIO = 0.05;

/** How much must be new before what could not be shrunk is tried again, as a share of the window. */
const RETRY_RATIO = 0.05;

/** The engine of one session. What must outlive the session stands in its messages: there is nothing to save. */
export class SummarisingEngine implements ContextEngine {
  readonly #options: Options;
  readonly #services: EngineServices;
  #model: ModelInfo;
  /** Raised where a compaction did not get below the threshold: it would ask a model on every turn, and win nothing. */
  #retryTokens = 0;
  #compressionCount = 0;

  constructor(options: Options, services: EngineServices) {
    this.#options = options;
    this.#services = services;
    this.#model = services.model;
  }

  /** The host says how large the next prompt is; this engine has no other use for the provider's figures. */
  updateFromResponse(): void {}

  updateModel(model: ModelInfo): void {
    this.#model = model;
    this.#retryTokens = 0;
  }

  shouldCompress(promptTokens: number): boolean {
    return promptTokens >= this.#triggerTokens();
  }

  hasContentToCompress(messages: Messages): boolean {
    return this.#plan({ messages }).fresh.length > 0;
  }

  async compress(request: CompressRequest): Promise<CompressOutcome> {
    const { messages, overheadTokens = 0, force = false } = request;
    const { countTokens, log, summarise } = this.#services;
    const promptTokens = request.promptTokens ?? this.#tokensOf(messages) + overheadTokens;
    if (!force && !this.shouldCompress(promptTokens)) {
      const detail = `The prompt has ${promptTokens} tokens, and the engine waits for ${this.#triggerTokens()}.`;
      return { kind: 'unchanged', reason: 'below-threshold', detail };
    }
    const plan = this.#plan(request);
    const outcome = await compressMessages(request, { plan, maxTokens: this.#summaryTokens(), countTokens, summarise });

    const saved = outcome.kind === 'compressed' ? this.#tokensOf(messages) - this.#tokensOf(outcome.messages) : 0;
    this.#waitAfter(promptTokens - saved);
    if (outcome.kind === 'compressed') this.#compressionCount += 1;
    // Counts and codes: others read a log than those who took part in the conversation.
    log.info('compress', { outcome: outcome.kind, promptTokens, saved });
    return outcome;
  }

  status(): EngineStatus {
    return { thresholdTokens: this.#triggerTokens(), compressionCount: this.#compressionCount };
  }

  #triggerTokens(): number {
    return Math.max(this.#thresholdTokens(), this.#retryTokens);
  }

  #thresholdTokens(): number {
    return Math.round(this.#model.contextTokens * this.#options.threshold);
  }

  #waitAfter(tokensLeft: number): void {
    const isEnough = tokensLeft < this.#thresholdTokens();
    this.#retryTokens = isEnough ? 0 : Math.round(tokensLeft + this.#model.contextTokens * RETRY_RATIO);
  }

  /** The newest messages may fill what they are allowed to, or less where tools and summary would not leave so much. */
  #plan({ messages, pins, overheadTokens = 0 }: Pick<CompressRequest, 'messages' | 'pins' | 'overheadTokens'>): Plan {
    const { contextTokens } = this.#model;
    const room = this.#thresholdTokens() - overheadTokens - this.#summaryTokens();
    const tailTokens = Math.min(contextTokens * this.#options.keep, room);
    return planCompaction({ messages, pins, tailTokens, countTokens: this.#services.countTokens });
  }

  #summaryTokens(): number {
    return Math.round(this.#model.contextTokens * SUMMARY_RATIO);
  }

  #tokensOf(messages: Messages): number {
    return messages.reduce((total, message) => total + this.#services.countTokens(message), 0);
  }
}
