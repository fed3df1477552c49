import type { Message } from '@hermes-context/contract';
import { estimateMessagesTokens } from '@hermes-context/messages';
import { describe, expect, it } from 'vitest';
import { engineBench, listOf, turns, withIds } from './engine.fixture.ts';

const WINDOW = { name: 'small', contextTokens: 8_000 };
const ROW = 'a row of it\n';

describe('what the lcm engine keeps', () => {
  it('I29 keeps less where the provider counts more than the estimate, so that the result fits all the same', async () => {
    const list = withIds([{ role: 'system', content: 'Be brief.' }, ...turns(60, 60)]);
    const estimate = estimateMessagesTokens(list);
    const tailAt = async (promptTokens: number) => {
      const { compress } = await engineBench({ model: WINDOW });
      const shorter = listOf(await compress(list, { promptTokens, overheadTokens: 0, force: true }));
      return estimateMessagesTokens(shorter.filter((message) => list.includes(message)));
    };
    const asEstimated = await tailAt(estimate);
    expect(await tailAt(estimate * 0.5)).toBe(asEstimated);
    expect(await tailAt(estimate * 1.4)).toBeLessThan(asEstimated * 0.8);
    expect(await tailAt(estimate * 1.4)).toBe(await tailAt(estimate * 1.4));
  });

  it('I20 leaves room where the newest results together would take all of it', async () => {
    const { compress, call } = await engineBench({ model: WINDOW });
    const ids = Array.from({ length: 24 }, (_, index) => `call-${index}`);
    const calls = ids.map((id) => ({ id, type: 'function' as const, function: { name: 'cat', arguments: '{}' } }));
    const results = ids.map((id): Message => ({ role: 'tool', tool_call_id: id, content: `${id} ${ROW.repeat(75)}` }));
    const list = withIds([...turns(10, 60), { role: 'assistant', content: null, tool_calls: calls }, ...results]);
    expect(estimateMessagesTokens(results)).toBeGreaterThan(WINDOW.contextTokens);
    const outcome = await compress(list, { promptTokens: 9_000 });
    const shorter = listOf(outcome);

    expect(estimateMessagesTokens(shorter)).toBeLessThan(6_000);
    expect(outcome).not.toMatchObject({ report: { shortfall: expect.anything() } });
    const kept = shorter.filter((message) => results.some(({ content }) => content === message.content));
    expect(kept.length).toBeGreaterThan(2);
    const handle = /file_[0-9a-f]{12}/.exec(JSON.stringify(shorter))?.[0] ?? '';
    expect(await call('lcm_expand', { id: handle })).toContain('a row of it');
  });
});
