import type { Message } from '@hermes-context/contract';
import { describe, expect, it } from 'vitest';
import { SearchStore, START } from './search-store.fixture.ts';

const MINUTE_MS = 60_000;

function call(id: string, name: string, input: string): Message {
  const fn = { name, arguments: input };
  return { role: 'assistant', content: null, tool_calls: [{ id, type: 'function', function: fn }] };
}

function result(id: string, content: string): Message {
  return { role: 'tool', tool_call_id: id, content };
}

describe('where grep looks', () => {
  it('looks at the current branch alone, unless abandoned messages are asked for', () => {
    const store = new SearchStore();
    const message = (id: string, text: string): Message => ({ role: 'user', content: text, _context: { id } });
    const [first, second, third] = store.add([
      message('a', 'apple one'),
      message('b', 'apple two'),
      message('c', 'apple three'),
    ]);
    const [, fourth] = store.add([message('a', 'apple one'), message('d', 'apple four')], { delivery: 'live' });
    for (const rows of [0, 1_000]) {
      store.index(rows);
      expect(store.entries('apple')).toEqual([fourth, first]);
      expect(store.entries({ pattern: 'apple', include_abandoned: true })).toEqual([fourth, third, second, first]);
      expect(store.found({ pattern: 'apple', count_only: true }).total).toEqual({ kind: 'exact', count: 2 });
      expect(store.found('apple').scope).toEqual({ conversations: ['s'], conversationCount: 1, messages: 2 });
    }
    store.add([message('a', 'apple one'), message('b', 'apple two'), message('c', 'apple three')], {
      delivery: 'live',
    });
    expect(store.entries('apple')).toEqual([third, second, first]);
  });

  it('shows what was delivered from within the path with the path', () => {
    const store = new SearchStore();
    const message = (id: string, text: string): Message => ({ role: 'user', content: text, _context: { id } });
    store.add([message('a', 'guava one'), message('b', 'guava two'), message('c', 'guava three')]);
    const within = [message('a', 'guava one'), message('x', 'guava between'), message('b', 'guava two')];
    const [, aside] = store.add(within, { delivery: 'part' });
    expect(aside).toBe(4);
    for (const rows of [0, 1_000]) {
      store.index(rows);
      expect(store.entries('guava')).toEqual([4, 3, 2, 1]);
      expect(store.found({ pattern: 'guava', count_only: true }).total.count).toBe(4);
    }
  });

  it('filters summaries by the time of what they stand for', () => {
    const store = new SearchStore();
    const entries = store.add(['a', 'b', 'c', 'd', 'e', 'f']);
    const ids = [0, 2, 4].map((from) => store.summarise(entries.slice(from, from + 2), `papaya ${from}`));
    const at = (minutes: number) => new Date(START + minutes * MINUTE_MS).toISOString();
    const found = (question: object) =>
      store
        .found({ pattern: 'papaya', in: 'summaries', ...question })
        .hits.map((hit) => (hit.kind === 'summary' ? hit.summary.id : ''));
    expect(found({ since: at(2) })).toEqual([ids[2], ids[1]]);
    expect(found({ until: at(2) })).toEqual([ids[0]]);
    expect(found({ since: at(3), until: at(4) })).toEqual([ids[1]]);
  });

  it('I8 I9 looks at the own conversation, at its family, or at all, as far as allowed', () => {
    const store = new SearchStore();
    store.add(['pear in mine']);
    const [other] = store.add(['pear in another', 'x', 'y', 'z'], { sessionId: 'other' });
    const [family] = store.add(['pear before'], { sessionId: 'before' });
    for (const rows of [0, 1_000]) {
      store.index(rows);
      expect(store.entries('pear')).toEqual([1]);
      expect(store.entries({ pattern: 'pea', mode: 'literal' })).toEqual([1]);
      expect(store.entries({ pattern: 'pear', within: 'session' }, { family: ['before', 'unknown'] })).toEqual([
        family,
        1,
      ]);
      expect(store.entries({ pattern: 'pear', within: 'before' }, { family: ['before'] })).toEqual([family]);
      expect(store.entries({ pattern: 'pear', within: 'all' }, { mayReadOthers: true })).toEqual([family, other, 1]);
      expect(
        store.found({ pattern: 'pear', within: 'all', count_only: true }, { mayReadOthers: true }).total.count,
      ).toBe(3);
      expect(store.found({ pattern: 'pear', count_only: true }).total.count).toBe(1);
    }
    expect(store.ask({ pattern: 'pear', within: 'all' })).toMatchObject({ kind: 'error', reason: 'not-allowed' });
    expect(store.ask({ pattern: 'pear', within: 'other' })).toMatchObject({ kind: 'error', reason: 'not-allowed' });
  });

  it('looks under one summary, whatever its level', () => {
    const store = new SearchStore();
    const entries = store.add(Array.from({ length: 8 }, (_, index) => `plum ${index}`));
    const one = store.summarise(entries.slice(0, 2), 'first plums');
    const two = store.summarise(entries.slice(2, 4), 'second plums');
    const top = store.summarise([one, two], 'plums so far');
    for (const rows of [0, 1_000]) {
      store.index(rows);
      expect(store.entries({ pattern: 'plum', within: two })).toEqual([entries[3], entries[2]]);
      expect(store.entries({ pattern: 'plum', within: top, sort: 'oldest' })).toEqual(entries.slice(0, 4));
      const summaries = store.found({ pattern: 'plums', within: one, in: 'summaries' }).hits;
      expect(summaries).toMatchObject([{ kind: 'summary', summary: { id: one } }]);
    }
  });

  it('filters by role, tool and time', () => {
    const store = new SearchStore();
    const [asked, , answered, other] = store.add([
      'fig please',
      call('c1', 'read', '{"path":"fig.txt"}'),
      result('c1', 'fig text'),
      result('c9', 'fig again'),
    ]);
    for (const rows of [0, 1_000]) {
      store.index(rows);
      expect(store.entries({ pattern: 'fig', roles: ['user'] })).toEqual([asked]);
      expect(store.entries({ pattern: 'fig', roles: ['tool'] })).toEqual([other, answered]);
      expect(store.entries({ pattern: 'fig', tool_names: ['read'] })).toEqual([answered]);
      expect(store.entries({ pattern: 'fig', tool_names: ['Re-ad'] })).toEqual([]);
      const since = new Date(START + 2 * MINUTE_MS).toISOString();
      expect(store.entries({ pattern: 'fig', since })).toEqual([other, answered]);
      expect(store.entries({ pattern: 'fig', until: since, mode: 'regex' })).toEqual([2, asked]);
    }
  });

  it('does not find what its own tools were asked and what they answered, unless these are asked for', () => {
    const store = new SearchStore();
    const question = '{"pattern":"kiwi"}';
    const entries = store.add([
      'the kiwi was said here',
      call('a', 'lcm_grep', question),
      result('a', 'msg_1: the kiwi was said here'),
      call('b', 'search_files', question),
    ]);
    for (const rows of [0, 1_000]) {
      store.index(rows);
      expect(store.entries({ pattern: 'kiwi' })).toEqual([entries[3], entries[0]]);
      expect(store.entries({ pattern: 'kiwi', mode: 'regex' })).toEqual([entries[3], entries[0]]);
      expect(store.entries({ pattern: 'kiwi', tool_names: ['lcm_grep'] })).toEqual([entries[2]]);
    }
  });

  it('finds calls of tools and reasoning, and says where the match is', () => {
    const store = new SearchStore();
    const reasoning: Message = { role: 'assistant', content: 'Done.', reasoning_content: 'The quince matters.' };
    store.add([call('c1', 'terminal', '{"command":"ls \\u7aef"}'), reasoning]);
    for (const rows of [0, 1_000]) {
      store.index(rows);
      expect(store.found('端').hits).toMatchObject([{ entry: 1, place: 'call' }]);
      expect(store.found('terminal').hits).toMatchObject([{ entry: 1, place: 'call', offset: 0 }]);
      expect(store.found('quince').hits).toMatchObject([{ entry: 2, place: 'reasoning', offset: 10 }]);
      expect(store.found('done').hits).toMatchObject([{ entry: 2, place: 'text' }]);
    }
  });

  it('finds files, which are messages too long to be shown whole', () => {
    const store = new SearchStore();
    store.add(['short date', `${'long '.repeat(100)}date`]);
    expect(store.found({ pattern: 'date', in: 'files' }, { fileChars: 300 }).hits).toMatchObject([
      { entry: 2, isFile: true },
    ]);
    expect(store.found('date', { fileChars: 300 }).hits).toMatchObject([{ isFile: true }, { isFile: false }]);
    expect(store.index().entries({ pattern: 'date', in: 'files' })).toEqual([]);
  });

  it('looks at messages and summaries together, a quarter of a page being for summaries', () => {
    const store = new SearchStore();
    const entries = store.add(Array.from({ length: 30 }, (_, index) => `kiwi ${index}`));
    for (let from = 0; from < 24; from += 2) store.summarise(entries.slice(from, from + 2), `kiwi summary ${from}`);
    store.index(10);
    const pages = store.pages({ pattern: 'kiwi', in: 'all', limit: 8 });
    expect(pages[0]?.hits.map(({ kind }) => kind)).toEqual([
      'summary',
      'summary',
      ...Array.from({ length: 6 }, () => 'message'),
    ]);
    const hits = pages.flatMap((page) => page.hits);
    expect(hits.filter(({ kind }) => kind === 'summary')).toHaveLength(12);
    expect(new Set(hits.map((hit) => (hit.kind === 'message' ? hit.entry : hit.summary.id))).size).toBe(42);
    expect(pages.at(-1)?.total).toEqual({ kind: 'exact', count: 42 });
    expect(store.found({ pattern: 'summary', in: 'all', limit: 8 }).returned).toBe(8);
  });
});
