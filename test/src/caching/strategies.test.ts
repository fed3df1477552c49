import { type CacheStrategyName, cachePrices, type ReplayedRequest, type WirePrompt } from '@hermes-context/caching';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Played, PRICE_CLASSES, play } from './costs.fixture.ts';
import { agentLoop, asChat, recordedConversations } from './prompts.fixture.ts';

const models = Object.keys(PRICE_CLASSES);
const conversations = recordedConversations();
const openRouter = { provider: 'openrouter', model: 'anthropic/claude-sonnet-5' } as const;

function sizeOf({ tokens }: ReplayedRequest): number {
  return tokens.readTokens + tokens.write5mTokens + tokens.write1hTokens + tokens.uncachedTokens;
}

describe('peat', () => {
  it('reads the whole prompt before in each request, however many results a step has', () => {
    const loops = fc.record({
      steps: fc.integer({ min: 2, max: 12 }),
      results: fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 }),
      resultTokens: fc.constantFrom(4, 200),
      stepsPerTurn: fc.integer({ min: 2, max: 6 }),
      hasThinking: fc.boolean(),
    });
    fc.assert(
      fc.property(loops, fc.boolean(), (loop, isChat) => {
        const whole = agentLoop(loop);
        const { requests } = isChat ? play(asChat(whole), 'peat', openRouter) : play(whole, 'peat');
        for (const [index, request] of requests.entries()) {
          const before = requests[index - 1];
          if (before !== undefined) expect(request.tokens.readTokens).toBe(sizeOf(before));
        }
      }),
      { numRuns: 40 },
    );
  });

  it.each([12, 20])('costs a fifth of system_and_3 or less where a step has %i results', (results) => {
    const whole = agentLoop({ steps: 40, results });
    for (const [prompt, route] of [
      [whole, {}],
      [asChat(whole), openRouter],
    ] as const) {
      const ours = play(prompt, 'peat', route).costTokens;
      expect(play(prompt, 'system_and_3', route).costTokens / ours).toBeGreaterThan(5);
    }
  });

  it.each(conversations)('never costs more than system_and_3 on $name', ({ anthropic, chat }) => {
    for (const model of models) {
      for (const gapMinutes of [1, 10, 55]) {
        for (const [whole, provider] of [
          [anthropic, 'anthropic'],
          [chat, 'openrouter'],
        ] as const) {
          const options = { model, gapMinutes, provider };
          const ours = play(whole, 'peat', options).costTokens;
          expect(ours).toBeLessThanOrEqual(play(whole, 'system_and_3', options).costTokens * 1.01);
        }
      }
    }
  });

  it('S-107 saves at least 75 % of the input cost of a conversation of many turns against no caching', () => {
    const long = conversations.filter(({ anthropic }) => play(anthropic, 'none').requests.length >= 20);
    expect(long.length).toBeGreaterThan(0);
    const shares = long.map(({ name, anthropic }) => {
      const share = play(anthropic, 'peat').costTokens / play(anthropic, 'none').costTokens;
      return { name, savedPercent: 100 - Math.round(share * 1_000) / 10 };
    });
    expect(shares.filter(({ savedPercent }) => savedPercent < 75)).toEqual([]);
  });
});

describe('a lifetime that is learned', () => {
  const costsOf = (whole: WirePrompt, options: Played) => {
    const costOf = (name: CacheStrategyName): number => play(whole, name, options).costTokens;
    return { learned: costOf('peat_auto'), better: Math.min(costOf('peat'), costOf('peat_1h')) };
  };

  it.each([1, 10, 20, 30, 40, 55, 90])(
    'costs at most a twentieth more than the better one with pauses of %i minutes',
    (gapMinutes) => {
      const whole = agentLoop({ steps: 90, results: 1, resultTokens: 2_000, stepsPerTurn: 3 });
      const { learned, better } = costsOf(whole, { gapMinutes });
      expect(learned).toBeLessThanOrEqual(1.05 * better);
    },
  );

  const chats = conversations.filter(({ anthropic }) => pausesOf(anthropic).length >= 14);

  it.each(chats)('costs on $name what the better one does, and what two pauses teach', ({ anthropic }) => {
    const [first = 0, second = 0] = pausesOf(anthropic);
    for (const [model, readRatio] of Object.entries(PRICE_CLASSES)) {
      const { hourWriteRatio } = cachePrices(model);
      for (const gapMinutes of [10, 55]) {
        const { learned, better } = costsOf(anthropic, { model, gapMinutes });
        // Whoever knew of the pauses would have read what these two requests write anew.
        expect(learned - better).toBeLessThanOrEqual((first + second) * (hourWriteRatio - readRatio));
      }
    }
  });
});

/** The sizes of the prompts that came after a pause of the user, in tokens. */
function pausesOf(whole: WirePrompt): readonly number[] {
  const { requests } = play(whole, 'none', { gapMinutes: 10 });
  const isPause = (index: number): boolean =>
    index > 0 && (requests[index]?.atMs ?? 0) - (requests[index - 1]?.atMs ?? 0) >= 600_000;
  return requests.filter((_, index) => isPause(index)).map(sizeOf);
}
