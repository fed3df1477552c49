import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CacheBlock } from './cache-block.ts';
import { PrefixIds, type PrefixScope, tokensUpTo } from './prefix-ids.ts';

interface Prompt extends PrefixScope {
  readonly blocks: readonly CacheBlock[];
}

/** Few names, models and parameters, so that many prompts begin alike. */
const prompts: fc.Arbitrary<Prompt> = fc.record({
  blocks: fc.array(
    fc.record<CacheBlock>(
      {
        id: fc.constantFrom('a', 'b'),
        level: fc.constantFrom('tools', 'system', 'messages'),
        tokens: fc.nat(9),
        mark: fc.constantFrom('5m', '1h'),
      },
      { requiredKeys: ['id', 'level', 'tokens'] },
    ),
    { maxLength: 5 },
  ),
  model: fc.constantFrom(undefined, 'large', 'small'),
  salt: fc.constantFrom(undefined, {}, { messages: 'auto' }, { messages: 'any' }, { system: { fast: true } }),
});

/** All that decides about a prefix, in words. */
function told({ blocks, model, salt }: Prompt, end: number): string {
  const parts = blocks.slice(0, end + 1).map(({ id, level }) => [level, id, salt?.[level]]);
  return JSON.stringify([model ?? '', parts]);
}

describe('the numbers of prefixes', () => {
  it('are the same exactly where blocks, model and parameters are, whatever came before', () => {
    fc.assert(
      fc.property(fc.array(prompts, { maxLength: 12 }), (list) => {
        const ids = new PrefixIds();
        const toldBy = new Map<number, string>();
        const numberOf = new Map<string, number>();
        for (const prompt of list) {
          for (const [end, number] of ids.of(prompt.blocks, prompt).entries()) {
            const words = told(prompt, end);
            expect(toldBy.get(number) ?? words).toBe(words);
            expect(numberOf.get(words) ?? number).toBe(number);
            toldBy.set(number, words);
            numberOf.set(words, number);
          }
        }
      }),
    );
  });

  it('change from the first block on whose level a parameter is of', () => {
    const ids = new PrefixIds();
    const blocks: readonly CacheBlock[] = [
      { id: 'T', level: 'tools', tokens: 1 },
      { id: 'S', level: 'system', tokens: 1 },
      { id: 'M', level: 'messages', tokens: 1 },
    ];
    const [tools, system, message] = ids.of(blocks, { salt: { messages: 'auto' } });
    const changed = ids.of(blocks, { salt: { messages: 'none' } });
    expect(changed.slice(0, 2)).toEqual([tools, system]);
    expect(changed[2]).not.toBe(message);
  });

  it('cost a look at the blocks that are known, and one reading of each new one', () => {
    let readings = 0;
    const counted = (id: string): CacheBlock => ({
      get id() {
        readings += 1;
        return id;
      },
      tokens: 1,
      level: 'messages',
    });
    const blocks = Array.from({ length: 500 }, (_, index) => counted(`M${index}`));
    const ids = new PrefixIds();
    const first = ids.of(blocks, { model: 'large' });
    readings = 0;
    expect(ids.of([...blocks, counted('new')], { model: 'large' }).slice(0, -1)).toEqual(first);
    expect(readings).toBe(1);
  });
});

describe('tokens up to a block', () => {
  it('count all before it and its own', () => {
    const block = (tokens: number): CacheBlock => ({ id: 'M', level: 'messages', tokens });
    expect(tokensUpTo([block(5), block(0), block(7)])).toEqual([5, 5, 12]);
    expect(tokensUpTo([])).toEqual([]);
  });
});
