import { AnswerAssembler } from './assemble-answer.ts';
import type { ChatDelta } from './chat-model.ts';
import { DoneSpotter } from './done-spotter.ts';
import type { ChatWire, GrowingAnswer } from './exchange.ts';
import { finishAnswer } from './finish-answer.ts';
import type { FinishedAnswer } from './finished-answer.ts';
import { loadClient, openChat } from './open-chat.ts';
import type { ServerEvent } from './post-watched.ts';
import { readField } from './read-field.ts';

/** The OpenAI chat protocol. */
export const openAiChatWire: ChatWire = {
  load: async () => {
    const client = await loadClient();
    return (ask, watch) => openChat(ask, client, watch);
  },
  newAnswer: (onDelta) => new GrowingCompletion(onDelta),
};

class GrowingCompletion implements GrowingAnswer {
  readonly #assembler: AnswerAssembler;
  readonly #done = new DoneSpotter();

  constructor(onDelta: (delta: ChatDelta) => void) {
    this.#assembler = new AnswerAssembler(onDelta);
  }

  watch(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
    return this.#done.watch(body);
  }

  addEvent({ event, data }: ServerEvent): void {
    if (event === 'error') this.#assembler.addError(readField(data, 'error') ?? data);
    else this.#assembler.add(data);
  }

  addWhole(body: unknown): void {
    this.#assembler.add(body);
  }

  get isAtEnd(): boolean {
    return this.#done.hasSeen;
  }

  get hasStopped(): boolean {
    return this.#assembler.answer.finishReason !== undefined;
  }

  get hasBegun(): boolean {
    return this.#assembler.answer.isCompletion;
  }

  get error(): unknown {
    return this.#assembler.answer.error;
  }

  finish(): FinishedAnswer {
    return finishAnswer(this.#assembler.answer);
  }
}
