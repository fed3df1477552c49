import type { CompletedTurn, ContextHostError, Message, TokenUsage } from '@hermes-context/contract';
import { contentText } from '@hermes-context/messages';
import type { CompactionReport } from '../compaction-report.ts';
import type { TurnEvent, TurnResult } from '../host-types.ts';

/** What happened in one turn so far. */
export class TurnLog {
  readonly onEvent: (event: TurnEvent) => void;
  readonly added: Message[] = [];
  readonly compactions: CompactionReport[] = [];
  /** Rewrites without a summary, which no turn may be refused a compaction for. */
  readonly prunes: CompactionReport[] = [];
  requests = 0;
  lastUsage: TokenUsage | undefined;
  #promptTokens = 0;
  #completionTokens = 0;

  constructor(onEvent: (event: TurnEvent) => void) {
    this.onEvent = onEvent;
  }

  /** Compactions that this turn has started. */
  get attempts(): number {
    return this.compactions.length;
  }

  takeMessages(messages: readonly Message[]): void {
    for (const message of messages) {
      this.added.push(message);
      this.onEvent({ type: 'message', message });
    }
  }

  takeUsage(usage: TokenUsage): void {
    this.lastUsage = usage;
    this.#promptTokens += usage.promptTokens;
    this.#completionTokens += usage.completionTokens;
    this.onEvent({ type: 'usage', usage });
  }

  /** The turn as an engine is told of it. */
  completed(): CompletedTurn {
    return { added: this.added, ...(this.lastUsage === undefined ? {} : { usage: this.lastUsage }) };
  }

  end(kind: TurnResult['kind'], sessionId: string, error?: ContextHostError): TurnResult {
    const last = this.added.findLast((message) => message.role === 'assistant');
    return {
      kind,
      sessionId,
      text: last === undefined ? '' : contentText(last.content),
      added: this.added,
      usage: { requests: this.requests, promptTokens: this.#promptTokens, completionTokens: this.#completionTokens },
      compactions: this.compactions,
      prunes: this.prunes,
      ...(error === undefined ? {} : { error }),
    };
  }
}
