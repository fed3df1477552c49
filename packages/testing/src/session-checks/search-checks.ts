import type { SearchQuery, SessionStore } from '@hermes-context/sessions';
import { expect } from 'vitest';
import { checksOf } from './bench.ts';
import { begin, cut, expectRefusal, REFUSED, said } from './steps.ts';

export const SEARCH_CHECKS = checksOf('finds what was said, live or compacted', {
  'finds its own archive (S-072)': async (bench) => {
    await begin(bench.store, ['the needle is here', 'hay', 'hay', 'a later word']);
    await cut(bench.store, { sessionId: 's1', from: 0, to: 3 });
    for (const store of [bench.store, await bench.reopened()]) {
      const page = await store.search({ text: 'needle', sessionId: 's1' });
      expect(page).toMatchObject({ complete: true, hits: [{ message: { id: 's1:1', state: 'compacted' } }] });
      expect(page.hits[0]?.snippet).toContain('needle');
      expect(page).not.toHaveProperty('next');
      expect(await found(store, { text: 'later' })).toEqual(['s1:4']);
    }
  },

  'finds hidden messages when asked for them, and else not': async ({ store }) => {
    await begin(store, ['keep', 'the needle']);
    await store.rewind({ sessionId: 's1', messageId: 's1:2' });
    expect(await found(store, { text: 'needle' })).toEqual([]);
    expect(await found(store, { text: 'needle', states: ['hidden'] })).toEqual(['s1:2']);
    await store.undo({ sessionId: 's1' });
    expect(await found(store, { text: 'needle' })).toEqual(['s1:2']);
    expect(await found(store, { text: 'needle', states: ['hidden'] })).toEqual([]);
  },

  'wants all words of a query, in any case and order': async ({ store }) => {
    await begin(store, ['alpha beta', 'beta gamma', 'Gamma and ALPHA with beta']);
    expect(await found(store, { text: 'gamma alpha' })).toEqual(['s1:3']);
    expect(await found(store, { text: 'beta' })).toEqual(['s1:3', 's1:2', 's1:1']);
    expect(await found(store, { text: 'delta' })).toEqual([]);
  },

  'finds characters as they are, and what an expression fits': async ({ store }) => {
    await begin(store, ['call a.b(c) in C++', 'foo-bar 100%', '日本語のメッセージ', 'party 🎉 now', 'aXb']);
    const wanted: readonly (readonly [string, string])[] = [
      ['a.b(c)', 's1:1'],
      ['C++', 's1:1'],
      ['foo-bar', 's1:2'],
      ['100%', 's1:2'],
      ['本語', 's1:3'],
      ['🎉', 's1:4'],
    ];
    for (const [text, id] of wanted)
      expect([text, await found(store, { text, mode: 'literal' })]).toEqual([text, [id]]);
    expect(await found(store, { text: 'a.b', mode: 'regex' })).toEqual(['s1:5', 's1:1']);
    expect(await found(store, { text: String.raw`^foo.*\d+%$`, mode: 'regex' })).toEqual(['s1:2']);
  },

  'says of a query that cannot be answered that it cannot': async ({ store }) => {
    await begin(store, ['a']);
    const bad: readonly SearchQuery[] = [
      { text: '(', mode: 'regex' },
      { text: '(?=look)', mode: 'regex' },
      { text: '' },
      { text: '', mode: 'literal' },
    ];
    for (const query of bad) await expectRefusal(store.search(query), REFUSED.query);
  },

  'looks among the roles, tools, times and sessions that were asked for': async ({ store, time }) => {
    const start = time.now();
    await store.create({ id: 's1' });
    await store.append('s1', [said('needle of a person')]);
    time.advance(1_000);
    await store.append('s1', [
      {
        role: 'assistant',
        content: 'needle of the model',
        tool_calls: [{ id: 'c', type: 'function', function: { name: 'grep', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'c', content: 'a haystack' },
    ]);
    await begin(store, ['needle elsewhere'], 's2');
    expect(await found(store, { text: 'haystack', tools: ['grep'] })).toEqual(['s1:3']);
    expect(await found(store, { text: 'needle', roles: ['assistant'] })).toEqual(['s1:2']);
    expect(await found(store, { text: 'needle', tools: ['grep'] })).toEqual(['s1:2']);
    expect(await found(store, { text: 'needle', tools: ['ls'] })).toEqual([]);
    expect(await found(store, { text: 'needle', before: start + 1_000 })).toEqual(['s1:1']);
    expect(await found(store, { text: 'needle', after: start + 1_000, sessionId: 's1' })).toEqual(['s1:2']);
    expect(await found(store, { text: 'needle', sessionId: 's2' })).toEqual(['s2:1']);
    expect((await store.search({ text: 'needle', sessionId: 's1' })).scope).toEqual({ sessions: 1, messages: 3 });
  },

  'shows neighbours of a hit': async ({ store }) => {
    await begin(store, ['a', 'b', 'needle', 'c', 'd']);
    const [hit] = (await store.search({ text: 'needle', contextMessages: 1 })).hits;
    expect([hit?.before, hit?.after].map((list) => list?.map(({ id }) => id))).toEqual([['s1:2'], ['s1:4']]);
    await store.rewind({ sessionId: 's1', messageId: 's1:4' });
    await store.append('s1', [said('e')]);
    const [later] = (await store.search({ text: 'needle', contextMessages: 1 })).hits;
    expect(later?.after.map(({ id }) => id)).toEqual(['s1:6']);
    const [alone] = (await store.search({ text: 'needle' })).hits;
    expect(alone).toMatchObject({ before: [], after: [] });
    await expectRefusal(store.search({ text: 'needle', contextMessages: 21 }), REFUSED.input);
    await expectRefusal(store.search({ text: 'needle', limit: 0 }), REFUSED.input);
  },

  'turns pages, the newest hit first, each hit once': async ({ store }) => {
    await begin(
      store,
      Array.from({ length: 7 }, (_, index) => `needle ${index}`),
    );
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page: Awaited<ReturnType<SessionStore['search']>> = await store.search({
        text: 'needle',
        limit: 3,
        ...(cursor === undefined ? {} : { cursor }),
      });
      seen.push(...page.hits.map(({ message }) => message.id));
      cursor = page.next;
      expect(page.complete).toBe(cursor === undefined);
      if (cursor !== undefined) expect(page.reason).toEqual(expect.any(String));
    } while (cursor !== undefined);
    expect(seen).toEqual([7, 6, 5, 4, 3, 2, 1].map((sequence) => `s1:${sequence}`));
  },

  'finds a message of a conversation once, however often it was copied on (S-077)': async ({ store }) => {
    await begin(store, ['the needle', 'hay', 'hay']);
    const { sessionId } = await cut(store, { sessionId: 's1', from: 1, to: 2, inPlace: false });
    const page = await store.search({ text: 'needle', sessionId });
    expect(page.hits).toHaveLength(1);
    expect(page.scope.sessions).toBe(2);
    expect(await found(store, { text: 'needle' })).toHaveLength(1);
  },
});

async function found(store: SessionStore, query: SearchQuery): Promise<readonly string[]> {
  return (await store.search(query)).hits.map(({ message }) => message.id);
}
