import type { CountText } from './count-fake-tokens.ts';
import type { FakeBehaviour } from './fake-provider-behaviour.ts';

/** The window of the fake model. A request that does not fit is refused with 400, whatever the script says. */
export interface FakeWindow {
  /** Size in tokens. A function is asked at each request, so that a window can shrink while the server runs. */
  readonly tokens: number | (() => number);
  /** The model's tokenizer, called with each text of a request. Default {@link countFakeTokens}. */
  readonly count?: CountText;
  /**
   * Tokens that the model keeps for its answer when a request names no `max_completion_tokens` or `max_tokens`.
   * Default 0: a prompt may fill the window.
   */
  readonly outputReserve?: number;
}

/** The refusal of a request that does not fit, in OpenAI's words; `undefined` for one that does. */
export function refusalOf(
  window: FakeWindow,
  asked: { readonly body: Readonly<Record<string, unknown>>; readonly promptTokens: number },
): FakeBehaviour | undefined {
  const { body, promptTokens } = asked;
  const windowTokens = typeof window.tokens === 'function' ? window.tokens() : window.tokens;
  const answerTokens = outputLimitOf(body) ?? window.outputReserve ?? 0;
  if (promptTokens + answerTokens <= windowTokens) return undefined;
  const message = `This model's maximum context length is ${windowTokens} tokens. However, ${excessOf(promptTokens, answerTokens)}`;
  return { kind: 'status', status: 400, code: 'context_length_exceeded', message };
}

function excessOf(promptTokens: number, answerTokens: number): string {
  if (answerTokens === 0) {
    return `your messages resulted in ${promptTokens} tokens. Please reduce the length of the messages.`;
  }
  const parts = `${promptTokens} in the messages, ${answerTokens} in the completion`;
  return `you requested ${promptTokens + answerTokens} tokens (${parts}). Please reduce the length of the messages or completion.`;
}

function outputLimitOf(body: Readonly<Record<string, unknown>>): number | undefined {
  const limit = body['max_completion_tokens'] ?? body['max_tokens'];
  return typeof limit === 'number' ? limit : undefined;
}
