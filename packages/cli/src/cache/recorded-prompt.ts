import { blocksOf, type CacheRoute, stripMarkers, type WireObject, type WirePrompt } from '@hermes-context/caching';
import type { Messages } from '@hermes-context/contract';
import { type Transcript, toAnthropicMessages, toOpenAiChat } from '@hermes-context/providers';
import { STDIN_NAME } from '../read-input.ts';
import { counted } from '../sessions/counted.ts';
import { UsageError } from '../usage-error.ts';
import { findEpoch } from './find-epoch.ts';

/** A conversation as it would be sent now, and what of it was not recorded. */
export interface RecordedPrompt {
  /** Without markers. */
  readonly prompt: WirePrompt;
  /** Markers that the messages, tools and blocks of the file carried. */
  readonly replacedMarkers: number;
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
  const withTools = (prompt: WirePrompt): WirePrompt => (tools.length === 0 ? prompt : { ...prompt, tools });
  const prompt = stripMarkers(
    withTools(route.placement === 'block' ? anthropicPrompt(messages) : chatPrompt(messages)),
  );
  // In the form of the file: another one may have no place for them.
  const found = withTools(transcript.format === 'anthropic' ? anthropicPrompt(messages) : chatPrompt(messages));
  const replacedMarkers = blocksOf(found).filter(({ mark }) => mark !== undefined).length;
  const missing = missingParts(messages, tools.length > 0);
  const epoch = findEpoch(messages, prompt.shape);
  return {
    prompt,
    replacedMarkers,
    ...(epoch === undefined ? {} : { epoch }),
    ...(missing === undefined ? {} : { missing }),
  };
}

/** What is said where a file has markers of its own. */
export function markerNotes({ replacedMarkers }: RecordedPrompt): readonly string[] {
  return replacedMarkers === 0 ? [] : [`${counted(replacedMarkers, 'marker')} in the file would be replaced.`];
}

/** A conversation without any request. */
export function nothingSaid(file: string): UsageError {
  return new UsageError({
    what: `${file === '-' ? STDIN_NAME : file} holds no request to a model.`,
    why: 'What is cached is told by requests, and each of them has a message of a user in it.',
    fix: 'Give it a recorded conversation with at least one message of a user.',
  });
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
