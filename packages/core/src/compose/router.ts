import type {
  CommitReceipt,
  CompressOutcome,
  CompressRequest,
  EngineStatus,
  Messages,
  ModelInfo,
  SelectRequest,
  TokenUsage,
} from '@hermes-context/contract';
import { estimateMessagesTokens } from '@hermes-context/messages';
import { describeCause } from '../describe-cause.ts';
import { anyHasContent, asksAt } from './ask-about.ts';
import { askPart, askToPrune, type PartAnswer } from './ask-part.ts';
import type { CompositionCore } from './assemble-engine.ts';
import { findTrigger, mergeBlocks, mergeCounters, statusOfPart } from './merge-status.ts';
import type { NamedEngine } from './named-engine.ts';
import { Receipts } from './receipts.ts';
import type { RouteChoice } from './route-choice.ts';
import type { RouteFacts, RouteOptions } from './route-facts.ts';
import { askToSelect } from './select-context.ts';
import { settleUnchanged } from './settle-unchanged.ts';
import { tellAll } from './tell-parts.ts';
import type { Troubles } from './troubles.ts';
import { withWarnings } from './with-warnings.ts';

/** Of choices that led nowhere, so many are told apart; the text of a failure may differ each time. */
const MAX_STRAY_CHOICES = 20;

/** Hands each question to the engine that is chosen for it. */
export class Router implements CompositionCore {
  readonly isOpenEnded: boolean;
  readonly #choice: RouteChoice;
  readonly #options: RouteOptions;
  readonly #troubles: Troubles;
  readonly #receipts = new Receipts();
  /** Engines that hear what the host tells; one that is made late must be told first. */
  readonly #informed: Set<NamedEngine>;
  /** Choices that led nowhere, each once. */
  readonly #strayChoices = new Set<string>();
  #model: ModelInfo | undefined;
  #usage: TokenUsage | undefined;
  #compressionCount = 0;

  constructor(choice: RouteChoice, options: RouteOptions & { readonly troubles: Troubles }) {
    this.isOpenEnded = choice.isOpenEnded;
    this.#choice = choice;
    this.#options = options;
    this.#troubles = options.troubles;
    this.#informed = new Set(choice.parts);
  }

  /** Remember it, for the facts and for engines that are made later. */
  noteModel(model: ModelInfo): void {
    this.#model = model;
  }

  /** Remember it for engines that are made later. */
  noteUsage(usage: TokenUsage): void {
    this.#usage = usage;
  }

  shouldCompress(promptTokens: number): boolean {
    const part = this.#choose({ promptTokens });
    return part !== undefined && asksAt(part, promptTokens, this.#troubles);
  }

  async compress(request: CompressRequest): Promise<CompressOutcome> {
    request.signal.throwIfAborted();
    const { messages, promptTokens } = request;
    const part = this.#choose({
      messageCount: messages.length,
      ...(promptTokens === undefined ? {} : { promptTokens }),
    });
    if (part === undefined) return this.#nobody();
    const size = promptTokens ?? estimateMessagesTokens(messages) + (request.overheadTokens ?? 0);
    if (request.force !== true && !asksAt(part, size, this.#troubles)) return notDue(part, this.#troubles.take());
    const answer = await askPart(part.engine, request, this.#options.timeoutMs);
    return this.#finish(messages, { part, answer });
  }

  pruneOnly(messages: Messages): CompressOutcome {
    const part = this.#choose({ messageCount: messages.length });
    if (part === undefined) return this.#nobody();
    return this.#finish(messages, { part, answer: askToPrune(part.engine, messages) });
  }

  selectContext(request: SelectRequest): Messages | undefined {
    const { messages, promptTokens } = request;
    const part = this.#choose({ messageCount: messages.length, promptTokens });
    if (part === undefined) return undefined;
    const selection = askToSelect(part, request, this.#troubles);
    return selection.kind === 'selected' ? selection.messages : undefined;
  }

  hasContentToCompress(messages: Messages): boolean {
    const part = this.#choose({ messageCount: messages.length });
    return part !== undefined && anyHasContent([part], messages, this.#troubles);
  }

  onCommit(receipt: CommitReceipt): Promise<void> {
    return tellAll(this.#receipts.take(this.#choice.parts), 'onCommit', (engine) => engine.onCommit?.(receipt));
  }

  status(): EngineStatus {
    const trigger = this.#troubles.quietly(() => findTrigger((promptTokens) => this.shouldCompress(promptTokens)));
    const parts = this.#choice.parts.map((part) => statusOfPart(part, this.#troubles));
    const atTrigger = this.#choose({ promptTokens: trigger })?.name;
    return {
      thresholdTokens: trigger,
      compressionCount: this.#compressionCount,
      ...mergeBlocks(parts.filter(({ name }) => name === atTrigger)),
      counters: {
        ...mergeCounters(parts),
        strayChoices: this.#strayChoices.size,
        troubles: this.#troubles.count,
      },
    };
  }

  #choose(known: Pick<RouteFacts, 'promptTokens' | 'messageCount'>): NamedEngine | undefined {
    const { sessionId, sessionKind } = this.#options;
    const model = this.#model ?? this.#options.model;
    const facts: RouteFacts = {
      ...known,
      ...(model === undefined ? {} : { model }),
      ...(sessionId === undefined ? {} : { sessionId }),
      ...(sessionKind === undefined ? {} : { sessionKind }),
    };
    let part: NamedEngine | undefined;
    try {
      part = this.#choice.choose(facts);
    } catch (cause) {
      part = this.#choice.fallback;
      this.#noteStray(cause, part);
    }
    if (part !== undefined) this.#inform(part);
    return part;
  }

  #noteStray(cause: unknown, part: NamedEngine | undefined): void {
    const problem = describeCause(cause);
    this.#troubles.remember(`The choice of an engine led nowhere, ${part?.name ?? 'none'} was used: ${problem}`);
    if (this.#strayChoices.has(problem) || this.#strayChoices.size >= MAX_STRAY_CHOICES) return;
    this.#strayChoices.add(problem);
    this.#troubles.tell('choice-led-nowhere', { used: part?.name });
  }

  #inform(part: NamedEngine): void {
    if (this.#informed.has(part)) return;
    this.#informed.add(part);
    const { name, engine } = part;
    const [model, usage] = [this.#model, this.#usage];
    if (model !== undefined) {
      this.#troubles.guard(name, { member: 'updateModel', call: () => engine.updateModel?.(model) });
    }
    if (usage !== undefined) {
      this.#troubles.guard(name, { member: 'updateFromResponse', call: () => engine.updateFromResponse(usage) });
    }
  }

  #finish(
    messages: Messages,
    { part, answer }: { readonly part: NamedEngine; readonly answer: PartAnswer },
  ): CompressOutcome {
    this.#receipts.note(part, answer);
    if (answer.kind === 'failed') {
      this.#troubles.skipped(part.name, answer);
      return settleUnchanged([{ name: part.name, answer }], this.#troubles.take());
    }
    if (answer.kind === 'compressed') {
      this.#compressionCount += 1;
      this.#receipts.expect([part]);
    }
    return withWarnings(answer, messages, this.#troubles.take());
  }

  #nobody(): CompressOutcome {
    const detail = 'No engine was chosen, and there is no default.';
    return { kind: 'unchanged', reason: 'engine-failed', detail, warnings: this.#troubles.take() };
  }
}

/** Only the threshold of the engine that was chosen counts. */
function notDue({ name }: NamedEngine, warnings: readonly string[]): CompressOutcome {
  const detail = `${name} was chosen, and sees no need to compress at this size.`;
  return { kind: 'unchanged', reason: 'below-threshold', detail, ...(warnings.length === 0 ? {} : { warnings }) };
}
