import { isEmptyCompaction } from '../anthropic/compaction-block.ts';
import { isWireBlock } from '../wire-value.ts';
import { BlockAssembler } from './assemble-blocks.ts';
import type { ChatDelta } from './chat-model.ts';
import type { ChatWire, GrowingAnswer } from './exchange.ts';
import { finishMessage } from './finish-message.ts';
import type { FinishedAnswer } from './finished-answer.ts';
import { loadMessagesClient, openMessages } from './open-messages.ts';
import type { ErrorResponse, ServerEvent } from './post-watched.ts';
import { readCount, readField, readList, readText } from './read-field.ts';
import { MessageUsage } from './read-message-usage.ts';

/** What a request to the Messages API has beside its body. */
export interface MessagesCall {
  /** Go into the header `anthropic-beta`. */
  readonly betas: readonly string[];
  /** Told of an error response as it came. */
  readonly onError: (error: ErrorResponse) => void;
}

/** Anthropic's Messages API, for one request. */
export function createMessagesWire({ betas, onError }: MessagesCall): ChatWire {
  return {
    load: async () => {
      const client = await loadMessagesClient();
      return async (ask, watch) => {
        const opened = await openMessages({ ...ask, betas }, client, watch);
        if (opened.kind === 'error') onError(opened.error);
        return opened;
      };
    },
    newAnswer: (onDelta) => new GrowingMessage(onDelta),
  };
}

class GrowingMessage implements GrowingAnswer {
  readonly #onDelta: (delta: ChatDelta) => void;
  readonly #blocks = new BlockAssembler();
  readonly #usage = new MessageUsage();
  #stopReason: string | undefined;
  #hasBegun = false;
  #isAtEnd = false;
  #error: unknown;

  constructor(onDelta: (delta: ChatDelta) => void) {
    this.#onDelta = onDelta;
  }

  watch(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
    return body;
  }

  addEvent({ event, data }: ServerEvent): void {
    switch (readText(data, 'type') ?? event) {
      case 'message_start':
        this.#begin(readField(data, 'message'));
        return;
      case 'content_block_start':
        this.#openBlock(data);
        return;
      case 'content_block_delta':
        this.#grow(readCount(data, 'index') ?? 0, readField(data, 'delta'));
        return;
      case 'message_delta':
        this.#usage.add(readField(data, 'usage'));
        this.#stopReason = readText(readField(data, 'delta'), 'stop_reason') ?? this.#stopReason;
        return;
      case 'message_stop':
        this.#isAtEnd = true;
        return;
      case 'error':
        this.#error ??= readField(data, 'error') ?? data;
        return;
      default:
        return; // pings, the ends of blocks, and what a later version adds
    }
  }

  addWhole(body: unknown): void {
    if (readText(body, 'type') === 'error') this.#error = readField(body, 'error');
    if (!Array.isArray(readField(body, 'content'))) return;
    this.#begin(body);
    for (const [index, block] of readList(body, 'content').entries()) {
      this.#openBlock({ index, content_block: block });
    }
  }

  get isAtEnd(): boolean {
    return this.#isAtEnd;
  }

  get hasStopped(): boolean {
    return this.#stopReason !== undefined;
  }

  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  get error(): unknown {
    return this.#error;
  }

  finish(): FinishedAnswer {
    return finishMessage({
      blocks: this.#blocks.finish().filter(({ block }) => !isEmptyCompaction(block)),
      stopReason: this.#stopReason,
      usage: this.#usage.usage,
    });
  }

  #begin(message: unknown): void {
    this.#hasBegun = true;
    this.#usage.add(readField(message, 'usage'));
    this.#stopReason = readText(message, 'stop_reason');
  }

  #openBlock(data: unknown): void {
    const block = readField(data, 'content_block');
    if (!isWireBlock(block)) return;
    this.#blocks.open(readCount(data, 'index') ?? 0, block);
    this.#tell(readText(block, 'text') ?? '', readText(block, 'thinking') ?? '');
  }

  #grow(index: number, delta: unknown): void {
    this.#blocks.add(index, delta);
    this.#tell(readText(delta, 'text') ?? '', readText(delta, 'thinking') ?? '');
  }

  #tell(text: string, thinking: string): void {
    if (thinking !== '') this.#onDelta({ kind: 'reasoning', text: thinking });
    if (text !== '') this.#onDelta({ kind: 'text', text });
  }
}
