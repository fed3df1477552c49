import { describe, expect, it } from 'vitest';
import { grep } from './grep.ts';
import { GREP_PARAMETERS, parseGrep } from './parse-grep.ts';
import { finished, SearchStore } from './search-store.fixture.ts';

describe('what an answer promises', () => {
  it('I12 an empty list is complete only when the whole scope was searched', () => {
    const store = new SearchStore();
    store.add(Array.from({ length: 50 }, (_, index) => `message number ${index}`));
    const cut = store.found({ pattern: '\\d{9}', mode: 'regex' }, { limits: { chars: 100 } });
    expect(cut).toMatchObject({ hits: [], complete: false, total: { kind: 'at-least', count: 0 } });
    expect(cut.reasonIncomplete).toContain('100 characters were read');
    expect(cut.nextCursor).toBeDefined();
    const pages = store.pages({ pattern: '\\d{9}', mode: 'regex' }, undefined, { limits: { chars: 100 } });
    expect(pages.at(-1)).toMatchObject({ hits: [], complete: true, total: { kind: 'exact', count: 0 } });
    expect(pages.length).toBeGreaterThan(5);
  });

  it('I12 finds what stands in the oldest of many messages, and says how many were read', () => {
    const store = new SearchStore();
    store.add(['the needle_42 is here', ...Array.from({ length: 11_000 }, (_, index) => `hay ${index}`)]);
    expect(store.found({ pattern: 'n.edle_\\d+', mode: 'regex' })).toMatchObject({
      returned: 1,
      complete: true,
      scanned: { rows: 11_001 },
    });
  });

  it('I12 a conversation without messages is an error, not an empty list', () => {
    const store = new SearchStore();
    expect(store.ask('anything')).toMatchObject({ kind: 'error', reason: 'empty-scope' });
    store.add(['hello']);
    expect(store.ask('anything')).toMatchObject({ kind: 'answer', returned: 0, complete: true });
  });

  it('I13 any text is a valid question in text mode', () => {
    const store = new SearchStore();
    store.add(['plain words', 'a * ( ) : ^ " { } - AND OR NOT NEAR # ; \' % _ ? [ ] \\ ~ `']);
    store.index();
    const odd = [
      '"',
      '""',
      '"a',
      'a"b',
      '*',
      '(',
      ')',
      'a*',
      'NEAR(a b)',
      'col:val',
      '^a',
      '-',
      '{',
      'OR',
      'AND',
      'NOT',
      'a OR',
      'OR a',
      '\0',
      '\ud800',
      "'; DROP TABLE entries; --",
    ];
    for (const pattern of odd) expect(store.ask({ pattern, mode: 'text' }).kind).toBe('answer');
    expect(store.entries({ pattern: 'OR', mode: 'text' })).toEqual([2]);
    expect(store.entries({ pattern: '*', mode: 'text' })).toEqual([2]);
  });

  it('I14 orders first and limits then', () => {
    const store = new SearchStore();
    const entries = store.add(Array.from({ length: 60 }, (_, index) => `word ${index % 2 === 0 ? 'C++' : 'C:'}`));
    const even = entries.filter((_, index) => index % 2 === 0);
    for (const rows of [0, 30, 60]) {
      store.index(rows);
      expect(store.entries({ pattern: 'C++', mode: 'text', limit: 5 })).toEqual(even.toReversed().slice(0, 5));
      expect(store.entries({ pattern: 'C++', mode: 'text', limit: 5, sort: 'oldest' })).toEqual(even.slice(0, 5));
    }
  });

  it('I15 takes nothing but plain values and lists of texts, numbers and flags also as text', () => {
    const plain = {
      limit: '5',
      context_lines: '1',
      count_only: 'false',
      roles: 'user',
      tool_names: ['read'],
      pattern: 'x',
    };
    expect(parseGrep(plain)).toMatchObject({
      kind: 'request',
      request: { limit: 5, contextLines: 1, countOnly: false, roles: ['user'], toolNames: ['read'] },
    });
    for (const name of GREP_PARAMETERS) {
      expect(parseGrep({ pattern: 'x', [name]: { $ref: '#' } })).toMatchObject({
        kind: 'error',
        message: expect.stringContaining(name),
      });
    }
  });
});

describe('regular expressions that stop others', () => {
  it.each([
    ['(\\w+.)+!', 'a'.repeat(4_000)],
    ['(a{1,20}){5}!', 'a'.repeat(200)],
  ])('%s is answered within 100 ms', (pattern, text) => {
    const store = new SearchStore();
    store.add([text]);
    store.ask({ pattern: 'warm', mode: 'regex' });
    const start = performance.now();
    const answer = store.ask({ pattern, mode: 'regex' });
    expect(performance.now() - start).toBeLessThan(100);
    expect(answer).toMatchObject({ kind: 'answer', returned: 0, complete: true });
  });
});

describe('while a search runs', () => {
  it('pauses between short stretches of work, and others may write', () => {
    const store = new SearchStore();
    store.add(Array.from({ length: 200 }, (_, index) => `berry ${index}`));
    let time = 0;
    const parsed = parseGrep({ pattern: 'b.rry 1?0$', mode: 'regex', limit: 200 });
    if (parsed.kind === 'error') throw new Error(parsed.message);
    const search = grep(store.db, parsed.request, {
      sessionId: 's',
      clock: () => (time += 0.1),
      limits: { chunkMs: 1 },
    });
    let pauses = 0;
    for (let step = search.next(); ; step = search.next()) {
      if (step.done === true) {
        expect(step.value).toMatchObject({ kind: 'answer', returned: 2, complete: true });
        break;
      }
      pauses += 1;
      store.add([`berry 10${pauses}`]);
      store.index(3);
    }
    expect(pauses).toBeGreaterThan(10);
  });

  it('stops after its time, pauses not counted, and goes on there', () => {
    const store = new SearchStore();
    store.add(['cherry', ...Array.from({ length: 100 }, (_, index) => `hay ${index}`)]);
    let time = 0;
    const run = { clock: () => (time += 1), limits: { workMs: 60, chunkMs: 5 } };
    const pages = store.pages({ pattern: 'ch.rry', mode: 'regex' }, undefined, run);
    expect(pages.length).toBeGreaterThan(2);
    expect(pages[0]).toMatchObject({ complete: false, reasonIncomplete: expect.stringContaining('60 milliseconds') });
    expect(pages.flatMap(({ hits }) => hits)).toMatchObject([{ entry: 1 }]);
  });

  it('reads everything when an index is damaged', () => {
    const store = new SearchStore();
    store.add(['elder berry', 'other']);
    store.index();
    store.db.exec('DROP TABLE grams');
    const parsed = parseGrep({ pattern: 'elder', mode: 'literal' });
    if (parsed.kind === 'error') throw new Error(parsed.message);
    const answer = finished(grep(store.db, parsed.request, { sessionId: 's', clock: () => 0 }));
    expect(answer).toMatchObject({ returned: 1, complete: true, warnings: [expect.stringContaining('index')] });
  });
});
