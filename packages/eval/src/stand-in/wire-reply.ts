import type { StandInReply } from './stand-in-reply.ts';

/** An answer that is no error. */
type Answer = Exclude<StandInReply, { readonly kind: 'error' }>;

interface Tokens {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

// The same in every answer, so that a recording of two runs is the same bytes.
const ID = 'chatcmpl-stand-in';
const CREATED = 0;
const MODEL = 'stand-in';
/** Characters of one event. */
const CHUNK_CHARS = 4_000;

const CALL = {
  id: 'call_standin01',
  type: 'function',
  function: { name: 'read_file', arguments: '{"path":"notes.md"}' },
};

/** The body of a whole answer. */
export function replyBody(answer: Answer, tokens: Tokens): object {
  const message =
    answer.kind === 'text'
      ? { role: 'assistant', content: answer.text }
      : { role: 'assistant', content: null, tool_calls: [CALL] };
  return {
    id: ID,
    object: 'chat.completion',
    created: CREATED,
    model: MODEL,
    choices: [{ index: 0, message, finish_reason: finishOf(answer) }],
    usage: usageOf(tokens),
  };
}

/** The events of a streamed answer, with the usage in the last one. */
export function eventsOf(answer: Answer, tokens: Tokens): string {
  const deltas =
    answer.kind === 'text'
      ? chunksOf(answer.text).map((content) => ({ role: 'assistant', content }))
      : [{ role: 'assistant', content: null, tool_calls: [{ index: 0, ...CALL }] }];
  const frame = { id: ID, object: 'chat.completion.chunk', created: CREATED, model: MODEL };
  const events = [
    ...deltas.map((delta) => ({ ...frame, choices: [{ index: 0, delta, finish_reason: null }] })),
    { ...frame, choices: [{ index: 0, delta: {}, finish_reason: finishOf(answer) }] },
    { ...frame, choices: [], usage: usageOf(tokens) },
  ];
  return `${events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')}data: [DONE]\n\n`;
}

function finishOf(answer: Answer): string {
  return answer.kind === 'text' ? answer.finish : 'tool_calls';
}

function usageOf({ inputTokens, outputTokens }: Tokens): object {
  return { prompt_tokens: inputTokens, completion_tokens: outputTokens, total_tokens: inputTokens + outputTokens };
}

function chunksOf(text: string): readonly string[] {
  const count = Math.max(1, Math.ceil(text.length / CHUNK_CHARS));
  return Array.from({ length: count }, (_, at) => text.slice(at * CHUNK_CHARS, (at + 1) * CHUNK_CHARS));
}
