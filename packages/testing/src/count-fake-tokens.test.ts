import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countFakeTokens, countPrompt } from './count-fake-tokens.ts';

describe('countFakeTokens', () => {
  it.each<[string, number]>([
    ['', 0],
    ['the queue', 2],
    ['acknowledgement', 3],
    ['two  spaces', 3],
    ['a\n\n\n\n\nb', 4],
    ['1234567', 3],
    ['});', 1],
    ['设置', 2],
    ['настройка', 3],
    ['👍', 2],
  ])('counts %j as %i', (text, tokens) => {
    expect(countFakeTokens(text)).toBe(tokens);
  });

  it('never counts less for a longer text that starts with the same', () => {
    const texts = fc.string({ unit: fc.constantFrom('a', ' ', '\n', '7', '{', '设', 'ж', '👍') });
    fc.assert(
      fc.property(texts, texts, (start, rest) => {
        expect(countFakeTokens(start + rest)).toBeGreaterThanOrEqual(countFakeTokens(start));
        expect(countFakeTokens(start + rest)).toBeLessThanOrEqual(countFakeTokens(start) + countFakeTokens(rest) + 1);
      }),
    );
  });
});

describe('countPrompt', () => {
  const perWord = (text: string) => text.split(' ').length;

  it('counts every text of a message, and a fixed cost on top', () => {
    const empty = countPrompt({ messages: [] }, perWord);
    const hello = countPrompt({ messages: [{ role: 'user', content: 'hello you' }] }, perWord);
    expect(hello - empty).toBe(4 + 1 + 2);
    const call = { id: 'call_1', type: 'function', function: { name: 'search', arguments: 'a b c' } };
    const calling = countPrompt({ messages: [{ role: 'assistant', content: null, tool_calls: [call] }] }, perWord);
    expect(calling - empty).toBe(4 + 1 + 1 + 1 + 1 + 3);
  });

  it('counts tools as their JSON text', () => {
    const tools = [{ type: 'function', function: { name: 'search' } }];
    const texts: string[] = [];
    countPrompt({ messages: [], tools }, (text) => texts.push(text));
    expect(texts).toEqual([JSON.stringify(tools)]);
  });

  it('counts an inline image by the piece, not by its bytes', () => {
    const withImage = (bytes: number) => ({
      messages: [{ role: 'user', content: [{ image_url: { url: `data:image/png;base64,${'A'.repeat(bytes)}` } }] }],
    });
    expect(countPrompt(withImage(90_000), countFakeTokens)).toBe(countPrompt(withImage(9), countFakeTokens));
    expect(countPrompt(withImage(9), countFakeTokens)).toBeGreaterThan(1_000);
  });

  it('counts nothing where there are no messages', () => {
    expect(countPrompt({}, perWord)).toBe(countPrompt({ messages: 'broken' }, perWord));
  });
});
