import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AnswerAssembler, type AssembledAnswer } from './assemble-answer.ts';
import type { ChatDelta } from './chat-model.ts';
import { chunk } from './chat-server.fixture.ts';

function assemble(...chunks: readonly unknown[]): {
  readonly answer: AssembledAnswer;
  readonly deltas: readonly ChatDelta[];
} {
  const deltas: ChatDelta[] = [];
  const assembler = new AnswerAssembler((delta) => void deltas.push(delta));
  for (const each of chunks) assembler.add(each);
  return { answer: assembler.answer, deltas };
}

/** The pieces of a text, cut at these places. */
function cut(text: string, places: readonly number[]): readonly string[] {
  const ends = [...new Set(places.map((place) => place % (text.length + 1)))].toSorted((left, right) => left - right);
  return [...ends, text.length].map((end, index) => text.slice(ends[index - 1] ?? 0, end));
}

describe('an answer', () => {
  it('is the same however its text, its reasoning and its arguments are cut', () => {
    const places = fc.array(fc.nat({ max: 200 }), { maxLength: 12 });
    const texts = fc.record({ text: fc.string(), reasoning: fc.string(), value: fc.jsonValue() });
    fc.assert(
      fc.property(texts, places, ({ text, reasoning, value }, at) => {
        const json = JSON.stringify({ value });
        const call = { index: 0, id: 'a', type: 'function', function: { name: 'read', arguments: json } };
        const whole = assemble({
          choices: [
            { message: { content: text, reasoning_content: reasoning, tool_calls: [call] }, finish_reason: 'stop' },
          ],
        });
        const pieces = assemble(
          chunk({ role: 'assistant', content: '' }),
          ...cut(reasoning, at).map((piece) => chunk({ reasoning_content: piece })),
          ...cut(text, at).map((piece) => chunk({ content: piece })),
          chunk({ tool_calls: [{ ...call, function: { name: 'read', arguments: '' } }] }),
          ...cut(json, at).map((piece) => chunk({ tool_calls: [{ index: 0, function: { arguments: piece } }] })),
          chunk({}, 'stop'),
        );
        expect(pieces.answer).toEqual(whole.answer);
        const said = (kind: ChatDelta['kind']): string =>
          pieces.deltas.flatMap((delta) => (delta.kind === kind ? [delta.text] : [])).join('');
        expect(said('text')).toBe(pieces.answer.text);
        expect(said('reasoning')).toBe(pieces.answer.reasoning);
      }),
    );
  });

  it.each<readonly [string, object, Partial<AssembledAnswer>]>([
    ['reasoning under its other name', { reasoning: 'Hm.' }, { reasoning: 'Hm.' }],
    ['reasoning under both names once', { reasoning_content: 'Hm.', reasoning: 'Hm.' }, { reasoning: 'Hm.' }],
    ['reasoning beside an empty field', { reasoning_content: '', reasoning: 'Hm.' }, { reasoning: 'Hm.' }],
    [
      'parts',
      {
        content: [
          { type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] },
          { type: 'text', text: 'Yes.' },
        ],
      },
      { text: 'Yes.', reasoning: 'Hm.' },
    ],
    ['a refusal', { refusal: 'No.' }, { text: 'No.', hasRefusal: true }],
    [
      'fields that are null',
      { content: null, refusal: null, tool_calls: null, reasoning: null },
      { text: '', calls: [] },
    ],
  ])('has %s', (_, delta, expected) => {
    expect(assemble(chunk(delta)).answer).toMatchObject(expected);
  });

  it('leaves out the other choices, whoever asked for them', () => {
    const other = { choices: [{ index: 1, delta: { content: 'other' }, finish_reason: 'length' }] };
    expect(assemble(chunk({ content: 'first' }), other).answer).toMatchObject({
      text: 'first',
      finishReason: undefined,
    });
  });

  it.each<readonly [string, object, object | undefined]>([
    [
      'OpenAI',
      { usage: { prompt_tokens: 9, completion_tokens: 2, prompt_tokens_details: { cached_tokens: 4 } } },
      { promptTokens: 9, completionTokens: 2, cacheReadTokens: 4 },
    ],
    [
      'DeepSeek',
      { usage: { prompt_tokens: 9, completion_tokens: 2, prompt_cache_hit_tokens: 4 } },
      { promptTokens: 9, completionTokens: 2, cacheReadTokens: 4 },
    ],
    [
      'OpenRouter',
      {
        usage: {
          prompt_tokens: 9,
          completion_tokens: 2,
          prompt_tokens_details: { cached_tokens: 0, cache_write_tokens: 7 },
        },
      },
      { promptTokens: 9, completionTokens: 2, cacheReadTokens: 0, cacheWriteTokens: 7 },
    ],
    [
      'LiteLLM',
      { usage: { prompt_tokens: 9, completion_tokens: 2, cache_read_input_tokens: 3, cache_creation_input_tokens: 5 } },
      { promptTokens: 9, completionTokens: 2, cacheReadTokens: 3, cacheWriteTokens: 5 },
    ],
    [
      'a server that counts the cached apart',
      { usage: { prompt_tokens: 9, completion_tokens: 2, cache_read_input_tokens: 90 } },
      { promptTokens: 99, completionTokens: 2, cacheReadTokens: 90 },
    ],
    [
      'Groq',
      { x_groq: { usage: { prompt_tokens: 9, completion_tokens: 2 } } },
      { promptTokens: 9, completionTokens: 2 },
    ],
    [
      'Moonshot',
      { choices: [{ index: 0, delta: {}, usage: { prompt_tokens: 9, completion_tokens: 2 } }] },
      { promptTokens: 9, completionTokens: 2 },
    ],
    ['a server that reports no tokens', { usage: { prompt_tokens: 0, completion_tokens: 0 } }, undefined],
    ['a server that reports nonsense', { usage: { prompt_tokens: -4, completion_tokens: 'many' } }, undefined],
    ['a server that reports nothing', { usage: null }, undefined],
  ])('reports usage as %s spells it', (_, reported, usage) => {
    expect(assemble(chunk({ content: 'x' }), reported).answer.usage).toEqual(usage);
  });

  it('takes the last report, and keeps it when an empty one follows', () => {
    const report = (count: number): object => ({ choices: [], usage: { prompt_tokens: 5, completion_tokens: count } });
    expect(assemble(report(1), report(2), { choices: [], usage: null }).answer.usage?.completionTokens).toBe(2);
  });
});
