import type { CacheRoute, WireObject, WirePrompt } from '@hermes-context/caching';
import type { Messages } from '@hermes-context/contract';
import { type Transcript, toAnthropicMessages, toOpenAiChat } from '@hermes-context/providers';
import { UsageError } from '../usage-error.ts';
import { findEpoch } from './find-epoch.ts';

/** A conversation as it would be sent now, and what of it was not recorded. */
export interface RecordedPrompt {
  readonly prompt: WirePrompt;
  /** Index of the message that holds the last summary; absent where nothing was compacted. */
  readonly epoch?: number;
  /** One sentence, where the file lacks what each request has in front. */
  readonly missing?: string;
}

/**
 * A transcript in the form that a route takes: Anthropic's where markers stand on blocks, else that of OpenAI.
 *
 * @throws UsageError - For a conversation in which nothing was said.
 */
export function recordedPrompt(transcript: Transcript, route: CacheRoute, file: string): RecordedPrompt {
  const { messages } = transcript;
  if (!messages.some(({ role }) => role === 'user' || role === 'assistant')) throw nothingSaid(file);
  const tools = transcript.tools.filter(isObject);
  const shaped = route.placement === 'block' ? anthropicPrompt(messages) : chatPrompt(messages);
  const prompt = tools.length === 0 ? shaped : { ...shaped, tools };
  const missing = missingParts(messages, tools.length > 0);
  const epoch = findEpoch(messages, prompt.shape);
  return { prompt, ...(epoch === undefined ? {} : { epoch }), ...(missing === undefined ? {} : { missing }) };
}

function anthropicPrompt(messages: Messages): WirePrompt {
  const { system, messages: wire } = toAnthropicMessages(messages);
  if (typeof system === 'string') return { shape: 'anthropic', system, messages: wire };
  const blocks = Array.isArray(system) ? system.filter(isObject) : [];
  return { shape: 'anthropic', messages: wire, ...(blocks.length === 0 ? {} : { system: blocks }) };
}

function chatPrompt(messages: Messages): WirePrompt {
  return { shape: 'openai-chat', messages: toOpenAiChat(messages) };
}

function missingParts(messages: Messages, hasTools: boolean): string | undefined {
  const hasSystem = messages[0]?.role === 'system';
  const missing = [...(hasSystem ? [] : ['system prompt']), ...(hasTools ? [] : ['tool definitions'])];
  if (missing.length === 0) return undefined;
  return `The file has no ${missing.join(' and no ')}; what was sent in front of each request counts as nothing.`;
}

function isObject(value: unknown): value is WireObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function nothingSaid(file: string): UsageError {
  return new UsageError({
    what: `${file} has no message of a user or a model.`,
    why: 'Without one there is no request whose cache could be looked at.',
    fix: 'Give a recorded conversation.',
  });
}
