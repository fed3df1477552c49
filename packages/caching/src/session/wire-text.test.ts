import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyMessage, user } from './prompts.fixture.ts';
import { isGrown, isSameMessage, messagePieces, wireText } from './wire-text.ts';

const marker = { cache_control: { type: 'ephemeral' } };

describe('wireText', () => {
  it('is the same with and without markers, and for a text that became a block to carry one', () => {
    const plain = { role: 'user', content: 'hello' };
    expect(wireText({ role: 'user', content: [{ type: 'text', text: 'hello', ...marker }] })).toBe(wireText(plain));
    expect(wireText({ ...plain, ...marker })).toBe(wireText(plain));
    const block = { type: 'tool_result', tool_use_id: 'c1', content: [{ type: 'text', text: 'x' }] };
    const inner = { ...block, content: [{ type: 'text', text: 'x', ...marker }] };
    expect(wireText({ role: 'user', content: [inner, { cachePoint: { type: 'default' } }] })).toBe(
      wireText({ role: 'user', content: [block] }),
    );
  });

  it('reads an item of the Responses API alike as a text and as the part that carries a breakpoint', () => {
    const part = { type: 'input_text', text: 'x', prompt_cache_breakpoint: { mode: 'explicit' } };
    const item = { type: 'function_call_output', call_id: 'c1' };
    expect(wireText({ ...item, output: [part] })).toBe(wireText({ ...item, output: 'x' }));
    expect(wireText({ role: 'user', content: [part] })).toBe(wireText({ role: 'user', content: 'x' }));
  });

  it("keeps a marker's name where it is what a tool was called with", () => {
    const call = { type: 'tool_use', id: 'c1', name: 'edit', input: marker };
    expect(wireText({ role: 'assistant', content: [call] })).toContain('cache_control');
  });

  it('tells another order of keys apart: it is other bytes', () => {
    expect(isSameMessage({ role: 'user', content: 'a' }, { content: 'a', role: 'user' })).toBe(false);
  });
});

describe('isGrown', () => {
  it('finds a message in itself with more blocks behind it, and in nothing else', () => {
    fc.assert(
      fc.property(anyMessage, anyMessage, (message, other) => {
        const { rest, blocks } = messagePieces(message);
        const more = [...blocks, ...messagePieces(other).blocks].map((block): unknown => JSON.parse(block));
        expect(isGrown(message, { ...JSON.parse(rest), content: more })).toBe(true);
        if (isGrown(message, other) && isGrown(other, message)) expect(isSameMessage(message, other)).toBe(true);
      }),
    );
    expect(isGrown(user('a'), { role: 'assistant', content: [{ type: 'text', text: 'a' }] })).toBe(false);
    expect(isGrown(user('a'), user('ab'))).toBe(false);
  });
});
