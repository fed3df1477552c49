import type { Message } from '@hermes-context/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '../search/any-text.fixture.ts';
import { indexText } from '../search/words.ts';
import type { NewRow } from '../sqlite/message-rows.ts';
import type { StoreContext } from '../sqlite/store-context.ts';
import { indexState, keepIndexNear, MAX_INDEX_LAG_ROWS } from './catch-up-index.ts';
import { emptyContext, indexAll, put, user } from './search-store.fixture.ts';
import { searchStore } from './search-store.ts';

function explain(context: StoreContext): string {
  return JSON.stringify(context.driver.all('SELECT count(*) AS rows FROM words_docsize'));
}

describe('the index', () => {
  it('follows in batches, never further behind than it may be', () => {
    const context = emptyContext();
    put(
      context,
      'a',
      Array.from({ length: MAX_INDEX_LAG_ROWS - 1 }, () => user('x')),
    );
    keepIndexNear(context);
    expect(indexState(context)).toEqual({ indexed: 0, newest: MAX_INDEX_LAG_ROWS - 1 });
    put(context, 'a', [user('x')]);
    keepIndexNear(context);
    expect(indexState(context)).toEqual({ indexed: MAX_INDEX_LAG_ROWS, newest: MAX_INDEX_LAG_ROWS });
  });

  it('is brought nearer by a search, unless the store can only be read', async () => {
    const context = emptyContext();
    put(
      context,
      'a',
      Array.from({ length: 300 }, (_, index) => user(`x${index}`)),
    );
    expect((await searchStore({ ...context, isReadOnly: true }, { text: 'x7' })).hits).toHaveLength(1);
    expect(indexState(context).indexed).toBe(0);
    expect((await searchStore(context, { text: 'x7' })).hits).toHaveLength(1);
    expect(indexState(context).newest - indexState(context).indexed).toBeLessThan(64);
    expect(explain(context)).toBe('[{"rows":256}]');
  });

  it('takes what an older store holds, message or not, and damaged rows for nothing', async () => {
    const context = emptyContext();
    // A copy is of what is here already, and is not looked at again.
    const old = (message: unknown, index: number): NewRow => ({
      message: message as Message,
      copyOf: `older:${index + 1}`,
    });
    const none = [
      { role: 'user', content: [null, 'words', { type: 'text', text: 'straw' }] },
      {
        role: 'assistant',
        content: 5,
        tool_calls: [null, {}, { id: 'c', function: { name: 'ls', arguments: 'straw' } }],
      },
      { role: 'tool', tool_call_id: null, name: 7, content: {} },
    ];
    put(context, 'bad', [...none.map(old), user('damaged')]);
    context.driver.run("UPDATE messages SET envelope = 'no JSON' WHERE sequence = 4");
    put(context, 'bad', [{ role: 'tool', tool_call_id: 'c', content: 'straw' }]);
    put(
      context,
      'good',
      Array.from({ length: MAX_INDEX_LAG_ROWS }, () => user('needle')),
    );
    keepIndexNear(context);
    expect(indexState(context).indexed).toBe(MAX_INDEX_LAG_ROWS + 5);
    expect((await searchStore(context, { text: 'needle', limit: 5 })).hits).toHaveLength(5);
    expect(
      (await searchStore(context, { text: 'straw', states: ['live'] })).hits.map(({ message }) => message.id),
    ).toEqual(['bad:5', 'bad:2', 'bad:1']);
    context.driver.close();
  });

  it('takes any text', () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        const context = emptyContext();
        put(context, 'a', [user(text)]);
        indexAll(context);
        const words = new Set(indexText(text).split(' ').filter(Boolean));
        for (const word of words)
          expect(context.driver.all('SELECT rowid FROM words WHERE words MATCH ?', `{text} : "${word}"`)).toHaveLength(
            1,
          );
        context.driver.close();
      }),
    );
  });
});
