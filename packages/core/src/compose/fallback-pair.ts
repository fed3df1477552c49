import type {
  CommitReceipt,
  CompressOutcome,
  CompressRequest,
  EngineStatus,
  Messages,
  SelectRequest,
  UnchangedReason,
} from '@hermes-context/contract';
import { anyHasContent, asksAt } from './ask-about.ts';
import { askPart, askToPrune, type PartAnswer } from './ask-part.ts';
import type { CompositionCore } from './assemble-engine.ts';
import { afterFailure, type Circuit, CLOSED, isOpen } from './circuit.ts';
import { type CompositionServices, SYSTEM_CLOCK } from './composition-services.ts';
import { findTrigger, mergeBlocks, mergeCounters, statusOfPart } from './merge-status.ts';
import type { NamedEngine } from './named-engine.ts';
import { Receipts } from './receipts.ts';
import { askToSelect } from './select-context.ts';
import { failuresOf, type Remark, settleUnchanged, warningsOf } from './settle-unchanged.ts';
import { tellAll } from './tell-parts.ts';
import type { Troubles } from './troubles.ts';
import { withWarnings } from './with-warnings.ts';

/** When the second engine takes over, and for how long. */
export interface FallbackOptions extends CompositionServices {
  /** How long each engine may take, in milliseconds. Default 300,000. */
  readonly timeoutMs?: number;
  /** Failures in a row after which the first engine is left alone. Default 3: once or twice may be bad luck. */
  readonly maxFailureCount?: number;
  /** How long it is left alone, in milliseconds. Default 300,000; then it gets one try. */
  readonly pauseMs?: number;
  /**
   * Reasons of an `unchanged` for which the second engine is asked. Default `summary-failed`, `engine-failed` and
   * `ineffective`: add `no-progress` for a second engine that goes further than the first.
   */
  readonly failureReasons?: readonly UnchangedReason[];
}

const DEFAULT_FAILURE_REASONS: readonly UnchangedReason[] = ['summary-failed', 'engine-failed', 'ineffective'];
const DEFAULT_MAX_FAILURE_COUNT = 3;
/** Long enough for a rate limit or a restart to pass, short enough to be back within the session. */
const DEFAULT_PAUSE_MS = 5 * 60_000;

/** Two engines, and what is remembered of the failures of the first. */
export class FallbackPair implements CompositionCore {
  readonly #first: NamedEngine;
  readonly #second: NamedEngine;
  readonly #options: FallbackOptions;
  readonly #troubles: Troubles;
  readonly #receipts = new Receipts();
  #circuit: Circuit = CLOSED;
  #compressionCount = 0;
  #takeoverCount = 0;

  constructor(
    pair: { readonly first: NamedEngine; readonly second: NamedEngine },
    options: FallbackOptions & { readonly troubles: Troubles },
  ) {
    this.#first = pair.first;
    this.#second = pair.second;
    this.#options = options;
    this.#troubles = options.troubles;
  }

  shouldCompress(promptTokens: number): boolean {
    if (!this.#isFirstOut() && asksAt(this.#first, promptTokens, this.#troubles)) return true;
    // The second has its own threshold; it counts only where the first will not ask, however large the prompt.
    if (!asksAt(this.#second, promptTokens, this.#troubles)) return false;
    return this.#isFirstOut() || statusOfPart(this.#first, this.#troubles).blocked !== undefined;
  }

  async compress(request: CompressRequest): Promise<CompressOutcome> {
    request.signal.throwIfAborted();
    const outcome = await this.#compress(request);
    if (outcome.kind === 'compressed') this.#compressionCount += 1;
    return withWarnings(outcome, request.messages, this.#troubles.take());
  }

  pruneOnly(messages: Messages): CompressOutcome {
    const remarks: Remark[] = [];
    for (const part of this.#inOrder().filter(({ engine }) => engine.pruneOnly !== undefined)) {
      const answer = askToPrune(part.engine, messages);
      this.#receipts.note(part, answer);
      if (answer.kind === 'compressed') {
        this.#receipts.expect([part]);
        return withWarnings(answer, messages, this.#troubles.take());
      }
      remarks.push({ name: part.name, answer });
      if (answer.kind === 'unchanged') break;
      this.#troubles.skipped(part.name, answer);
    }
    return settleUnchanged(remarks, this.#troubles.take());
  }

  selectContext(request: SelectRequest): Messages | undefined {
    for (const part of this.#inOrder().filter(({ engine }) => engine.selectContext !== undefined)) {
      const selection = askToSelect(part, request, this.#troubles);
      if (selection.kind !== 'failed') return selection.kind === 'selected' ? selection.messages : undefined;
    }
    return undefined;
  }

  hasContentToCompress(messages: Messages): boolean {
    return anyHasContent(this.#inOrder(), messages, this.#troubles);
  }

  onCommit(receipt: CommitReceipt): Promise<void> {
    return tellAll(this.#receipts.take(this.#inOrder()), 'onCommit', (engine) => engine.onCommit?.(receipt));
  }

  status(): EngineStatus {
    const parts = [this.#first, this.#second].map((part) => statusOfPart(part, this.#troubles));
    return {
      thresholdTokens: this.#troubles.quietly(() => findTrigger((promptTokens) => this.shouldCompress(promptTokens))),
      compressionCount: this.#compressionCount,
      ...mergeBlocks(parts),
      counters: {
        ...mergeCounters(parts),
        takeovers: this.#takeoverCount,
        failuresInARow: this.#circuit.failureCount,
        isFirstLeftAlone: this.#isFirstOut() ? 1 : 0,
        troubles: this.#troubles.count,
      },
    };
  }

  async #compress(request: CompressRequest): Promise<CompressOutcome> {
    if (request.force !== true && this.#isFirstOut())
      return this.#takeOver(request, { warnings: [this.#describePause()] });
    const { name } = this.#first;
    const answer = await this.#ask(this.#first, request);
    if (
      answer.kind === 'compressed' ||
      (answer.kind === 'unchanged' && !this.#failureReasons.includes(answer.reason))
    ) {
      this.#succeeded();
      return answer;
    }
    this.#failed(answer);
    const pause = this.#isFirstOut() ? [this.#describePause()] : [];
    return this.#takeOver(request, { warnings: pause, remark: { name, answer } });
  }

  async #takeOver(
    request: CompressRequest,
    { warnings, remark }: { readonly warnings: readonly string[]; readonly remark?: Remark },
  ): Promise<CompressOutcome> {
    const { name } = this.#second;
    const answer = await this.#ask(this.#second, request);
    this.#takeoverCount += 1;
    this.#troubles.tell('second-asked', { part: name, kind: answer.kind });
    const remarks = remark === undefined ? [] : [remark];
    if (answer.kind !== 'compressed') return settleUnchanged([...remarks, { name, answer }], warnings);
    const failures = failuresOf(remarks, this.#failureReasons);
    const all = [...warningsOf(remarks), ...failures, ...warnings, `${name} took over.`];
    return withWarnings(answer, request.messages, all);
  }

  async #ask(part: NamedEngine, request: CompressRequest): Promise<PartAnswer> {
    const answer = await askPart(part.engine, request, this.#options.timeoutMs);
    this.#receipts.note(part, answer);
    if (answer.kind === 'compressed') this.#receipts.expect([part]);
    if (answer.kind === 'failed') this.#troubles.skipped(part.name, answer);
    return answer;
  }

  #succeeded(): void {
    if (this.#circuit.retryAtMs !== undefined) {
      this.#troubles.remember(`${this.#first.name} works again.`);
      this.#troubles.tell('first-works-again', { part: this.#first.name });
    }
    this.#circuit = CLOSED;
  }

  #failed(answer: PartAnswer): void {
    // It works, there is just nothing for it to win: no reason to leave it alone.
    if (answer.kind === 'unchanged' && answer.reason === 'ineffective') return;
    const { maxFailureCount = DEFAULT_MAX_FAILURE_COUNT, pauseMs = DEFAULT_PAUSE_MS } = this.#options;
    this.#circuit = afterFailure(this.#circuit, { maxFailureCount, pauseMs }, this.#now());
    const { failureCount, retryAtMs } = this.#circuit;
    if (retryAtMs !== undefined)
      this.#troubles.tell('first-left-alone', { part: this.#first.name, failureCount, retryAtMs });
  }

  get #failureReasons(): readonly UnchangedReason[] {
    return this.#options.failureReasons ?? DEFAULT_FAILURE_REASONS;
  }

  #isFirstOut(): boolean {
    return isOpen(this.#circuit, this.#now());
  }

  #inOrder(): readonly NamedEngine[] {
    return this.#isFirstOut() ? [this.#second, this.#first] : [this.#first, this.#second];
  }

  #describePause(): string {
    const { failureCount, retryAtMs = 0 } = this.#circuit;
    const seconds = Math.ceil((retryAtMs - this.#now()) / 1_000);
    return `${this.#first.name} failed ${failureCount} times in a row, and is left alone for ${seconds} s; a forced compaction tries it at once.`;
  }

  #now(): number {
    return (this.#options.clock ?? SYSTEM_CLOCK).now();
  }
}
