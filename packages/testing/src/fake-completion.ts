import type { TokenUsage } from '@hermes-context/contract';
import type { CountText } from './count-fake-tokens.ts';
import type { FakeBehaviour, FakeFinishReason, FakeToolCall } from './fake-provider-behaviour.ts';

const DEFAULT_CHUNK_CHARS = 20;
const PARTIAL_TEXT = 'This answer breaks off in the middle of what it wanted to say, and no one will know the end. ';

/** What the model would have said, before it is put on the wire. */
export interface FakeCompletion {
  readonly reasoning?: string;
  readonly content: string | null;
  readonly refusal?: string;
  readonly toolCalls: readonly Required<FakeToolCall>[];
  readonly finishReason: FakeFinishReason;
  readonly chunkChars: number;
  readonly usage: TokenUsage;
}

/** What a server knows besides the behaviour. */
export interface CompletionSurroundings {
  readonly promptTokens: number;
  readonly count: CountText;
  /** A fresh id for a call that has none. */
  readonly nextCallId: () => string;
}

/** The completion behind a behaviour that is, at least at first, a success. */
export function completionOf(behaviour: FakeBehaviour, surroundings: CompletionSurroundings): FakeCompletion {
  const { promptTokens, count, nextCallId } = surroundings;
  const { toolCalls = [], ...words } = wordsOf(behaviour);
  const said = { ...words, toolCalls: toolCalls.map((call) => ({ ...call, id: call.id ?? nextCallId() })) };
  const {
    usage = { promptTokens, completionTokens: tokensOf(said, count) },
    chunkChars = DEFAULT_CHUNK_CHARS,
    finishReason = toolCalls.length > 0 ? 'tool_calls' : 'stop',
  } = behaviour.kind === 'reply' ? behaviour : {};
  return { finishReason, chunkChars, usage, ...said };
}

type Words = Pick<FakeCompletion, 'content'> &
  Partial<Omit<FakeCompletion, 'toolCalls'>> & { readonly toolCalls?: readonly FakeToolCall[] };

function tokensOf({ reasoning = '', content, refusal = '', toolCalls = [] }: Words, count: CountText): number {
  const texts = [reasoning, content ?? '', refusal, ...toolCalls.flatMap((call) => [call.name, call.arguments])];
  return texts.reduce((tokens, text) => tokens + count(text), 0);
}

function wordsOf(behaviour: FakeBehaviour): Words {
  switch (behaviour.kind) {
    case 'reply': {
      const { text, reasoning, toolCalls = [] } = behaviour;
      // A message that says nothing at all is an empty text; one that only calls has none.
      const content = text ?? (toolCalls.length > 0 ? null : '');
      return { content, toolCalls, ...(reasoning === undefined ? {} : { reasoning }) };
    }
    case 'truncated':
      return { content: behaviour.text, finishReason: 'length' };
    case 'refusal':
      return { content: null, refusal: behaviour.text };
    case 'tool-call': {
      const { kind: _, ...call } = behaviour;
      return { content: null, toolCalls: [call] };
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
  const { reasoning, content, refusal, toolCalls, finishReason, usage } = completion;
  const message = {
    role: 'assistant',
    ...(reasoning === undefined ? {} : { reasoning_content: reasoning }),
    content,
    refusal: refusal ?? null,
    ...(toolCalls.length === 0 ? {} : { tool_calls: toolCalls.map(wireCall) }),
  };
  return {
    id: COMPLETION_ID,
    object: 'chat.completion',
    created: CREATED_SECONDS,
    model,
    choices: [
      {
        index: 0,
        message,
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

function deltasOf({ reasoning, content, refusal, toolCalls, chunkChars }: FakeCompletion): readonly object[] {
  const said = (text: string, field: string): readonly object[] =>
    piecesOf(text, chunkChars).map((piece) => ({ [field]: piece }));
  return [
    ...said(reasoning ?? '', 'reasoning_content'),
    ...said(content ?? '', 'content'),
    ...said(refusal ?? '', 'refusal'),
    ...callDeltas(toolCalls, chunkChars),
  ];
}

/** Each call opens with its id and name; then their arguments come, a piece of each in turn. */
function callDeltas(calls: FakeCompletion['toolCalls'], chunkChars: number): readonly object[] {
  const openings = calls.map((call, index) => ({ index, ...wireCall({ ...call, arguments: '' }) }));
  const pieces = calls.flatMap((call, index) =>
    piecesOf(call.arguments, chunkChars).map((piece, round) => ({ round, index, piece })),
  );
  const inTurns = pieces.toSorted((left, right) => left.round - right.round);
  const rest = inTurns.map(({ index, piece }) => ({ index, function: { arguments: piece } }));
  return [...openings, ...rest].map((call) => ({ tool_calls: [call] }));
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

function wireCall({ id, name, arguments: json }: Required<FakeToolCall>): object {
  return { id, type: 'function', function: { name, arguments: json } };
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
