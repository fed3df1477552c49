import type { TokenUsage } from '@hermes-context/contract';
import type { FakeBehaviour } from './fake-provider-behaviour.ts';

const DEFAULT_CHUNK_CHARS = 20;
const PARTIAL_TEXT = 'This answer breaks off in the middle of what it wanted to say, and no one will know the end. ';

/** What the model would have said, before it is put on the wire. */
export interface FakeCompletion {
  readonly content: string | null;
  readonly refusal?: string;
  readonly toolCall?: { readonly name: string; readonly arguments: string };
  readonly finishReason: 'stop' | 'length' | 'tool_calls';
  readonly chunkChars: number;
  readonly usage: TokenUsage;
}

/** The completion behind a behaviour that is, at least at first, a success. */
export function completionOf(behaviour: FakeBehaviour, promptChars: number): FakeCompletion {
  const said = wordsOf(behaviour);
  // As many tokens as a rough reader would guess; a test that cares says so in its script.
  const completionChars = (said.content ?? said.refusal ?? said.toolCall?.arguments ?? '').length;
  const guessed: TokenUsage = {
    promptTokens: Math.ceil(promptChars / 4),
    completionTokens: Math.ceil(completionChars / 4),
  };
  const { usage = guessed, chunkChars = DEFAULT_CHUNK_CHARS } = behaviour.kind === 'reply' ? behaviour : {};
  return { finishReason: 'stop', chunkChars, usage, ...said };
}

type Words = Pick<FakeCompletion, 'content'> & Partial<FakeCompletion>;

function wordsOf(behaviour: FakeBehaviour): Words {
  switch (behaviour.kind) {
    case 'reply':
      return { content: behaviour.text };
    case 'truncated':
      return { content: behaviour.text, finishReason: 'length' };
    case 'refusal':
      return { content: null, refusal: behaviour.text };
    case 'tool-call': {
      const { name, arguments: json } = behaviour;
      return { content: null, toolCall: { name, arguments: json }, finishReason: 'tool_calls' };
    }
    case 'hang-mid-stream':
    case 'cut':
      return {
        content: PARTIAL_TEXT.repeat(
          Math.ceil(((behaviour.afterChunks + 2) * DEFAULT_CHUNK_CHARS) / PARTIAL_TEXT.length),
        ),
      };
    case 'stream-error':
      return { content: PARTIAL_TEXT };
    case 'empty':
    case 'status':
    case 'hang':
    case 'not-json':
      return { content: '' };
  }
}

/** The body of a response that is not streamed. */
export function completionBody(completion: FakeCompletion, model: string): object {
  const { content, refusal, toolCall, finishReason, usage } = completion;
  const tool_calls = toolCall === undefined ? undefined : [wireCall(toolCall)];
  return {
    id: COMPLETION_ID,
    object: 'chat.completion',
    created: CREATED_SECONDS,
    model,
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content, refusal: refusal ?? null, ...(tool_calls && { tool_calls }) },
        logprobs: null,
        finish_reason: finishReason,
      },
    ],
    usage: wireUsage(usage),
  };
}

/** The events of a streamed response, without `[DONE]`: one opens, one a piece, one with the reason it ended, usage when asked for. */
export function completionChunks(
  completion: FakeCompletion,
  { model, includeUsage }: { readonly model: string; readonly includeUsage: boolean },
): readonly object[] {
  const { usage, finishReason } = completion;
  const chunk = (fields: object): object => ({
    id: COMPLETION_ID,
    object: 'chat.completion.chunk',
    created: CREATED_SECONDS,
    model,
    ...(includeUsage ? { usage: null } : {}),
    ...fields,
  });
  const choice = (delta: object, finish_reason: string | null = null): object =>
    chunk({ choices: [{ index: 0, delta, logprobs: null, finish_reason }] });
  return [
    choice({ role: 'assistant', content: '', refusal: null }),
    ...deltasOf(completion).map((delta) => choice(delta)),
    choice({}, finishReason),
    ...(includeUsage ? [chunk({ choices: [], usage: wireUsage(usage) })] : []),
  ];
}

function deltasOf({ content, refusal, toolCall, chunkChars }: FakeCompletion): readonly object[] {
  if (toolCall !== undefined) {
    const [first, ...rest] = piecesOf(toolCall.arguments, chunkChars);
    const opening = wireCall({ name: toolCall.name, arguments: first ?? '' });
    return [
      { tool_calls: [{ index: 0, ...opening }] },
      ...rest.map((piece) => ({ tool_calls: [{ index: 0, function: { arguments: piece } }] })),
    ];
  }
  if (refusal !== undefined) return piecesOf(refusal, chunkChars).map((piece) => ({ refusal: piece }));
  return piecesOf(content ?? '', chunkChars).map((piece) => ({ content: piece }));
}

/** By code points: half an emoji in a JSON string would not survive UTF-8. */
function piecesOf(text: string, chunkChars: number): readonly string[] {
  const points = Array.from(text);
  const count = Math.ceil(points.length / chunkChars);
  return Array.from({ length: count }, (_, index) =>
    points.slice(index * chunkChars, (index + 1) * chunkChars).join(''),
  );
}

const COMPLETION_ID = 'chatcmpl-fake';
const CREATED_SECONDS = Date.UTC(2026, 11, 1) / 1000;

function wireCall({ name, arguments: json }: { readonly name: string; readonly arguments: string }): object {
  return { id: 'call_fake', type: 'function', function: { name, arguments: json } };
}

function wireUsage({ promptTokens, completionTokens, cacheReadTokens, cacheWriteTokens }: TokenUsage): object {
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
    prompt_tokens_details: {
      cached_tokens: cacheReadTokens ?? 0,
      ...(cacheWriteTokens === undefined ? {} : { cache_write_tokens: cacheWriteTokens }),
    },
  };
}
