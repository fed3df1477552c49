import { blocksOf, cachePolicy, findRoute, type WirePrompt } from '@hermes-context/caching';
import { toAnthropicMessages, toOpenAiChat } from '@hermes-context/providers';
import { transcript } from '@hermes-context/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planNextRequest } from './plan-next-request.ts';

const ROUTES = ['anthropic', 'openrouter', 'litellm'].map((provider) =>
  findRoute({ provider, model: 'claude-sonnet-5' }),
);

const sizeOf = (prompt: WirePrompt): number => blocksOf(prompt).reduce((sum, { tokens }) => sum + tokens, 0);

describe('the plan of the next request', () => {
  it('has sizes that grow along the prompt, up to all of it, and at most four breakpoints', () => {
    const strategies = fc.constantFrom('peat' as const, 'system_and_3' as const);
    fc.assert(
      fc.property(transcript(), fc.constantFrom(...ROUTES), strategies, (messages, route, strategy) => {
        const prompt: WirePrompt =
          route.placement === 'block'
            ? { shape: 'anthropic', system: 'Be brief.', messages: toAnthropicMessages(messages).messages }
            : { shape: 'openai-chat', messages: toOpenAiChat(messages) };
        const policy = cachePolicy({ route, model: 'claude-sonnet-5', strategy });
        const { markers, totalTokens } = planNextRequest({ prompt, route, policy });
        const sizes = markers.map(({ tokensUpTo }) => tokensUpTo);
        expect(markers.length).toBeLessThanOrEqual(4);
        expect(sizes).toEqual(sizes.toSorted((left, right) => left - right));
        expect(totalTokens).toBe(sizeOf(prompt));
        expect(Math.max(0, ...sizes)).toBeLessThanOrEqual(totalTokens);
      }),
    );
  });

  it('measures a block within its message, and what stands behind it not', () => {
    const [route = findRoute({ model: '' })] = ROUTES;
    const image = { type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } };
    const blocks = [{ type: 'text', text: 'Look at this.' }, image, { type: 'text', text: ' ' }];
    const prompt: WirePrompt = { shape: 'anthropic', messages: [{ role: 'user', content: blocks }] };
    const policy = cachePolicy({ route, model: 'claude-sonnet-5' });
    const [tail] = planNextRequest({ prompt, route, policy }).markers;
    expect(tail).toMatchObject({ slot: 'tail', where: 'message 1 (user), image block 2' });
    expect(tail?.tokensUpTo).toBe(sizeOf({ ...prompt, messages: [{ role: 'user', content: blocks.slice(0, 2) }] }));
  });

  it('counts calls of the chat form behind the text that carries the marker', () => {
    const model = 'claude-sonnet-5';
    const route = findRoute({ provider: 'openrouter', model });
    const calls = [{ id: 'a', type: 'function', function: { name: 'read', arguments: '{"path":"parser.ts"}' } }];
    const question = { role: 'user', content: 'Look.' };
    const text = { role: 'assistant', content: 'I look at it.' };
    const result = { role: 'tool', tool_call_id: 'a', content: 'the parser' };
    const prompt: WirePrompt = { shape: 'openai-chat', messages: [question, { ...text, tool_calls: calls }, result] };
    const policy = cachePolicy({ route, model, strategy: 'system_and_3' });
    expect(planNextRequest({ prompt, route, policy }).markers).toMatchObject([
      { where: 'message 1 (user)' },
      { where: 'message 2 (assistant)', tokensUpTo: sizeOf({ ...prompt, messages: [question, text] }) },
      { where: 'message 3 (tool)', tokensUpTo: sizeOf(prompt) },
    ]);
  });

  it('names tools, blocks of the system prompt and messages as a person finds them', () => {
    const [route = findRoute({ model: '' })] = ROUTES;
    const tools = [{ name: 'read' }, { name: 'write', input_schema: {} }];
    const policy = cachePolicy({ route, model: 'claude-sonnet-5' });
    const messages = [{ role: 'user', content: 'Hello.' }];
    const whereOf = (prompt: Omit<WirePrompt, 'shape' | 'messages'>): readonly string[] =>
      planNextRequest({ prompt: { shape: 'anthropic', messages, ...prompt }, route, policy }).markers.map(
        ({ where }) => where,
      );
    expect(whereOf({ tools })).toEqual(['tool 2 (write)', 'message 1 (user)']);
    expect(whereOf({ tools, system: 'Be brief.' })).toEqual(['system prompt', 'message 1 (user)']);
    const system = ['Be brief.', 'Be kind.'].map((text) => ({ type: 'text', text }));
    expect(whereOf({ system })).toEqual(['system prompt, block 2', 'message 1 (user)']);
  });
});
