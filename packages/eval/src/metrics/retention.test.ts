import { describe, expect, it } from 'vitest';
import { CONVERSATION, ITEMS, seenOf, summarised } from './metrics.fixture.ts';
import { bindingShare, retentionOf } from './retention.ts';

const idsOf = (items: readonly { readonly id: string }[]): readonly string[] => items.map(({ id }) => id);

describe('retention', () => {
  it('finds everything that should survive in the whole conversation', async () => {
    const { kept, lost } = await retentionOf(seenOf(CONVERSATION), ITEMS);
    expect(idsOf(kept)).toEqual(['goal-1', 'constraint-1', 'number-1']);
    expect(lost).toEqual([]);
  });

  it('calls an item lost that no message holds and no tool brings back', async () => {
    const { kept, reachable, lost } = await retentionOf(summarised('Move the shop to whole cents.'), ITEMS);
    expect([kept, reachable, lost].map(idsOf)).toEqual([['goal-1'], [], ['constraint-1', 'number-1']]);
  });

  it('calls an item reachable that a search of its words brings back within two calls', async () => {
    const asked: string[] = [];
    const reach = async (words: string): Promise<string> => {
      asked.push(words);
      return words === 'table' ? 'Never touch table 17.' : 'nothing';
    };
    const { reachable, lost } = await retentionOf(summarised('Move the shop to whole cents.'), ITEMS, reach);
    expect([reachable, lost].map(idsOf)).toEqual([['constraint-1'], ['number-1']]);
    expect(asked).toEqual(['touch table', 'table', 'slowest export', 'export']);
  });

  it('finds an item in an answer that is JSON, where quotes are escaped', async () => {
    const quoted = { id: 'goal-2', kind: 'goal', index: 1, probe: 'Say "stop" twice.', words: ['stop'] } as const;
    const reach = async (): Promise<string> => JSON.stringify({ text: 'Say "stop" twice.' });
    expect((await retentionOf([], [quoted], reach)).reachable).toEqual([quoted]);
  });

  it('counts a goal or a rule as kept only word for word', () => {
    expect(bindingShare(summarised('Move the shop to whole cents. Never touch table 17.'), ITEMS)).toEqual({
      hits: 2,
      of: 2,
    });
    expect(bindingShare(summarised('Move the shop to whole cents; leave table 17 alone.'), ITEMS)).toEqual({
      hits: 0,
      of: 2,
    });
  });
});
