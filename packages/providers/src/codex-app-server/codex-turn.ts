import { readText } from '../chat/read-field.ts';
import type { CodexEvent, CompactionOrigin } from './codex-event.ts';
import type {
  CodexItem,
  CodexThreadUsage,
  CodexTokens,
  CodexTurnError,
  CodexTurnNotification,
} from './codex-protocol.ts';
import { isEstimate, tokensBetween, totalBefore } from './codex-tokens.ts';
import { CompactionTally } from './compaction-tally.ts';

/** What a turn is told of while it runs. */
export type CodexTurnEvent =
  /** A piece of a message of the model. */
  | { readonly kind: 'text'; readonly itemId: string; readonly text: string }
  | { readonly kind: 'reasoning'; readonly text: string }
  | { readonly kind: 'item-started'; readonly item: CodexItem }
  | { readonly kind: 'item-completed'; readonly item: CodexItem }
  /** The server asks the model again, after a failure. */
  | { readonly kind: 'retrying'; readonly error: CodexTurnError };

/** What came of a turn. */
export interface CodexTurnRecord {
  readonly turnId: string;
  /** The last message of the model, as far as it came; empty where there was none. */
  readonly text: string;
  /** Completed items, in order. */
  readonly items: readonly CodexItem[];
  /** What its requests used, those of compactions in it included. Absent where the server reported none. */
  readonly usage?: CodexTokens;
  /** Compactions that completed in it. */
  readonly compactionCount: number;
}

/** How a turn ended. */
export type CodexTurnOutcome =
  | ({ readonly kind: 'completed' } & CodexTurnRecord)
  | ({ readonly kind: 'interrupted' } & CodexTurnRecord)
  | ({ readonly kind: 'failed'; readonly error: CodexTurnError } & CodexTurnRecord);

/** What a turn needs of its thread. None of these may throw. */
export interface TurnSurroundings {
  readonly threadId: string;
  /** Who started it: for `manual`, its compaction was asked for. */
  readonly origin: CompactionOrigin;
  /** Total of the thread before the turn; absent where it is not known. */
  readonly totalBefore?: CodexTokens;
  readonly onTurnEvent?: (event: CodexTurnEvent) => void;
  readonly tell: (event: CodexEvent) => void;
}

/** A turn while it runs: what has come of it so far. */
export class CodexTurn {
  readonly turnId: string;
  readonly #in: TurnSurroundings;
  readonly #tally = new CompactionTally();
  readonly #items: CodexItem[] = [];
  #textItemId: string | undefined;
  #textPieces: string[] = [];
  #totalBefore: CodexTokens | undefined;
  #total: CodexTokens | undefined;
  #isCompacting = false;
  #tokensAfter: number | undefined;
  #error: CodexTurnError | undefined;

  constructor(turnId: string, surroundings: TurnSurroundings) {
    this.turnId = turnId;
    this.#in = surroundings;
    this.#totalBefore = surroundings.totalBefore;
  }

  /** What the server's estimate of the context was after the last compaction, in tokens. */
  get tokensAfter(): number | undefined {
    return this.#tokensAfter;
  }

  /** Take a notification. Its outcome, where it is the last. */
  take(said: CodexTurnNotification): CodexTurnOutcome | undefined {
    switch (said.kind) {
      case 'turn-started':
        return undefined;
      case 'turn-completed':
        return this.#end(said.status, said.error);
      case 'text':
        this.#addText(said.itemId, said.text);
        this.#tell({ kind: 'text', itemId: said.itemId, text: said.text });
        return undefined;
      case 'item-started':
        if (said.item.type === COMPACTION) this.#startCompaction();
        this.#tell({ kind: 'item-started', item: said.item });
        return undefined;
      case 'item-completed':
        this.#addItem(said.item);
        this.#tell({ kind: 'item-completed', item: said.item });
        return undefined;
      case 'thread-compacted':
        this.#completeCompaction(this.#tally.addNotification());
        return undefined;
      case 'reasoning':
        this.#tell({ kind: 'reasoning', text: said.text });
        return undefined;
      case 'usage':
        this.#addUsage(said.usage);
        return undefined;
      case 'error':
        if (said.willRetry) this.#tell({ kind: 'retrying', error: said.error });
        else this.#error = said.error;
        return undefined;
    }
  }

  /** The server is gone: a compaction that ran is lost. */
  lose(): void {
    if (this.#isCompacting) this.#failCompaction('lost');
  }

  #tell(event: CodexTurnEvent): void {
    this.#in.onTurnEvent?.(event);
  }

  #addText(itemId: string, text: string): void {
    if (itemId !== this.#textItemId) this.#textPieces = [];
    this.#textItemId = itemId;
    this.#textPieces.push(text);
  }

  #addItem(item: CodexItem): void {
    this.#items.push(item);
    if (item.type === COMPACTION) this.#completeCompaction(this.#tally.addItem(item.id));
    const text = item.type === 'agentMessage' ? readText(item.fields, 'text') : undefined;
    if (text === undefined) return;
    this.#textItemId = item.id;
    this.#textPieces = [text];
  }

  #addUsage(usage: CodexThreadUsage): void {
    const { threadId, tell } = this.#in;
    this.#totalBefore ??= totalBefore(usage);
    this.#total = usage.total;
    const estimated = isEstimate(usage);
    if (estimated) this.#tokensAfter = usage.last.totalTokens;
    tell({
      kind: 'usage',
      threadId,
      turnId: this.turnId,
      contextTokens: usage.last.totalTokens,
      isEstimate: estimated,
      ...(usage.modelContextWindow === undefined ? {} : { windowTokens: usage.modelContextWindow }),
      total: usage.total,
    });
  }

  #startCompaction(): void {
    this.#isCompacting = true;
    this.#tokensAfter = undefined;
    this.#in.tell({ kind: 'compaction-started', ...this.#compaction });
  }

  #completeCompaction(isNew: boolean): void {
    this.#isCompacting = false;
    const tokens = this.#tokensAfter === undefined ? {} : { tokensAfter: this.#tokensAfter };
    if (isNew) this.#in.tell({ kind: 'compacted', ...this.#compaction, ...tokens });
  }

  #failCompaction(failure: 'failed' | 'interrupted' | 'lost'): void {
    this.#isCompacting = false;
    const error = failure === 'failed' ? this.#error : undefined;
    this.#in.tell({ kind: 'compaction-failed', ...this.#compaction, failure, ...error });
  }

  get #compaction() {
    const { threadId, origin } = this.#in;
    return { origin, threadId, turnId: this.turnId } as const;
  }

  #end(status: CodexTurnOutcome['kind'], error: CodexTurnError | undefined): CodexTurnOutcome {
    this.#error = error ?? this.#error;
    if (this.#isCompacting) this.#failCompaction(status === 'interrupted' ? 'interrupted' : 'failed');
    const record = this.#record();
    return status === 'failed'
      ? { kind: status, error: this.#error ?? NO_REASON, ...record }
      : { kind: status, ...record };
  }

  #record(): CodexTurnRecord {
    const usage =
      this.#totalBefore === undefined || this.#total === undefined
        ? {}
        : { usage: tokensBetween(this.#totalBefore, this.#total) };
    return {
      turnId: this.turnId,
      text: this.#textPieces.join(''),
      items: this.#items,
      ...usage,
      compactionCount: this.#tally.count,
    };
  }
}

/** Type of the item that stands for a compaction. */
const COMPACTION = 'contextCompaction';

const NO_REASON: CodexTurnError = { message: 'The server gives no reason.' };
