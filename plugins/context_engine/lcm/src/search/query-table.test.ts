import { beforeAll, describe, expect, it } from 'vitest';
import { SearchStore } from './search-store.fixture.ts';

const TEXTS = [
  "We don't deploy on Fridays; it can't be undone.",
  'The foo-bar flag lives in full-text.ts under src/store and test:unit covers it.',
  'Mail ops@example.com about 192.168.0.17, the key is retry_limit_ms: {"maxRetries": 5}.',
  'C: is a drive. It is not a language.',
  'We write the core in C++ and the rest in Rust.',
  'The counter uses i++ in a loop.',
  '𠮷野家 is a shop.',
  'เราจะค้นหาข้อความเก่า',
  'Shipped 🚀 today.',
  '我们做了端到端测试，然后灰度发布。',
  'First line.\nRetrying request 7 after ERROR E1042\nFATAL: disk full',
  'The database times out when the nightly backup runs.',
];

const store = new SearchStore();
let entries: readonly number[];

/** Which of the texts a question finds, by their number from 0, oldest first. */
function found(question: string | Readonly<Record<string, unknown>>): readonly number[] {
  return store
    .entries(question)
    .map((entry) => entries.indexOf(entry))
    .toSorted((one, other) => one - other);
}

beforeAll(() => {
  entries = store.add(TEXTS);
});

/** Each row of the table of queries, with the indexes empty, half filled, and filled. */
describe.each([0, 6, Number.POSITIVE_INFINITY])('the table of queries, with %d messages indexed', (rows) => {
  beforeAll(() => {
    store.index(rows);
  });

  it.each([
    ["don't", [0]],
    ["can't be", [0]],
    ['foo-bar', [1]],
    ['full-text.ts', [1]],
    ['src/store', [1]],
    ['test:unit', [1]],
    ['ops@example.com', [2]],
    ['192.168.0.17', [2]],
    ['retry_limit_ms', [2]],
    ['"maxRetries":', [2]],
  ])('finds %s as text', (pattern, numbers) => {
    expect(found({ pattern, mode: 'text' })).toEqual(numbers);
  });

  it('C++ (full_text): signs count, so that it is not plain "C:"', () => {
    expect(found({ pattern: 'C++', mode: 'text' })).toEqual([4]);
    expect(found({ pattern: 'C:', mode: 'literal' })).toEqual([3]);
  });

  it('++: found as literal characters', () => {
    expect(found({ pattern: '++', mode: 'text' })).toEqual([4, 5]);
    expect(found({ pattern: '++', mode: 'literal' })).toEqual([4, 5]);
    expect(found('++')).toEqual([4, 5]);
  });

  it('𠮷 alone; ค้นหา (Thai, inside a run); 🚀: found', () => {
    for (const mode of ['text', 'literal', 'regex', 'auto']) {
      expect(found({ pattern: '𠮷', mode })).toEqual([6]);
      expect(found({ pattern: 'ค้นหา', mode })).toEqual([7]);
      expect(found({ pattern: '🚀', mode })).toEqual([8]);
    }
  });

  it('端到端, 灰度, two CJK terms: found', () => {
    expect(found('端到端')).toEqual([9]);
    expect(found('灰度')).toEqual([9]);
    expect(found('端到端 灰度')).toEqual([9]);
    expect(found('灰端')).toEqual([]);
  });

  it('needs OR missingword: either will do', () => {
    expect(found({ pattern: 'drive OR missingword', mode: 'text' })).toEqual([3]);
    expect(found({ pattern: 'drive OR loop uses', mode: 'text' })).toEqual([5]);
  });

  it('-word and NOT: a warning that they leave nothing out', () => {
    expect(store.found('drive -language').warnings.join(' ')).toContain('-language leaves nothing out');
    expect(store.found('drive NOT language').warnings.join(' ')).toContain('NOT leaves nothing out');
  });

  it('a natural-language question: any of its words, best coverage first, flagged relaxed', () => {
    const answer = store.found('Why does the database time out during the nightly backup?');
    expect(answer.relaxed).toBe('any-term');
    expect(answer.hits[0]).toMatchObject({ entry: entries[11] });
    expect(answer.warnings.join(' ')).toContain('all of the words');
  });

  it('[E1042], error|fatal: the second runs as what it is, the first with a hint', () => {
    const alternatives = store.found('disk|drive');
    expect(alternatives).toMatchObject({ modeUsed: 'regex', returned: 2 });
    expect(alternatives.warnings.join(' ')).toContain('regular expression');
    const bracketed = store.found('[E1042]');
    expect(bracketed.modeUsed).toBe('text');
    expect(bracketed.warnings.join(' ')).toContain('mode "regex"');
  });

  it('(?i)error (regex): inline flags work', () => {
    expect(found({ pattern: '(?i)error', mode: 'regex', case: 'sensitive' })).toEqual([10]);
  });

  it('error e1042 (regex, text has upper case): found by smart case', () => {
    expect(found({ pattern: 'error e1042', mode: 'regex' })).toEqual([10]);
    expect(found({ pattern: 'error e1042', mode: 'regex', case: 'sensitive' })).toEqual([]);
  });

  it('^retrying (line start): lines have starts', () => {
    expect(found({ pattern: '^retrying', mode: 'regex' })).toEqual([10]);
    expect(found({ pattern: 'e1042$', mode: 'regex' })).toEqual([10]);
  });

  it('(ERROR|FATAL)+: runs', () => {
    expect(found({ pattern: '(ERROR|FATAL)+', mode: 'regex' })).toEqual([10]);
  });

  it('(unclosed, 501 chars: an error with its position', () => {
    expect(store.ask({ pattern: 'ab(unclosed', mode: 'regex' })).toMatchObject({
      kind: 'error',
      reason: 'bad-pattern',
      position: 2,
    });
    expect(store.ask('x'.repeat(501))).toMatchObject({ kind: 'error', reason: 'bad-pattern' });
    expect(store.ask('x'.repeat(500))).toMatchObject({ kind: 'answer', returned: 0 });
  });

  it('\\p{L}+…: classes of Unicode work', () => {
    expect(found({ pattern: '^\\p{Thai}+', mode: 'regex' })).toEqual([7]);
    expect(found({ pattern: '到\\p{L}测', mode: 'regex' })).toEqual([9]);
  });

  it('blank pattern: an error', () => {
    for (const mode of ['text', 'regex', 'literal', 'auto']) {
      expect(store.ask({ pattern: ' \n\t', mode })).toMatchObject({ kind: 'error', reason: 'bad-pattern' });
    }
  });

  it('mode:"fuzzy", scope:"everything": errors that name what can be sent', () => {
    expect(store.ask({ pattern: 'x', mode: 'fuzzy' })).toMatchObject({
      kind: 'error',
      message: expect.stringContaining('"auto", "text", "regex", "literal"'),
    });
    expect(store.ask({ pattern: 'x', in: 'everything' })).toMatchObject({ kind: 'error', reason: 'bad-parameter' });
    expect(store.ask({ pattern: 'x', scope: 'everything' })).toMatchObject({
      kind: 'error',
      message: expect.stringContaining('no parameter "scope"'),
    });
  });

  it('since:"2020-01-01T00:00:00": refused without a zone', () => {
    expect(store.ask({ pattern: 'x', since: '2020-01-01T00:00:00' })).toMatchObject({
      kind: 'error',
      message: expect.stringContaining('no zone'),
    });
    expect(found({ pattern: 'drive', since: '2020-01-01T00:00:00Z' })).toEqual([3]);
    expect(found({ pattern: 'drive', until: '2020-01-01T02:00:00+02:00' })).toEqual([]);
  });

  it('foreign conversationId: an error of its own', () => {
    expect(store.ask({ pattern: 'x', within: 'who-knows' }, { mayReadOthers: true })).toMatchObject({
      kind: 'error',
      reason: 'unknown-conversation',
    });
    expect(store.ask({ pattern: 'x', within: 'sum_000000000000' })).toMatchObject({
      kind: 'error',
      reason: 'unknown-summary',
    });
    expect(store.ask({ pattern: 'x', within: 'who-knows' })).toMatchObject({ kind: 'error', reason: 'not-allowed' });
  });
});
