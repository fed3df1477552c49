import type { Message, Messages } from '@hermes-context/contract';
import { contentText, estimateMessagesTokens, estimateTokens, validateOpenAiChat } from '@hermes-context/messages';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callOf } from '../scripted-model.fixture.ts';
import { fitRequest } from './fit-request.ts';

/** A conversation with one result after the other. */
function withResults(contents: readonly Message['content'][]): Messages {
  return contents.flatMap((content, index): Message[] => [
    { role: 'user', content: `Read file ${index}.` },
    { role: 'assistant', content: null, tool_calls: [callOf('read_file', { index }, `c${index}`)] },
    { role: 'tool', tool_call_id: `c${index}`, content },
  ]);
}

const words = (count: number): string => Array.from({ length: count }, (_, index) => `word${index % 97}`).join(' ');
const sizes = (messages: Messages): number[] =>
  messages.filter(({ role }) => role === 'tool').map((message) => estimateTokens(message));

describe('a request that is too large', () => {
  it('loses the middle of its largest result, and says so in its place', () => {
    const messages = withResults([words(100), `FIRST ${words(5_000)} LAST`]);
    const fitted = fitRequest(messages, { excessTokens: 5_000 }) ?? [];
    const text = contentText(fitted[5]?.content ?? '');
    expect(text).toMatch(/^FIRST .*\n\[… the middle of this result is left out.*stored whole …\]\n.* LAST$/s);
    expect(fitted.filter((message, index) => message !== messages[index])).toHaveLength(1);
    expect(fitted[5]).toMatchObject({ role: 'tool', tool_call_id: 'c1' });
  });

  it('cuts results to one size, the smaller ones not at all', () => {
    const messages = withResults([words(4_000), words(600), words(3_000)]);
    const [first = 0, second = 0, third = 0] = sizes(messages);
    const excessTokens = first + third - 2 * 2_000;
    const [one = 0, two, three = 0] = sizes(fitRequest(messages, { excessTokens }) ?? []);
    expect(two).toBe(second);
    expect(Math.max(one, three)).toBeLessThanOrEqual(2_000);
    expect(Math.min(one, three)).toBeGreaterThan(1_500);
  });

  it.each<[string, Messages]>([
    ['nothing', []],
    ['no results', [{ role: 'user', content: words(9_000) }]],
    ['small results', withResults([words(200), words(200), words(200)])],
    [
      'a picture',
      withResults([
        [
          { type: 'image_url', image_url: { url: 'data:,' } },
          { type: 'text', text: words(9_000) },
        ],
      ]),
    ],
    [
      'a result with an opaque part',
      withResults([
        [
          { type: 'file', id: 'f' },
          { type: 'text', text: words(9_000) },
        ],
      ]),
    ],
    ['no content', withResults([null])],
  ])('stays too large where there is %s to cut', (_, messages) => {
    expect(fitRequest(messages, { excessTokens: 1_000 })).toBeUndefined();
  });

  it('keeps 500 tokens of each result, and gives up where that is too much', () => {
    const messages = withResults([words(3_000), words(3_000)]);
    const most = sizes(messages).reduce((sum, tokens) => sum + tokens - 500, 0);
    const fitted = fitRequest(messages, { excessTokens: most });
    for (const tokens of sizes(fitted ?? [])) expect(tokens).toBeGreaterThan(400);
    expect(fitted).toBeDefined();
    expect(fitRequest(messages, { excessTokens: most + 1 })).toBeUndefined();
  });

  it('cuts texts that stand in parts, and such whose ends are the dearest of it', () => {
    const dear = '漢字かな'.repeat(400);
    const messages = withResults([[{ type: 'text', text: words(3_000) }], `${dear}${' '.repeat(20_000)}${dear}`]);
    const excessTokens = 3_000;
    const fitted = fitRequest(messages, { excessTokens }) ?? [];
    expect(estimateMessagesTokens(fitted)).toBeLessThanOrEqual(estimateMessagesTokens(messages) - excessTokens);
  });

  it('is smaller by all of the excess, valid, and changed in results alone, with the originals untouched', () => {
    const piece = fc.constantFrom(
      words(50),
      '漢字かな'.repeat(20),
      '{"a":[1,2,3]}'.repeat(20),
      ' '.repeat(400),
      '👩‍👩‍👧'.repeat(20),
    );
    const text = fc
      .array(fc.tuple(piece, fc.integer({ min: 1, max: 20 })), { maxLength: 4 })
      .map((pieces) => pieces.map(([each, times]) => each.repeat(times)).join('\n'));
    fc.assert(
      fc.property(
        fc.array(text, { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 1, max: 12_000 }),
        (texts, excess) => {
          const messages = withResults(texts);
          const copy = structuredClone(messages);
          const fitted = fitRequest(messages, { excessTokens: excess });
          expect(messages).toEqual(copy);
          if (fitted === undefined) return;
          expect(estimateMessagesTokens(fitted)).toBeLessThanOrEqual(estimateMessagesTokens(messages) - excess);
          expect(validateOpenAiChat(fitted)).toEqual([]);
          for (const [index, message] of fitted.entries()) {
            if (message.role !== 'tool') expect(message).toBe(messages[index]);
            expect(estimateTokens(message)).toBeLessThanOrEqual(estimateTokens(messages[index] ?? message));
          }
        },
      ),
    );
  });
});
