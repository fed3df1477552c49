import type {
  CommitReceipt,
  CompressOutcome,
  CompressRequest,
  ContextEngine,
  EngineStatus,
  Messages,
  SelectRequest,
} from '@hermes-context/contract';
import { anyHasContent, asksAt } from './ask-about.ts';
import { askPart, askToPrune, type PartAnswer } from './ask-part.ts';
import { assembleEngine, type CompositionCore } from './assemble-engine.ts';
import { CompositionError } from './composition-error.ts';
import type { CompositionServices } from './composition-services.ts';
import { findTrigger, mergeBlocks, mergeCounters, statusOfPart } from './merge-status.ts';
import { type ComposedEngine, type NamedEngine, PartNames } from './named-engine.ts';
import { Receipts } from './receipts.ts';
import { selectThrough } from './select-context.ts';
import { StageRun } from './stage-run.ts';
import { tellAll } from './tell-parts.ts';
import { withTimeLimit } from './time-limits.ts';
import { Troubles } from './troubles.ts';

/**
 * How often the stages take their turns in one compaction while the list is still due. Stages that make room for
 * each other can go on for some rounds, each with a shorter list than the last.
 */
const MAX_ROUNDS = 8;

/** What makes a pipeline. */
export interface PipelineOptions extends CompositionServices {
  /** In the order in which they see the conversation; at least one. */
  readonly stages: readonly ComposedEngine[];
  /**
   * How long each stage may take, in milliseconds. Default 300,000, so that a slow local model has time for a summary;
   * for a composition as long as its parts may take one after the other.
   */
  readonly timeoutMs?: number;
  /** What the user should be told with every outcome, such as a stage that had to be left out. */
  readonly notices?: readonly string[];
}

/**
 * One engine out of several: each stage sees what the stages before it left, and only where it is still due (all
 * of them where the user forced it). Between two stages the list is checked; a stage that breaks a promise,
 * throws or hangs is skipped with a warning, and the next one gets the last good list.
 *
 * @throws CompositionError when there is no stage, one is no engine, or one engine stands there twice.
 */
export function pipeline(...stages: readonly ComposedEngine[]): ContextEngine {
  return pipelineOf({ stages });
}

/** {@link pipeline}, with a log, events and limits. */
export function pipelineOf(options: PipelineOptions): ContextEngine {
  const names = new PartNames('pipeline');
  const stages = options.stages.map((stage, index) => names.add(stage, `stage ${index + 1}`));
  if (stages.length === 0) {
    throw new CompositionError({
      what: 'pipeline was given no engine.',
      why: 'Nothing would ever be compressed.',
      fix: 'Give it one engine or more.',
    });
  }
  const troubles = new Troubles('pipeline', options);
  const engine = assembleEngine(stages, new Pipeline(stages, { ...options, troubles }), troubles);
  return withTimeLimit(
    engine,
    stages.map((stage) => stage.engine),
    options.timeoutMs,
  );
}

class Pipeline implements CompositionCore {
  readonly #stages: readonly NamedEngine[];
  readonly #options: PipelineOptions;
  readonly #troubles: Troubles;
  readonly #receipts = new Receipts();
  #compressionCount = 0;

  constructor(stages: readonly NamedEngine[], options: PipelineOptions & { readonly troubles: Troubles }) {
    this.#stages = stages;
    this.#options = options;
    this.#troubles = options.troubles;
  }

  shouldCompress(promptTokens: number): boolean {
    return this.#stages.some((stage) => asksAt(stage, promptTokens, this.#troubles));
  }

  async compress(request: CompressRequest): Promise<CompressOutcome> {
    request.signal.throwIfAborted();
    const run = new StageRun(request);
    const stuck = new Set<NamedEngine>();
    for (const [turn, stage] of this.#turns(request).entries()) {
      if (run.quietCount >= this.#stages.length) break;
      const isFirst = turn < this.#stages.length;
      if (stuck.has(stage) || !this.#wants(stage, { run, isFirst, isForced: request.force === true })) {
        run.skip();
        continue;
      }
      const answer = await askPart(stage.engine, { ...request, ...run.next() }, this.#options.timeoutMs);
      // What threw or hung would do it again, and cost the same time again.
      if (answer.kind === 'failed' && answer.how !== 'broke-promise') stuck.add(stage);
      this.#take(run, { stage, answer });
    }
    return this.#finish(run);
  }

  pruneOnly(messages: Messages): CompressOutcome {
    const run = new StageRun({ messages });
    for (const stage of this.#stages) this.#take(run, { stage, answer: askToPrune(stage.engine, run.messages) });
    return this.#finish(run);
  }

  selectContext(request: SelectRequest): Messages | undefined {
    return selectThrough(this.#stages, request, this.#troubles);
  }

  hasContentToCompress(messages: Messages): boolean {
    return anyHasContent(this.#stages, messages, this.#troubles);
  }

  onCommit(receipt: CommitReceipt): Promise<void> {
    return tellAll(this.#receipts.take(this.#stages), 'onCommit', (engine) => engine.onCommit?.(receipt));
  }

  status(): EngineStatus {
    const parts = this.#stages.map((stage) => statusOfPart(stage, this.#troubles));
    return {
      thresholdTokens: this.#troubles.quietly(() => findTrigger((promptTokens) => this.shouldCompress(promptTokens))),
      compressionCount: this.#compressionCount,
      ...mergeBlocks(parts),
      counters: { ...mergeCounters(parts), troubles: this.#troubles.count },
    };
  }

  /** Once over where the user forced it; else over again, as long as a stage is due and something changes. */
  #turns({ force }: CompressRequest): readonly NamedEngine[] {
    return Array.from({ length: force === true ? 1 : MAX_ROUNDS }, () => this.#stages).flat();
  }

  #wants(
    stage: NamedEngine,
    { run, isFirst, isForced }: { readonly run: StageRun; readonly isFirst: boolean; readonly isForced: boolean },
  ): boolean {
    if (!isForced && !asksAt(stage, run.promptTokens(), this.#troubles)) return false;
    // A stage may keep count of what it was asked in vain, and stop: it is asked again only for something.
    return isFirst || anyHasContent([stage], run.messages, this.#troubles);
  }

  #take(run: StageRun, { stage, answer }: { readonly stage: NamedEngine; readonly answer: PartAnswer }): void {
    if (answer.kind === 'failed') this.#troubles.skipped(stage.name, answer);
    this.#receipts.note(stage, answer);
    run.take(stage, answer);
  }

  #finish(run: StageRun): CompressOutcome {
    const outcome = run.outcome([...(this.#options.notices ?? []), ...this.#troubles.take()]);
    if (outcome.kind === 'compressed') {
      this.#compressionCount += 1;
      this.#receipts.expect(run.authors);
    }
    return outcome;
  }
}
