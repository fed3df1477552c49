import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CacheAnswer, CacheModel, CacheTokens } from './anthropic-cache.ts';
import type { CacheBlock } from './cache-block.ts';
import { createOpenAiCache, type OpenAiAssumptions, type OpenAiCacheRequest } from './openai-cache.ts';

const MINUTE = 60_000;
const ROLES: Readonly<Record<string, CacheBlock['role']>> = { d: 'developer', u: 'user', a: 'assistant', t: 'tool' };

/** Blocks by their names, which begin with who speaks; a message each, `*` marks one. */
function blocksIn(text: string): readonly CacheBlock[] {
  return text.split(' ').map((part, message): CacheBlock => {
    const [, id = '', tokens = '', mark = ''] = /^(\w+):(\d+)(\*?)$/.exec(part) ?? [];
    const role = ROLES[id.charAt(0)] ?? 'user';
    return { id, tokens: Number(tokens), level: 'messages', message, role, ...(mark === '*' ? { mark: '5m' } : {}) };
  });
}

function tokensOf(answer: CacheAnswer): CacheTokens {
  if (answer.kind === 'refused') throw new Error(answer.reason);
  return answer.tokens;
}

function totalOf({ readTokens, write5mTokens, write1hTokens, uncachedTokens }: CacheTokens): number {
  return readTokens + write5mTokens + write1hTokens + uncachedTokens;
}

function ask(cache: CacheModel<OpenAiCacheRequest>, text: string, rest: Partial<OpenAiCacheRequest> = {}): CacheTokens {
  return tokensOf(cache.request({ nowMs: 0, blocks: blocksIn(text), ...rest }));
}

/** Prompts of few blocks, which begin alike: a block has the same size wherever it stands. */
const prompts = fc
  .array(
    fc.record({
      name: fc.constantFrom('d1:900', 'u1:700', 'u2:40', 'a1:1500', 't1:2300', 't2:130'),
      isMarked: fc.integer({ min: 0, max: 4 }).map((number) => number === 0),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((list) => blocksIn(list.map(({ name, isMarked }) => `${name}${isMarked ? '*' : ''}`).join(' ')));
const assumptions: fc.Arbitrary<Partial<OpenAiAssumptions>> = fc.constantFrom(
  {},
  { minTokens: 1 },
  { intervalTokens: 128 },
  { intervalTokens: 2_048 },
);
const modes = fc.constantFrom<OpenAiCacheRequest['mode'][]>(undefined, 'implicit', 'explicit');

/** Tokens at the start that two prompts have in common. */
function sharedTokens(left: readonly CacheBlock[], right: readonly CacheBlock[]): number {
  const end = left.findIndex(({ id }, index) => id !== right[index]?.id);
  return left.slice(0, end === -1 ? left.length : end).reduce((sum, { tokens }) => sum + tokens, 0);
}

describe('a cache as OpenAI documents it', () => {
  it('bills each token once, and reads no more than an earlier prompt has begun with', () => {
    fc.assert(
      fc.property(fc.array(prompts, { maxLength: 8 }), assumptions, modes, (list, assumed, mode) => {
        const cache = createOpenAiCache(assumed);
        for (const [index, blocks] of list.entries()) {
          const tokens = tokensOf(cache.request({ nowMs: index * MINUTE, blocks, mode }));
          expect(totalOf(tokens)).toBe(blocks.reduce((sum, block) => sum + block.tokens, 0));
          expect(Math.min(...Object.values(tokens))).toBeGreaterThanOrEqual(0);
          const known = list.slice(0, index).map((before) => sharedTokens(blocks, before));
          expect(tokens.readTokens).toBeLessThanOrEqual(Math.max(0, ...known));
        }
      }),
    );
  });

  it('reads in a second request all that the first one read or wrote, and writes nothing', () => {
    fc.assert(
      fc.property(fc.array(prompts, { minLength: 1, maxLength: 4 }), modes, (list, mode) => {
        const cache = createOpenAiCache();
        const answers = list.map((blocks) => tokensOf(cache.request({ nowMs: 0, blocks, mode })));
        const [blocks, first] = [list.at(-1) ?? [], answers.at(-1)];
        const second = tokensOf(cache.request({ nowMs: 1_000, blocks, mode }));
        expect(second.readTokens).toBe((first?.readTokens ?? 0) + (first?.write5mTokens ?? 0));
        expect(second.write5mTokens).toBe(0);
      }),
    );
  });

  it('sets a breakpoint of its own at the end of what a person said, unless only the marked ones count', () => {
    const text = 'd1:2000 u1:500';
    expect(ask(createOpenAiCache(), text)).toMatchObject({ write5mTokens: 2_500, uncachedTokens: 0 });
    expect(ask(createOpenAiCache(), text, { mode: 'explicit' })).toMatchObject({ uncachedTokens: 2_500 });
    const marked = ask(createOpenAiCache(), 'd1:2000* u1:500', { mode: 'explicit' });
    expect(marked).toMatchObject({ write5mTokens: 2_000, uncachedTokens: 500 });
  });

  it('looks for results of tools at the end of a run of them, and not within it', () => {
    const cache = createOpenAiCache();
    ask(cache, 'u1:2000 a1:100 t1:300');
    expect(ask(cache, 'u1:2000 a1:100 t1:300 t2:300').readTokens).toBe(0); // a run that went on
    expect(ask(cache, 'u1:2000 a1:100 t1:300 t2:300 a2:50 u2:10').readTokens).toBe(2_700);
  });

  it('writes the last three marked blocks beside its own, and the last four without', () => {
    const marked = 'u1:2000* u2:100* u3:100* u4:100* u5:100';
    const readAfter = (text: string, mode: 'implicit' | 'explicit'): number => {
      const cache = createOpenAiCache();
      ask(cache, marked, { mode });
      return ask(cache, text, { mode: 'explicit' }).readTokens;
    };
    expect(readAfter('u1:2000* u9:1', 'implicit')).toBe(0);
    expect(readAfter('u1:2000* u2:100* u9:1', 'implicit')).toBe(2_100);
    expect(readAfter('u1:2000* u9:1', 'explicit')).toBe(2_000);
  });

  it('keeps what is used for half an hour more, and forgets the rest', () => {
    const cache = createOpenAiCache();
    const text = 'u1:2000';
    ask(cache, text);
    expect(ask(cache, text, { nowMs: 30 * MINUTE - 1 }).readTokens).toBe(2_000);
    expect(ask(cache, text, { nowMs: 60 * MINUTE - 2 }).readTokens).toBe(2_000);
    expect(ask(cache, text, { nowMs: 90 * MINUTE - 2 }).readTokens).toBe(0);
  });

  it('reads nothing of another model, nor behind another parameter', () => {
    const cache = createOpenAiCache();
    ask(cache, 'u1:2000', { model: 'large', salt: { messages: 'auto' } });
    expect(ask(cache, 'u1:2000', { model: 'small', salt: { messages: 'auto' } }).readTokens).toBe(0);
    expect(ask(cache, 'u1:2000', { model: 'large', salt: { messages: 'none' } }).readTokens).toBe(0);
    expect(ask(cache, 'u1:2000', { model: 'large', salt: { messages: 'auto' } }).readTokens).toBe(2_000);
  });

  it.each<[string, Partial<OpenAiAssumptions>, Partial<CacheTokens>]>([
    ['as it is documented', {}, { readTokens: 3_000 }],
    ['with a larger minimum', { minTokens: 3_001 }, { readTokens: 0, write5mTokens: 3_300 }],
    ['with a shorter life', { ttlMs: MINUTE }, { readTokens: 0, write5mTokens: 3_300 }],
    ['with entries at intervals', { intervalTokens: 2_048 }, { readTokens: 2_048, write5mTokens: 0 }],
    ['with short intervals', { intervalTokens: 128 }, { readTokens: 2_944, write5mTokens: 0 }],
    ['with coarse reports', { intervalTokens: 128, roundingTokens: 1_000 }, { readTokens: 2_000, write5mTokens: 0 }],
  ])('says of the same two requests, %s, what that implies', (_, assumed, expected) => {
    const cache = createOpenAiCache(assumed);
    ask(cache, 'd1:2500 u1:500');
    expect(ask(cache, 'd1:2500 u1:500 a1:200 u2:100', { nowMs: 2 * MINUTE })).toMatchObject(expected);
  });
});
