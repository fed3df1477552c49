import type { Message } from '@hermes-context/contract';
import { describe, expect, it } from 'vitest';
import type { SearchQuery } from '../search-query.ts';
import { catchUpIndex } from './catch-up-index.ts';
import { emptyContext, ids, indexAll, put, user } from './search-store.fixture.ts';
import { searchStore } from './search-store.ts';

describe('a page of hits', () => {
  it('says so where no message holds all terms, and shows those that hold some', async () => {
    const context = emptyContext();
    put(context, 'a', [user('redis runs'), user('the postgres port'), user('the weather')]);
    indexAll(context);
    const page = await searchStore(context, { text: 'where is the redis port' });
    expect(page).toMatchObject({ matched: 'any', complete: true });
    expect(ids(page)).toEqual(['a:2', 'a:1']);
    expect(await searchStore(context, { text: 'redis runs' })).toMatchObject({ matched: 'all' });
    expect(await searchStore(context, { text: 'nowhere' })).toMatchObject({ matched: 'all', hits: [], complete: true });
  });

  it('keeps a cursor to its own query', async () => {
    const context = emptyContext();
    put(context, 'a', [user('one'), user('one')]);
    const { next = '' } = await searchStore(context, { text: 'one', limit: 1 });
    expect(ids(await searchStore(context, { text: 'one', limit: 5, cursor: next }))).toEqual(['a:1']);
    for (const query of [
      { text: 'two', cursor: next },
      { text: 'one', roles: ['user' as const], cursor: next },
      { text: 'one', cursor: 'x' },
      { text: 'one', cursor: 'WzFd' },
    ]) {
      await expect(searchStore(context, query)).rejects.toMatchObject({ code: 'CTX_SEARCH_INVALID' });
    }
  });

  it('heeds filters: states, roles, tools, times, session', async () => {
    const context = emptyContext();
    const call = (name: string, id: string): Message => ({
      role: 'assistant',
      content: 'port',
      tool_calls: [{ id, type: 'function', function: { name, arguments: '{}' } }],
    });
    put(
      context,
      'a',
      [
        user('port'),
        call('sh', '1'),
        { role: 'tool', tool_call_id: '1', content: 'port' },
        call('s-h', '2'),
        user('port'),
        user('port'),
      ],
      {
        compacted: { from: 1, to: 2 },
        hidden: { from: 5, to: 6 },
      },
    );
    put(context, 'b', [{ message: user('port'), created: { at: 1_000, source: 'message' } }]);
    const search = async (query: Partial<SearchQuery>): Promise<readonly string[]> =>
      ids(await searchStore(context, { text: 'port', ...query }));
    for (const limit of [0, 3, 100]) {
      catchUpIndex(context, limit);
      expect(await search({})).toEqual(['b:1', 'a:6', 'a:4', 'a:3', 'a:2', 'a:1']);
      expect(await search({ states: ['hidden'] })).toEqual(['a:5']);
      expect(await search({ states: ['compacted'] })).toEqual(['a:1']);
      expect(await search({ roles: ['tool', 'user'], sessionId: 'a' })).toEqual(['a:6', 'a:3', 'a:1']);
      expect(await search({ tools: ['sh'] })).toEqual(['a:3', 'a:2']);
      expect(await search({ tools: ['s-h'] })).toEqual(['a:4']);
      expect(await search({ after: 1_000, before: 1_001 })).toEqual(['b:1']);
      expect(await search({ after: 1_001 })).not.toContain('b:1');
      expect(await search({ mode: 'literal', text: 'ort', sessionId: 'b' })).toEqual(['b:1']);
    }
    for (const bad of [
      { states: [] },
      { roles: [] },
      { after: 2, before: 2 },
      { after: Number.NaN },
      { states: ['gone'] as never },
    ]) {
      await expect(search(bad)).rejects.toMatchObject({ code: 'CTX_SEARCH_INVALID' });
    }
    await expect(search({ limit: 0 })).rejects.toMatchObject({ code: 'CTX_SESSION_INPUT_INVALID' });
    await expect(search({ sessionId: 'nobody' })).rejects.toMatchObject({ code: 'CTX_SESSION_NOT_FOUND' });
  });

  it('searches a session with those that it goes on from, each message once, and what surrounds it', async () => {
    const context = emptyContext();
    put(context, 'a', [user('old port'), user('kept port'), user('hidden')], { hidden: { from: 3, to: 4 } });
    put(context, 'b', [{ message: user('kept port'), copyOf: 'a:2' }, user('new'), user('newer')], {
      origin: 'rotation',
      parent: 'a',
    });
    put(context, 'c', [{ message: user('kept port'), copyOf: 'a:2' }], { origin: 'branch', parent: 'b' });
    for (const indexed of [0, 100]) {
      catchUpIndex(context, indexed);
      const page = await searchStore(context, { text: 'port', sessionId: 'b', contextMessages: 1 });
      expect(ids(page)).toEqual(['b:1', 'a:1']);
      expect(page.hits.map(({ before, after }) => [...before, ...after].map(({ id }) => id))).toEqual([
        ['b:2'],
        ['a:2'],
      ]);
      expect(page.scope).toEqual({ sessions: 2, messages: 6 });
      expect(ids(await searchStore(context, { text: 'port', sessionId: 'c' }))).toEqual(['c:1']);
      expect(ids(await searchStore(context, { text: 'port' }))).toEqual(['c:1', 'a:1']);
      expect(
        ids(
          await searchStore(context, {
            text: 'port',
            limit: 1,
            cursor: (await searchStore(context, { text: 'port', limit: 1 })).next ?? '',
          }),
        ),
      ).toEqual(['a:1']);
    }
    const around = await searchStore(context, { text: 'newer', contextMessages: 20 });
    expect(around.hits[0]?.before.map(({ id }) => id)).toEqual(['b:1', 'b:2']);
  });

  it('stops when it is told to, and lets others have their turn meanwhile', async () => {
    const context = emptyContext();
    put(
      context,
      'a',
      Array.from({ length: 2_000 }, (_, index) => user(`line ${index}`)),
    );
    const controller = new AbortController();
    const search = searchStore(context, {
      text: 'absent',
      mode: 'literal',
      signal: controller.signal,
      budgetMs: 60_000,
    });
    setImmediate(() => controller.abort(new Error('enough')));
    await expect(search).rejects.toThrow('enough');
  });
});
