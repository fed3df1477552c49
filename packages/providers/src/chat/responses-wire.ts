import { TranscriptShapeError } from '../transcript-shape-error.ts';
import { isWireObject, type WireObject } from '../wire-value.ts';
import type { ChatDelta } from './chat-model.ts';
import type { ChatWire, GrowingAnswer } from './exchange.ts';
import { finishResponse } from './finish-response.ts';
import type { FinishedAnswer } from './finished-answer.ts';
import { loadClient } from './open-chat.ts';
import { openResponses } from './open-responses.ts';
import type { ServerEvent } from './post-watched.ts';
import { readCount, readField, readList, readText } from './read-field.ts';
import { withSeparateTexts } from './responses-content.ts';
import { type ResponsesError, readResponsesError } from './responses-refusal.ts';
import { unusable } from './unusable.ts';

/** What a request to OpenAI Responses has beside its body. */
export interface ResponsesCall {
  /** Told of an error as the server said it, unless a piece of an answer was handed out before. */
  readonly onError: (error: ResponsesError) => void;
}

/** OpenAI Responses, for one request. */
export function createResponsesWire({ onError }: ResponsesCall): ChatWire {
  return {
    load: async () => {
      const client = await loadClient();
      return async (ask, watch) => {
        const opened = await openResponses(ask, client, watch);
        if (opened.kind === 'error') onError(readResponsesError(opened.error));
        return opened;
      };
    },
    newAnswer: (onDelta) => new GrowingResponse({ onDelta, onError }),
  };
}

class GrowingResponse implements GrowingAnswer {
  readonly #onDelta: (delta: ChatDelta) => void;
  readonly #onError: ResponsesCall['onError'];
  /** By their place in the output: a stream may complete them in another order. */
  readonly #items = new Map<number, WireObject>();
  #response: unknown;
  #hasBegun = false;
  #isAtEnd = false;
  #hasTold = false;
  #hasHandedOut = false;
  #error: unknown;

  constructor({ onDelta, onError }: ResponsesCall & { readonly onDelta: (delta: ChatDelta) => void }) {
    this.#onDelta = onDelta;
    this.#onError = onError;
  }

  watch(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
    return body;
  }

  addEvent({ event, data }: ServerEvent): void {
    switch (readText(data, 'type') ?? event) {
      case 'response.created':
      case 'response.in_progress':
        this.#hasBegun = true;
        return;
      case 'response.output_text.delta':
      case 'response.refusal.delta':
        this.#tell('text', readText(data, 'delta'));
        return;
      case 'response.reasoning_summary_text.delta':
      case 'response.reasoning_text.delta':
        this.#tell('reasoning', readText(data, 'delta'));
        return;
      case 'response.output_item.done':
        this.#addItem(readCount(data, 'output_index') ?? this.#items.size, readField(data, 'item'));
        return;
      case 'response.completed':
      case 'response.incomplete':
        this.#end(readField(data, 'response'));
        return;
      case 'response.failed':
        this.#fail(readField(readField(data, 'response'), 'error') ?? data);
        return;
      case 'error':
        this.#fail(readField(data, 'error') ?? data);
        return;
      default:
        return; // parts of items, and what a later version adds
    }
  }

  addWhole(body: unknown): void {
    const error = readField(body, 'error');
    if (error !== undefined && error !== null) this.#fail(error);
    if (!Array.isArray(readField(body, 'output'))) return;
    this.#end(body);
  }

  get isAtEnd(): boolean {
    return this.#isAtEnd;
  }

  get hasStopped(): boolean {
    return this.#isAtEnd;
  }

  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  get error(): unknown {
    return this.#error;
  }

  finish(): FinishedAnswer {
    const items = this.#inOrder();
    try {
      return withSeparateTexts(finishResponse({ items, response: this.#response }), items);
    } catch (cause) {
      if (cause instanceof TranscriptShapeError) return unusable('sent an item that is none');
      throw cause;
    }
  }

  #addItem(index: number, item: unknown): void {
    this.#hasBegun = true;
    if (isWireObject(item)) this.#items.set(index, item);
  }

  /** Some servers send the items at the end alone, or the text without its pieces. */
  #end(response: unknown): void {
    this.#hasBegun = true;
    this.#isAtEnd = true;
    this.#response = response;
    const output = this.#items.size > 0 ? [] : readList(response, 'output');
    for (const [index, item] of output.entries()) this.#addItem(index, item);
    if (!this.#hasTold) for (const item of this.#inOrder()) this.#tell('text', textOf(item));
  }

  #inOrder(): readonly WireObject[] {
    return [...this.#items].toSorted(([one], [other]) => one - other).map(([, item]) => item);
  }

  #tell(kind: ChatDelta['kind'], text: string | undefined): void {
    if (text === undefined || text === '') return;
    this.#onDelta({ kind, text });
    if (kind === 'text') this.#hasTold = true;
    this.#hasHandedOut = true;
  }

  #fail(error: unknown): void {
    if (this.#error !== undefined) return;
    this.#error = error;
    if (!this.#hasHandedOut) this.#onError({ status: undefined, said: error });
  }
}

function textOf(item: WireObject): string {
  if (item['type'] !== 'message') return '';
  return readList(item, 'content')
    .map((part) => readText(part, 'text') ?? readText(part, 'refusal') ?? '')
    .join('');
}
