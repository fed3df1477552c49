import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CacheAnswer, type CacheTokens, createAnthropicCache } from './anthropic-cache.ts';
import type { CacheBlock } from './cache-block.ts';

const block = (id: string, tokens: number, mark?: '5m' | '1h'): CacheBlock => ({
  id,
  tokens,
  level: id.startsWith('S') ? 'system' : 'messages',
  ...(mark === undefined ? {} : { mark }),
});
const sizes = fc.array(fc.integer({ min: 1, max: 3_000 }), { minLength: 1, maxLength: 40 });
const total = ({ readTokens, write5mTokens, write1hTokens, uncachedTokens }: CacheTokens): number =>
  readTokens + write5mTokens + write1hTokens + uncachedTokens;

function tokensOf(answer: CacheAnswer): CacheTokens {
  if (answer.kind === 'refused') throw new Error(answer.reason);
  return answer.tokens;
}

describe('a cache as Anthropic documents it', () => {
  it('bills each token of a prompt once', () => {
    fc.assert(
      fc.property(sizes, fc.array(fc.nat(39), { maxLength: 4 }), (tokens, marks) => {
        const blocks = tokens.map((size, index) => block(`M${index}`, size, marks.includes(index) ? '5m' : undefined));
        const cache = createAnthropicCache();
        for (const nowMs of [0, 1_000]) {
          expect(total(tokensOf(cache.request({ nowMs, blocks })))).toBe(tokens.reduce((sum, size) => sum + size, 0));
        }
      }),
    );
  });

  it('reads in a second request all that the first one wrote, and writes nothing', () => {
    fc.assert(
      fc.property(sizes, (tokens) => {
        const blocks = tokens.map((size, index) =>
          block(`M${index}`, size, index === tokens.length - 1 ? '5m' : undefined),
        );
        const cache = createAnthropicCache();
        const first = tokensOf(cache.request({ nowMs: 0, blocks }));
        const second = tokensOf(cache.request({ nowMs: 1_000, blocks }));
        expect(second).toMatchObject({ readTokens: first.write5mTokens, write5mTokens: 0 });
      }),
    );
  });

  it('reads nothing of another model, nor of a prompt that begins otherwise', () => {
    const cache = createAnthropicCache();
    const blocks = [block('M1', 2_000), block('M2', 500, '5m')];
    cache.request({ nowMs: 0, blocks, model: 'a' });
    expect(tokensOf(cache.request({ nowMs: 1, blocks, model: 'b' })).readTokens).toBe(0);
    const other = [block('M0', 2_000), block('M2', 500, '5m')];
    expect(tokensOf(cache.request({ nowMs: 2, blocks: other, model: 'a' })).readTokens).toBe(0);
  });

  it('says another thing where what the documentation leaves open is assumed otherwise', () => {
    const start = [block('S1', 2_000, '5m'), block('M1', 1_000, '5m')];
    const more = [block('S1', 2_000, '5m'), block('M1', 1_000), block('M2', 500, '5m')];
    const other = [block('S1', 2_000, '5m'), block('M9', 700, '5m')];
    const readLate = (refresh: 'hit' | 'breakpoints' | 'prefixes', isMarked: boolean): number => {
      const cache = createAnthropicCache({ refresh });
      cache.request({ nowMs: 0, blocks: start });
      const [system, ...rest] = more;
      const unmarked = [block('S1', 2_000), ...rest];
      cache.request({ nowMs: 200_000, blocks: isMarked && system !== undefined ? more : unmarked });
      return tokensOf(cache.request({ nowMs: 400_000, blocks: other })).readTokens;
    };
    expect(readLate('hit', true)).toBe(0);
    expect(readLate('breakpoints', true)).toBe(2_000);
    expect(readLate('breakpoints', false)).toBe(0);
    expect(readLate('prefixes', false)).toBe(2_000);
  });

  it('loses a long entry with the short one that it was built on, where segments are needed', () => {
    const start = [block('S1', 2_000, '1h'), block('M1', 1_000, '5m')];
    const again = [block('S1', 2_000, '1h'), block('M1', 1_000), block('M2', 400, '1h')];
    const later = [block('S1', 2_000, '1h'), block('M1', 1_000), block('M2', 400), block('M3', 100, '5m')];
    const readLate = (needsSegments: boolean): number => {
      const cache = createAnthropicCache({ needsSegments });
      cache.request({ nowMs: 0, blocks: start });
      cache.request({ nowMs: 60_000, blocks: again });
      return tokensOf(cache.request({ nowMs: 1_800_000, blocks: later })).readTokens;
    };
    expect(readLate(false)).toBe(3_400);
    expect(readLate(true)).toBe(2_000);
  });
});
