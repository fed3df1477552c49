import { describe, expect, it } from 'vitest';
import { ask, choicesOf, eventsOf, streamedText, wholeAnswer, withProvider } from './fake-provider.fixture.ts';
import type { FakeBehaviour } from './fake-provider-behaviour.ts';

const CALLS = [
  { id: 'a', name: 'read_file', arguments: '{"path":"src/a.ts"}' },
  { name: 'search', arguments: '{"query":"x"}' },
] as const;
const AGENT: FakeBehaviour = { kind: 'reply', reasoning: 'Both.', text: 'Looking.', toolCalls: CALLS, chunkChars: 8 };

interface CallPiece {
  readonly index: number;
  readonly id?: string;
  readonly type?: string;
  readonly function: { readonly name?: string; readonly arguments: string };
}

const function_ = (call: { readonly name: string; readonly arguments: string }) => ({
  name: call.name,
  arguments: call.arguments,
});

describe('a fake provider that plays an agent', () => {
  it('answers whole with reasoning, text and several calls', async () => {
    await withProvider({ script: AGENT }, async (provider) => {
      const { choices } = await wholeAnswer(await ask(provider));
      expect(choices[0]).toMatchObject({
        finish_reason: 'tool_calls',
        message: {
          role: 'assistant',
          reasoning_content: 'Both.',
          content: 'Looking.',
          tool_calls: [
            { id: 'a', type: 'function', function: function_(CALLS[0]) },
            { id: 'call_1', type: 'function', function: function_(CALLS[1]) },
          ],
        },
      });
    });
  });

  it('streams calls in turns: index, id and name first, then pieces of the arguments', async () => {
    await withProvider({ script: AGENT }, async (provider) => {
      const { events, isDone } = await eventsOf(await ask(provider, { stream: true }));
      const choices = choicesOf(events);
      const pieces = choices.flatMap(({ delta }) => (delta.tool_calls ?? []) as readonly CallPiece[]);
      expect(pieces.slice(0, 2)).toEqual([
        { index: 0, id: 'a', type: 'function', function: { name: 'read_file', arguments: '' } },
        { index: 1, id: 'call_1', type: 'function', function: { name: 'search', arguments: '' } },
      ]);
      expect(pieces.slice(2)).toEqual([
        { index: 0, function: { arguments: '{"path":' } },
        { index: 1, function: { arguments: '{"query"' } },
        { index: 0, function: { arguments: '"src/a.t' } },
        { index: 1, function: { arguments: ':"x"}' } },
        { index: 0, function: { arguments: 's"}' } },
      ]);
      expect(streamedText(events)).toBe('Looking.');
      expect(choices[1]?.delta).toEqual({ reasoning_content: 'Both.' });
      expect(choices.at(-1)?.finish_reason).toBe('tool_calls');
      expect(isDone).toBe(true);
    });
  });

  it('gives no two calls the same id, in all its answers', async () => {
    const script: FakeBehaviour[] = [
      { kind: 'reply', toolCalls: [{ name: 'x', arguments: '{}' }, CALLS[1]] },
      { kind: 'tool-call', name: 'x', arguments: '{}' },
    ];
    await withProvider({ script }, async (provider) => {
      const ids = [];
      for (let call = 0; call < 3; call += 1) {
        const { message } = (await wholeAnswer(await ask(provider))).choices[0]!;
        ids.push(...(message.tool_calls as readonly CallPiece[]).map(({ id }) => id));
      }
      expect(ids).toEqual(['call_1', 'call_2', 'call_3', 'call_4']);
    });
  });

  it('has no content where it only calls, and an empty one where it says nothing', async () => {
    const script: FakeBehaviour[] = [{ kind: 'reply', toolCalls: CALLS }, { kind: 'reply' }];
    await withProvider({ script }, async (provider) => {
      const contents = [];
      for (let call = 0; call < 2; call += 1) {
        const [choice] = (await wholeAnswer(await ask(provider))).choices;
        contents.push([choice?.message.content, choice?.finish_reason]);
      }
      expect(contents).toEqual([
        [null, 'tool_calls'],
        ['', 'stop'],
      ]);
    });
  });

  it('stops for the reason that the script names', async () => {
    const script: FakeBehaviour = {
      kind: 'reply',
      toolCalls: [{ name: 'x', arguments: '{"a' }],
      finishReason: 'length',
    };
    await withProvider({ script }, async (provider) => {
      expect((await wholeAnswer(await ask(provider))).choices[0]?.finish_reason).toBe('length');
      const { events } = await eventsOf(await ask(provider, { stream: true }));
      expect(choicesOf(events).at(-1)?.finish_reason).toBe('length');
    });
  });
});
