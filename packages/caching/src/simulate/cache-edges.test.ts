import { describe, expect, it } from 'vitest';
import { type AnthropicAssumptions, type CacheAnswer, createAnthropicCache } from './anthropic-cache.ts';
import { blocksOf } from './blocks-of.ts';
import type { CacheBlock } from './cache-block.ts';
import { createOpenAiCache } from './openai-cache.ts';

/** So many messages of a person behind the rules of the host, all of one size. */
function spoken(count: number, marked: readonly number[] = []): readonly CacheBlock[] {
  const said = Array.from({ length: count }, (_, index): CacheBlock => {
    const mark = marked.includes(index) ? { mark: '5m' as const } : {};
    return { id: `said${index}`, tokens: 100, level: 'messages', message: index + 1, role: 'user', ...mark };
  });
  return [{ id: 'rules', tokens: 1_500, level: 'messages', message: 0, role: 'developer' }, ...said];
}

function readTokens(answer: CacheAnswer): number | string {
  return answer.kind === 'refused' ? answer.reason : answer.tokens.readTokens;
}

describe('the edges of what Anthropic caches', () => {
  const blocks: readonly CacheBlock[] = [{ id: 'S', tokens: 2_000, level: 'system', mark: '5m' }];
  const readAt = (nowMs: number, assumed: Partial<AnthropicAssumptions> = {}) => {
    const cache = createAnthropicCache(assumed);
    cache.request({ nowMs: 0, blocks });
    return readTokens(cache.request({ nowMs, blocks }));
  };

  it('are a lifetime that is over with its last millisecond', () => {
    expect([readAt(299_999), readAt(300_000)]).toEqual([2_000, 0]);
  });

  it('are an answer that can be read from the moment on in which it begins', () => {
    const assumed = { firstTokenMs: 2_000 };
    expect([readAt(1_999, assumed), readAt(2_000, assumed)]).toEqual([0, 2_000]);
  });

  it('are slots that the marker of the server takes, too, however many there are', () => {
    const marked = Array.from(
      { length: 6 },
      (_, index): CacheBlock => ({
        id: `M${index}`,
        tokens: 500,
        level: 'messages',
        ...(index < 4 ? { mark: '5m' } : {}),
      }),
    );
    const ask = (maxMarkers: number) =>
      createAnthropicCache({ maxMarkers }).request({ nowMs: 0, blocks: marked, automatic: '5m' });
    expect(ask(4)).toEqual({ kind: 'refused', reason: 'No slot is left for automatic caching.' });
    expect(ask(5)).toMatchObject({ kind: 'answered', tokens: { write5mTokens: 3_000 } });
  });
});

describe('the edges of what OpenAI looks up', () => {
  it.each([
    [20, 1_600],
    [21, 0],
  ])('are 20 earlier ends of messages: %i messages later %i tokens are read', (later, read) => {
    const cache = createOpenAiCache();
    cache.request({ nowMs: 0, blocks: spoken(1) });
    expect(readTokens(cache.request({ nowMs: 1, blocks: spoken(1 + later) }))).toBe(read);
  });

  it.each([
    [0, 1_600],
    [1, 1_700],
    [2, 0],
    [3, 1_900],
  ])('are the first 2 markers and the latest 50: of 53 that at %i gives %i tokens', (written, read) => {
    const cache = createOpenAiCache();
    cache.request({ nowMs: 0, mode: 'explicit', blocks: spoken(written + 1, [written]) });
    const all = spoken(
      53,
      Array.from({ length: 53 }, (_, index) => index),
    );
    expect(readTokens(cache.request({ nowMs: 1, mode: 'explicit', blocks: all }))).toBe(read);
  });
});

describe('a message that moved', () => {
  it('has blocks that say where it stands now', () => {
    const [first, second] = [
      { role: 'user', content: 'one' },
      { role: 'user', content: 'two' },
    ];
    expect(blocksOf({ shape: 'openai-chat', messages: [first, second] }).map(({ message }) => message)).toEqual([0, 1]);
    expect(blocksOf({ shape: 'openai-chat', messages: [second, first] }).map(({ message }) => message)).toEqual([0, 1]);
  });
});
