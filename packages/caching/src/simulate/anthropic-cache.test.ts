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

const SIZES = { a: 700, b: 40, c: 2_000 } as const;
/** Prompts of few blocks, which begin alike: a block has the same size wherever it stands. The last one is marked. */
const prompts = fc
  .array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 25 })
  .map((names) => endMarked(names.map((name) => block(name, SIZES[name]))));

function endMarked(blocks: readonly CacheBlock[]): readonly CacheBlock[] {
  return blocks.map((each, index) => (index === blocks.length - 1 ? { ...each, mark: '5m' } : each));
}

/** Tokens at the start that two prompts have in common. */
function sharedTokens(left: readonly CacheBlock[], right: readonly CacheBlock[]): number {
  const end = left.findIndex(({ id }, index) => id !== right[index]?.id);
  return left.slice(0, end === -1 ? left.length : end).reduce((sum, { tokens }) => sum + tokens, 0);
}

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

  it('reads in a second request all up to its last marker, and writes nothing', () => {
    fc.assert(
      fc.property(sizes, fc.uniqueArray(fc.nat(39), { maxLength: 4 }), (tokens, marks) => {
        const blocks = tokens.map((size, index) => block(`M${index}`, size, marks.includes(index) ? '5m' : undefined));
        const cache = createAnthropicCache();
        cache.request({ nowMs: 0, blocks });
        const last = blocks.findLastIndex(({ mark }) => mark !== undefined);
        const upTo = blocks.slice(0, last + 1).reduce((sum, { tokens: size }) => sum + size, 0);
        const second = tokensOf(cache.request({ nowMs: 1_000, blocks }));
        // A shorter prefix is not cached, which the markers in front of it share.
        expect(second).toMatchObject({ readTokens: upTo >= 1_024 ? upTo : 0, write5mTokens: 0, write1hTokens: 0 });
      }),
    );
  });

  it('reads no more than an earlier prompt has begun with', () => {
    fc.assert(
      fc.property(fc.array(prompts, { maxLength: 8 }), (list) => {
        const cache = createAnthropicCache({ minTokens: 1 });
        for (const [index, blocks] of list.entries()) {
          const { readTokens } = tokensOf(cache.request({ nowMs: index * 100_000, blocks }));
          const known = list.slice(0, index).map((before) => sharedTokens(blocks, before));
          expect(readTokens).toBeLessThanOrEqual(Math.max(0, ...known));
        }
      }),
    );
  });

  it('looks back over as many blocks as it is told, its own counted', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 0, max: 40 }), (lookbackBlocks, added) => {
        const start = Array.from({ length: 5 }, (_, index) => block(`M${index}`, 1_000));
        const more = Array.from({ length: added }, (_, index) => block(`N${index}`, 10));
        const cache = createAnthropicCache({ lookbackBlocks });
        cache.request({ nowMs: 0, blocks: endMarked(start) });
        const { readTokens } = tokensOf(cache.request({ nowMs: 1, blocks: endMarked([...start, ...more]) }));
        expect(readTokens).toBe(added < lookbackBlocks ? 5_000 : 0);
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

  it('keeps nothing of a prefix under the minimum', () => {
    const blocks = [block('S1', 500, '5m'), block('M1', 500, '5m')];
    const readAgain = (minTokens: number): number => {
      const cache = createAnthropicCache({ minTokens });
      cache.request({ nowMs: 0, blocks });
      return tokensOf(cache.request({ nowMs: 1, blocks })).readTokens;
    };
    expect([512, 1_000, 1_001].map(readAgain)).toEqual([1_000, 1_000, 0]);
  });

  it('lets all pay the write that ask before the first answer begins', () => {
    const blocks = [block('S1', 2_000, '5m')];
    const cache = createAnthropicCache({ firstTokenMs: 3_000 });
    const readAt = (nowMs: number): number => tokensOf(cache.request({ nowMs, blocks })).readTokens;
    expect([0, 100, 2_999, 6_000].map(readAt)).toEqual([0, 0, 0, 2_000]);
  });

  it('gives a marker in front of a hit an entry of its own for nothing, unless told that it does not', () => {
    const readOther = (fillsBelowHit: boolean): number => {
      const cache = createAnthropicCache({ fillsBelowHit });
      cache.request({ nowMs: 0, blocks: [block('S1', 2_000), block('M1', 1_000, '5m')] });
      const again = tokensOf(cache.request({ nowMs: 1, blocks: [block('S1', 2_000, '5m'), block('M1', 1_000, '5m')] }));
      expect(again).toMatchObject({ readTokens: 3_000, write5mTokens: 0 });
      const other = [block('S1', 2_000, '5m'), block('M9', 700, '5m')];
      return tokensOf(cache.request({ nowMs: 2, blocks: other })).readTokens;
    };
    expect([readOther(true), readOther(false)]).toEqual([2_000, 0]);
  });

  it('refuses more markers than it takes, one that cannot stand, and an hour behind five minutes', () => {
    const five = Array.from({ length: 5 }, (_, index) => block(`M${index}`, 1_000, '5m'));
    const reasonOf = (blocks: readonly CacheBlock[], maxMarkers?: number): string | undefined => {
      const cache = createAnthropicCache(maxMarkers === undefined ? {} : { maxMarkers });
      const answer = cache.request({ nowMs: 0, blocks });
      return answer.kind === 'refused' ? answer.reason : undefined;
    };
    expect(reasonOf(five)).toContain('maximum of 4');
    expect(reasonOf(five, 5)).toBeUndefined();
    expect(reasonOf([{ ...block('M1', 2_000, '5m'), isUnmarkable: true }])).toContain('cannot carry');
    expect(reasonOf([block('S1', 2_000, '5m'), block('M1', 1, '1h')])).toContain('1h');
  });
});
