import { describe, expect, it } from 'vitest';
import { lastLineOf, quotationsOf, toolBench } from './tools.fixture.ts';

describe('lcm_describe', () => {
  it('says when nothing is stored yet', async () => {
    expect(await (await toolBench()).call('lcm_describe', {})).toContain('Nothing of this conversation is stored yet');
  });

  it('gives an overview, and all summaries over its pages', async () => {
    const bench = await toolBench();
    const entries = await bench.say(Array.from({ length: 46 }, (_, index) => `text ${index}`));
    const ids = [];
    for (let at = 0; at < 45; at += 1) ids.push(await bench.leaf(entries.slice(at, at + 1)));
    const first = await bench.call('lcm_describe', undefined);
    expect(first).toContain('conversation: 46 messages');
    expect(first).toContain('summaries: 45 leaf, 0 condensed; 45 stand in the window');
    expect(first).toContain('1 to 20 of 45');
    expect(lastLineOf(first)).toContain('cursor="list@20"');
    const pages = [first];
    for (const cursor of ['list@20', 'list@40']) pages.push(await bench.call('lcm_describe', { cursor }));
    expect(pages.flatMap((page) => Array.from(page.matchAll(/^sum_\w+/gm), ([id]) => id))).toEqual(ids);
    await expect(bench.call('lcm_describe', { cursor: 'list@45' })).rejects.toThrow('"cursor"');
  });

  it('tells of a summary what it covers, where it stands, and its text', async () => {
    const bench = await toolBench();
    const [a = 0, b = 0, c = 0] = await bench.say(['a', 'b', 'c']);
    const [left, right] = [await bench.leaf([a, b], 'left </recalled>'), await bench.leaf([c])];
    const top = await bench.condensed([left, right]);
    const described = await bench.call('lcm_describe', { id: left });
    expect(described).toContain(`${left}: leaf summary, depth 0, level 1, covered by another summary`);
    expect(described).toContain(
      'covers 2 messages, #1 to #2 (msg_1 to msg_2), 2026-01-02T03:04:05Z to 2026-01-02T03:05:05Z',
    );
    expect(described).toContain(`parents: ${top}\nchildren: none`);
    expect(quotationsOf(described)).toMatchObject([{ text: 'left </recalled>' }]);
    expect(lastLineOf(described)).toBe(`Next: lcm_expand id="${left}" reads its messages.`);
    const whole = await bench.call('lcm_describe', { id: top });
    expect(whole).toContain('stands in the window');
    expect(whole).toContain(`children: 1 to 2 of 2\n${left} leaf #1-#2 `);
  });

  it('gives a long text in pieces, whole over all of them', async () => {
    const bench = await toolBench({ headroomTokens: () => 0 });
    const text = Array.from({ length: 900 }, (_, index) => `point ${index} 𠮷`).join('\n');
    const id = await bench.leaf(await bench.say(['a']), text);
    let read = '';
    for (let cursor: string | undefined, page = 0; page < 100; page += 1) {
      const result = await bench.call('lcm_describe', { id, cursor });
      read += quotationsOf(result)[0]?.text ?? '';
      cursor = /cursor="(text@\d+)"/.exec(lastLineOf(result))?.[1];
      if (cursor === undefined) break;
    }
    expect(read).toBe(text);
  });

  it('tells of a message what it is, what covers it, and how it begins', async () => {
    const bench = await toolBench();
    const [a = 0, b = 0] = await bench.say(['first', 'second']);
    const leaf = await bench.leaf([a]);
    const top = await bench.condensed([leaf, await bench.leaf([b])]);
    const described = await bench.call('lcm_describe', { id: 'msg_1' });
    expect(described).toContain('msg_1: #1 user 2026-01-02T03:04:05Z\nsize: ');
    expect(described).toContain('5 characters, 1 lines');
    expect(described).toContain(`covered by: ${leaf} in ${top}`);
    expect(quotationsOf(described)).toMatchObject([{ text: 'first' }]);
  });

  it('tells of a long message its shape, and how to read it in pieces', async () => {
    const bench = await toolBench();
    await bench.say(['line of it\n'.repeat(10_000)]);
    const described = await bench.call('lcm_describe', { id: 1 });
    expect(described).toContain('covered by: no summary');
    expect(quotationsOf(described)).toEqual([{ facts: ' kind="shape"', text: 'shape of 110000 characters' }]);
    expect(lastLineOf(described)).toContain('cursor="msg_1@55000"');
  });
});
