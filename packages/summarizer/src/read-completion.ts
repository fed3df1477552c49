import type { CallUsage } from './model-reply.ts';
import type { OpenedCompletion } from './open-completion.ts';
import { parseJson, readField, readList, readText } from './read-field.ts';

/** What a model said, put together from a stream or from one body. */
export interface Completion {
  readonly text: string;
  readonly refusal: string;
  readonly hasToolCalls: boolean;
  /** Why the model stopped; `undefined` when the stream ended without saying so. */
  readonly finishReason: string | undefined;
  readonly usage: CallUsage | undefined;
  /** An error that came inside a successful response. */
  readonly error: unknown;
  /** Whether anything of a completion was in the response. A page of HTML has nothing. */
  readonly isCompletion: boolean;
}

type Answer = Extract<OpenedCompletion, { readonly kind: 'answer' }>;

/** Collects a completion while it arrives, so that what came before a break is known too. */
export class CompletionReader {
  readonly #pieces: string[] = [];
  readonly #refusals: string[] = [];
  readonly #onText: (receivedChars: number) => void;
  #receivedChars = 0;
  #hasToolCalls = false;
  #finishReason: string | undefined;
  #usage: CallUsage | undefined;
  #error: unknown;
  #isCompletion = false;

  /** @param onText - Told how many characters there are so far, at each piece. */
  constructor(onText: (receivedChars: number) => void) {
    this.#onText = onText;
  }

  /**
   * Read the whole answer. An aborted stream ends without an error: ask the signal afterwards.
   *
   * @throws What the connection or the parser threw in the middle.
   */
  async read(answer: Answer): Promise<void> {
    const contentType = answer.response.headers.get('content-type') ?? '';
    if (contentType.includes('html')) return; // a portal or proxy answers in the provider's place
    if (contentType.includes('json')) {
      this.#readChunk(parseJson(await answer.response.text())); // a server that does not stream
      return;
    }
    for await (const event of answer.events()) this.#readChunk(event);
  }

  get completion(): Completion {
    return {
      text: this.#pieces.join(''),
      refusal: this.#refusals.join(''),
      hasToolCalls: this.#hasToolCalls,
      finishReason: this.#finishReason,
      usage: this.#usage,
      error: this.#error,
      isCompletion: this.#isCompletion,
    };
  }

  #readChunk(chunk: unknown): void {
    const error = readField(chunk, 'error');
    if (error !== undefined && error !== null) this.#error = error;
    this.#usage = usageOf(readField(chunk, 'usage')) ?? this.#usage;
    if (readField(chunk, 'choices') !== undefined) this.#isCompletion = true;
    const [choice] = readList(chunk, 'choices');
    this.#readMessage(readField(choice, 'delta') ?? readField(choice, 'message'));
    this.#finishReason = readText(choice, 'finish_reason') ?? this.#finishReason;
  }

  #readMessage(message: unknown): void {
    const text = textOf(readField(message, 'content'));
    const refusal = readText(message, 'refusal') ?? '';
    if (text !== '') this.#pieces.push(text);
    if (refusal !== '') this.#refusals.push(refusal);
    if (readList(message, 'tool_calls').length > 0) this.#hasToolCalls = true;
    this.#receivedChars += text.length + refusal.length;
    if (text !== '') this.#onText(this.#receivedChars);
  }
}

/** Content as text, or as parts: some servers send thinking and text apart, and only the text is wanted. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part) => (readText(part, 'type') === 'text' ? (readText(part, 'text') ?? '') : '')).join('');
}

function usageOf(usage: unknown): CallUsage | undefined {
  const promptTokens = readField(usage, 'prompt_tokens');
  const completionTokens = readField(usage, 'completion_tokens');
  if (typeof promptTokens !== 'number' || typeof completionTokens !== 'number') return undefined;
  return { promptTokens, completionTokens };
}
