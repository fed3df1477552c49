import { describe, expect, it } from 'vitest';
import { entriesOf, SearchStore, START } from './search-store.fixture.ts';

const MINUTE_MS = 60_000;

describe('what a hit says', () => {
  it('groups hits by the uppermost summary over them', () => {
    const store = new SearchStore();
    const entries = store.add(Array.from({ length: 7 }, (_, index) => `lime ${index}`));
    const one = store.summarise(entries.slice(0, 2), 'one');
    const two = store.summarise(entries.slice(2, 4), 'two');
    const top = store.summarise([one, two], 'top');
    const three = store.summarise(entries.slice(4, 6), 'three');
    const answer = store.found({ pattern: 'lime', group_by: 'summary' });
    expect(answer.hits).toEqual([]);
    expect(answer.groups?.map(({ summary, hits }) => [summary?.id, hits.length])).toEqual([
      [undefined, 1],
      [three, 2],
      [top, 4],
    ]);
    expect(answer.groups?.[2]?.summary).toEqual({
      id: top,
      sessionId: 's',
      kind: 'condensed',
      firstEntry: entries[0],
      lastEntry: entries[3],
      firstDepth: 1,
      lastDepth: 4,
      firstAt: START,
      lastAt: START + 3 * MINUTE_MS,
    });
  });

  it('has the line, the offset, and a snippet with the match marked', () => {
    const store = new SearchStore();
    store.add(['one\ntwo\nthree MANGO four\nfive\nmango']);
    const [hit] = store.found({ pattern: 'mango', context_lines: 1 }).hits;
    expect(hit).toMatchObject({
      kind: 'message',
      entry: 1,
      depth: 1,
      role: 'user',
      at: START,
      line: 3,
      offset: 14,
      matches: 2,
    });
    expect(hit?.snippet).toEqual({ text: 'two\nthree MANGO four\nfive', start: 10, end: 15 });
  });

  it('counts without showing, from the index where that is enough', () => {
    const store = new SearchStore();
    store.add(Array.from({ length: 500 }, (_, index) => (index % 5 === 0 ? `olive ${index}` : `other ${index}`)));
    for (const rows of [0, 250, 1_000]) {
      store.index(rows);
      const counted = store.found({ pattern: 'olive', count_only: true });
      expect(counted).toMatchObject({ hits: [], returned: 0, total: { kind: 'exact', count: 100 }, complete: true });
    }
    expect(store.found({ pattern: 'olive', count_only: true }).scanned).toEqual({ rows: 0, chars: 0 });
    const pages = store.pages({ pattern: '(?i)oli.e', mode: 'regex', count_only: true }, undefined, {
      limits: { chars: 900 },
    });
    expect(pages.at(-1)?.total).toEqual({ kind: 'exact', count: 100 });
  });

  it('ignores capitals when nothing has them, and says so', () => {
    const store = new SearchStore();
    store.add(['FATAL: out of melons', 'melons']);
    const relaxed = store.found({ pattern: 'Fatal', mode: 'literal' });
    expect(relaxed).toMatchObject({ relaxed: 'ignore-case', returned: 1 });
    expect(store.found({ pattern: 'FATAL', mode: 'literal' }).relaxed).toBeUndefined();
    expect(store.found({ pattern: 'Fatal', mode: 'literal', case: 'sensitive' })).toMatchObject({ returned: 0 });
  });

  it('ranks by rare words, then by shortness', () => {
    const store = new SearchStore();
    const common = store.add(Array.from({ length: 20 }, (_, index) => `common number ${index}`));
    const [long, short] = store.add([`common rare ${'filler '.repeat(50)}`, 'common rare']);
    const answer = store.found({ pattern: 'common OR rare', sort: 'relevance', limit: 3 });
    expect(answer.hits.map((hit) => (hit.kind === 'message' ? hit.entry : 0))).toEqual([short, long, common.at(-1)]);
    expect(store.found({ pattern: 'rar', mode: 'literal', sort: 'relevance' }).warnings.join(' ')).toContain(
      'newest first',
    );
  });
});

describe('a cursor', () => {
  it('is refused when it is broken, or belongs to another question', () => {
    const store = new SearchStore();
    store.add(['grape 1', 'grape 2', 'grape 3']);
    const cursor = store.found({ pattern: 'grape', limit: 1 }).nextCursor;
    expect(store.found({ pattern: 'grape', limit: 2, context_lines: 2, cursor }).returned).toBe(2);
    expect(store.ask({ pattern: 'other', cursor })).toMatchObject({ kind: 'error', reason: 'bad-cursor' });
    for (const broken of ['x', `${cursor}.1`, `${cursor}!`, 'g1.......']) {
      expect(store.ask({ pattern: 'grape', cursor: broken })).toMatchObject({ kind: 'error', reason: 'bad-cursor' });
    }
  });

  it('goes on through more hits than an index is asked for at a time', () => {
    const store = new SearchStore();
    const entries = store.add(Array.from({ length: 900 }, (_, index) => `date ${index % 3 === 0 ? 'C:' : 'C++'}`));
    const hits = entries.filter((_, index) => index % 3 !== 0);
    store.index(800);
    for (const [sort, expected] of [
      ['newest', hits.toReversed()],
      ['oldest', hits],
    ] as const) {
      const pages = store.pages({ pattern: 'C++', mode: 'text', sort, limit: 200 });
      expect(pages.flatMap((page) => entriesOf(page.hits))).toEqual(expected);
    }
  });

  it('leaves out what came after its search began', () => {
    for (const sort of ['oldest', 'relevance', 'newest']) {
      const store = new SearchStore();
      store.add(['lychee', 'lychee', 'lychee']);
      const pages = store.pages({ pattern: 'lychee', sort, limit: 1 }, () => store.add(['lychee', 'lychee']));
      const found = pages.flatMap((page) => entriesOf(page.hits));
      expect(found).toEqual(sort === 'oldest' ? [1, 2, 3] : [3, 2, 1]);
      expect(pages.at(-1)?.total).toEqual({ kind: 'exact', count: 3 });
    }
  });

  it('is absent on the last page, also when that is full', () => {
    const store = new SearchStore();
    store.add(['grape 1', 'grape 2', 'not it']);
    expect(store.found({ pattern: 'grape', limit: 2 })).toMatchObject({
      returned: 2,
      total: { kind: 'exact', count: 2 },
    });
    expect(store.found({ pattern: 'grape', limit: 2 }).nextCursor).toBeUndefined();
  });
});
