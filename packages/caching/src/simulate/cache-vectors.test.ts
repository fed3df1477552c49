import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { promptCost } from '../cost/prices.ts';
import { type AnthropicAssumptions, type CacheAnswer, createAnthropicCache } from './anthropic-cache.ts';
import type { CacheBlock } from './cache-block.ts';
import { createOpenAiCache } from './openai-cache.ts';

interface Vector {
  readonly vector: string;
  readonly request: number;
  readonly at_ms: number;
  readonly note: string;
  /** `name:tokens*mark`, with `!` behind what cannot carry one. */
  readonly blocks: string;
  readonly salt?: object;
  readonly auto?: '5m' | '1h';
  readonly mode?: 'explicit';
  readonly expect: Readonly<Record<string, number>>;
}

const VECTORS: readonly Vector[] = JSON.parse(
  readFileSync(join(import.meta.dirname, 'cache-vectors.fixture.json'), 'utf8'),
);
const LEVELS: Readonly<Record<string, CacheBlock['level']>> = { T: 'tools', S: 'system' };
const ROLES: Readonly<Record<string, CacheBlock['role']>> = { d: 'developer', a: 'assistant', t: 'tool' };
const PRICES = { readRatio: 0.1, writeRatio: 1.25, hourWriteRatio: 2, source: 'the vectors' };
/** What a vector assumes beside the documented rules. */
const ASSUMED: Readonly<Record<string, Partial<AnthropicAssumptions>>> = {
  A11: { firstTokenMs: 2_000 },
  A16: { minTokens: 512 },
};

function blocksOf({ vector, blocks }: Vector): readonly CacheBlock[] {
  return blocks.split(' ').map((text, index) => {
    const [, id = '', tokens = '', mark, cannot] = /^(\w+):(\d+)(?:\*(\w+))?(!)?$/.exec(text) ?? [];
    const first = id.charAt(0);
    // The last two blocks of O04 are one message, which grew.
    const message = id === 'B' ? index - 1 : index;
    return {
      id,
      tokens: Number(tokens),
      level: LEVELS[first] ?? 'messages',
      ...(vector.startsWith('O') ? { message, role: ROLES[first] ?? 'user' } : {}),
      ...(mark === undefined ? {} : { mark: mark === '1h' ? '1h' : '5m' }),
      ...(cannot === undefined ? {} : { isUnmarkable: true }),
    };
  });
}

function reported(answer: CacheAnswer, vector: string): Readonly<Record<string, number>> {
  if (answer.kind === 'refused') return { error: 400 };
  const { tokens } = answer;
  const readRatio = vector.startsWith('A16') ? 0.05 : 0.1;
  const writeRatio = vector.startsWith('O05') ? 1 : 1.25;
  return {
    cache_read_input_tokens: tokens.readTokens,
    ephemeral_5m_input_tokens: tokens.write5mTokens,
    ephemeral_1h_input_tokens: tokens.write1hTokens,
    input_tokens: tokens.uncachedTokens,
    cached_tokens: tokens.readTokens,
    cache_write_tokens: tokens.write5mTokens,
    cost: Number(promptCost(tokens, { ...PRICES, readRatio, writeRatio }).inputTokens.toFixed(4)),
  };
}

function play(requests: readonly Vector[]): readonly object[] {
  const name = requests[0]?.vector ?? '';
  const number = name.slice(0, 3);
  const anthropic = createAnthropicCache(ASSUMED[number]);
  const openAi = createOpenAiCache(number === 'O05' ? { intervalTokens: 2_048 } : {});
  return requests.map((each) => {
    const request = { nowMs: each.at_ms, blocks: blocksOf(each), salt: each.salt };
    const answer = name.startsWith('O')
      ? openAi.request({ ...request, mode: each.mode })
      : anthropic.request({ ...request, automatic: each.auto });
    const all = reported(answer, name);
    return Object.fromEntries(Object.keys(each.expect).map((key) => [key, all[key]]));
  });
}

describe('a cache', () => {
  const vectors = Map.groupBy(VECTORS, ({ vector }) => vector);

  it.each([...vectors].map(([name, requests]) => [`${name}: ${requests[0]?.note}`, requests] as const))(
    'bills as the documentation says in %s',
    (_, requests) => {
      expect(play(requests)).toEqual(requests.map((request) => request.expect));
    },
  );

  it('has a vector for each rule', () => {
    expect([vectors.size, VECTORS.length]).toEqual([22, 55]);
  });
});
