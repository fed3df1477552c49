/** What a chat completion request asks, of which a stand-in needs little. */
export interface AskedPrompt {
  /** The texts of all messages, with a blank line between. */
  readonly prompt: string;
  readonly maxTokens: number | undefined;
  readonly isStreamed: boolean;
}

/** The prompt in the body of a request; an empty one where the body is none. */
export function promptOf(body: unknown): AskedPrompt {
  const messages = fieldOf(body, 'messages');
  const limit = fieldOf(body, 'max_completion_tokens') ?? fieldOf(body, 'max_tokens');
  return {
    prompt: (Array.isArray(messages) ? messages : []).map(textOf).join('\n\n'),
    maxTokens: typeof limit === 'number' ? limit : undefined,
    isStreamed: fieldOf(body, 'stream') === true,
  };
}

function textOf(message: unknown): string {
  const content = fieldOf(message, 'content');
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((part: unknown) => fieldOf(part, 'text'))
    .filter((text) => typeof text === 'string')
    .join('\n');
}

function fieldOf(value: unknown, field: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, field) : undefined;
}
