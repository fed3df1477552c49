import { describe, expect, it } from 'vitest';
import type { WirePrompt } from '../wire-prompt.ts';
import { blocksOf } from './blocks-of.ts';

const text = 'What does it do?';
const control = { type: 'ephemeral', ttl: '1h' };
const promptOf = (...messages: readonly object[]): WirePrompt => ({
  shape: 'anthropic',
  messages: messages.map((message) => ({ ...message })),
});

describe('the blocks of a prompt', () => {
  it('come in the order in which a provider sees them', () => {
    const blocks = blocksOf({
      shape: 'anthropic',
      tools: [{ name: 'read' }],
      system: 'Help.',
      messages: [
        { role: 'user', content: text },
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'Hm.' },
            { type: 'tool_use', id: 'a', name: 'read', input: {} },
          ],
        },
      ],
    });
    expect(blocks.map(({ level, role, message }) => [level, role, message])).toEqual([
      ['tools', undefined, undefined],
      ['system', 'developer', undefined],
      ['messages', 'user', 0],
      ['messages', 'assistant', 1],
      ['messages', 'assistant', 1],
    ]);
    expect(blocks.map(({ isUnmarkable }) => isUnmarkable === true)).toEqual([false, false, false, true, false]);
  });

  it('are the same with and without markers, and as a text or as a list of one', () => {
    const [plain] = blocksOf(promptOf({ role: 'user', content: text }));
    const [listed] = blocksOf(promptOf({ role: 'user', content: [{ type: 'text', text }] }));
    const [marked] = blocksOf(promptOf({ role: 'user', content: [{ type: 'text', text, cache_control: control }] }));
    expect([listed?.id, marked?.id]).toEqual([plain?.id, plain?.id]);
    expect([plain?.mark, marked?.mark]).toEqual([undefined, '1h']);
    expect(marked?.tokens).toBe(plain?.tokens);
  });

  it('are counted by their text, and a picture by what pictures cost', () => {
    const source = { type: 'base64', media_type: 'image/png', data: 'A'.repeat(400_000) };
    const [picture] = blocksOf(promptOf({ role: 'user', content: [{ type: 'image', source }] }));
    expect(picture?.tokens).toBeGreaterThan(1_600);
    expect(picture?.tokens).toBeLessThan(1_800);
  });

  it('are the same objects for the same message', () => {
    const message = { role: 'user', content: text };
    const [first] = blocksOf({ shape: 'openai-chat', messages: [message] });
    expect(blocksOf({ shape: 'openai-chat', messages: [message] })[0]).toBe(first);
  });
});
