import type { Replay, WirePrompt } from '@hermes-context/caching';
import { describe, expect, it } from 'vitest';
import { PRICE_CLASSES, playSteps } from './costs.fixture.ts';
import { agentLoop, asChat, recordedConversations } from './prompts.fixture.ts';
import { type PruningPolicy, prunedSteps } from './pruning.fixture.ts';

const MINUTE = 60_000;
/** A conversation in which batches of old results come together, at any price of a read. */
const LONG = { requests: 100, tokens: 100_000 } as const;

interface Conversation {
  readonly name: string;
  readonly chat: WirePrompt;
}

const recorded: readonly Conversation[] = recordedConversations();
const generated: readonly Conversation[] = [
  { name: 'a loop', chat: asChat(agentLoop({ steps: 150, results: 2, resultTokens: 1_000 })) },
  { name: 'a chat', chat: asChat(agentLoop({ steps: 100, results: 1, resultTokens: 2_000, stepsPerTurn: 10 })) },
];

/** What one conversation costs by each policy. */
interface Costs {
  readonly name: string;
  readonly isLong: boolean;
  readonly never: number;
  readonly eachTime: number;
  readonly ours: number;
}

const situations = Object.keys(PRICE_CLASSES).flatMap((model) => [1, 10].map((minutes) => ({ model, minutes })));

describe.each(situations)('old results of tools, with $model and pauses of $minutes minutes', ({ model, minutes }) => {
  let known: readonly Costs[] | undefined;
  function allCosts(): readonly Costs[] {
    known ??= [...recorded, ...generated].map(costsOf);
    return known;
  }

  function costsOf({ name, chat }: Conversation): Costs {
    const playBy = (policy: PruningPolicy): Replay =>
      playSteps(prunedSteps(chat, { policy, model, gapMs: minutes * MINUTE }), 'peat', {
        model,
        provider: 'openrouter',
      });
    const never = playBy('never');
    return {
      name,
      isLong: isLong(never),
      never: never.costTokens,
      eachTime: playBy('every request').costTokens,
      ours: playBy('cold_or_batch').costTokens,
    };
  }

  it('cost less cut cold or in batches than never or each time, in sum', () => {
    const sumOf = (policy: 'never' | 'eachTime' | 'ours'): number =>
      allCosts()
        .slice(0, recorded.length)
        .reduce((sum, each) => sum + each[policy], 0);
    expect(sumOf('ours')).toBeLessThan(sumOf('never'));
    expect(sumOf('ours')).toBeLessThan(sumOf('eachTime'));
  });

  it('cost less in each long conversation', () => {
    const long = allCosts().filter((each) => each.isLong);
    expect(long.length).toBeGreaterThan(generated.length);
    // The same as never, to the token, where no batch came together.
    expect(long.filter(({ ours, never, eachTime }) => ours > never || ours >= eachTime)).toEqual([]);
    const loops = allCosts().slice(recorded.length);
    expect(loops.filter(({ ours, never, eachTime }) => ours > 0.8 * never || ours > 0.7 * eachTime)).toEqual([]);
  });

  it('cost least in a chat whose cache runs out at each pause', () => {
    const { ours = 1, never = 0 } = allCosts().at(-1) ?? {};
    expect(ours / never).toBeLessThan(minutes >= 5 ? 1 / 3 : 0.8);
  });

  it('cost a fifth more than never at the most, where a conversation ends right after a cut', () => {
    // Nobody knows when it ends: the price of one batch is what can be lost.
    expect(allCosts().filter(({ ours, never }) => ours > 1.2 * never)).toEqual([]);
  });

  it('cost half as much again as each time at the most, where all that is large comes at the start', () => {
    // What comes is estimated by what came: so the batch is waited for, though nothing follows.
    expect(allCosts().filter(({ ours, eachTime }) => ours > 1.5 * eachTime)).toEqual([]);
  });
});

function isLong({ requests }: Replay): boolean {
  const last = requests.at(-1)?.tokens;
  const tokens = last === undefined ? 0 : Object.values(last).reduce((sum: number, each: number) => sum + each, 0);
  return requests.length >= LONG.requests && tokens >= LONG.tokens;
}
