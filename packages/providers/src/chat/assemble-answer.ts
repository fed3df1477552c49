import type { TokenUsage, ToolCall } from '@hermes-context/contract';
import { CallAssembler } from './assemble-calls.ts';
import type { ChatDelta } from './chat-model.ts';
import { readField, readList, readText } from './read-field.ts';
import { readChunkUsage } from './read-usage.ts';

/** What a model said, put together from a stream or read from one body. */
export interface AssembledAnswer {
  /** Text and refusal, in the order they came. */
  readonly text: string;
  readonly hasRefusal: boolean;
  readonly reasoning: string;
  /** Those without a name included. */
  readonly calls: readonly ToolCall[];
  /** Why the model stopped, as the server spells it; `undefined` when it did not say. */
  readonly finishReason: string | undefined;
  readonly usage: TokenUsage | undefined;
  /** An error that came inside a successful response. */
  readonly error: unknown;
  /** Whether anything of a completion was there. */
  readonly isCompletion: boolean;
}

/** Collects an answer while it arrives, so that what came before a break is known too. */
export class AnswerAssembler {
  readonly #onDelta: (delta: ChatDelta) => void;
  readonly #texts: string[] = [];
  readonly #reasonings: string[] = [];
  readonly #calls = new CallAssembler();
  #hasRefusal = false;
  #finishReason: string | undefined;
  #usage: TokenUsage | undefined;
  #error: unknown;
  #isCompletion = false;

  /** @param onDelta - Told of each piece that is not empty. Together, the pieces are the text and the reasoning. */
  constructor(onDelta: (delta: ChatDelta) => void) {
    this.#onDelta = onDelta;
  }

  /** Take in a chunk of a stream, or the one body of a server that does not stream. */
  add(chunk: unknown): void {
    const choices = readList(chunk, 'choices');
    const choice = choices.find((each) => (readField(each, 'index') ?? 0) === 0); // one was asked for
    this.addError(readField(chunk, 'error') ?? readField(choice, 'error') ?? undefined);
    this.#usage = readChunkUsage(chunk, choice) ?? this.#usage; // servers that report often count upwards
    if (Array.isArray(readField(chunk, 'choices'))) this.#isCompletion = true;
    this.#addMessage(readField(choice, 'delta') ?? readField(choice, 'message'));
    this.#finishReason = readText(choice, 'finish_reason') ?? this.#finishReason;
  }

  /** Take in an event that is an error as a whole. */
  addError(error: unknown): void {
    this.#error ??= error;
  }

  get answer(): AssembledAnswer {
    return {
      text: this.#texts.join(''),
      hasRefusal: this.#hasRefusal,
      reasoning: this.#reasonings.join(''),
      calls: this.#calls.finish(),
      finishReason: this.#finishReason,
      usage: this.#usage,
      error: this.#error,
      isCompletion: this.#isCompletion,
    };
  }

  #addMessage(message: unknown): void {
    const content = readContent(readField(message, 'content'));
    // Some servers send both, with the same text.
    this.#addReasoning(readText(message, 'reasoning_content') || readText(message, 'reasoning') || content.thinking);
    this.#addText(content.text);
    const refusal = readText(message, 'refusal') ?? '';
    if (refusal !== '') this.#hasRefusal = true;
    this.#addText(refusal);
    this.#calls.add(readList(message, 'tool_calls'));
  }

  #addText(text: string): void {
    if (text === '') return;
    this.#texts.push(text);
    this.#onDelta({ kind: 'text', text });
  }

  #addReasoning(text: string): void {
    if (text === '') return;
    this.#reasonings.push(text);
    this.#onDelta({ kind: 'reasoning', text });
  }
}

interface ReadContent {
  readonly text: string;
  readonly thinking: string;
}

/** Content as text, or as parts: Mistral sends what its models think as parts of their own. */
function readContent(content: unknown): ReadContent {
  if (typeof content === 'string') return { text: content, thinking: '' };
  if (!Array.isArray(content)) return { text: '', thinking: '' };
  return { text: textOfParts(content), thinking: content.map(thinkingOf).join('') };
}

function textOfParts(parts: readonly unknown[]): string {
  return parts.map((part) => (readText(part, 'type') === 'text' ? (readText(part, 'text') ?? '') : '')).join('');
}

function thinkingOf(part: unknown): string {
  if (readText(part, 'type') !== 'thinking') return '';
  return readText(part, 'thinking') ?? textOfParts(readList(part, 'thinking'));
}
