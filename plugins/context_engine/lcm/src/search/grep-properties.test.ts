import fc from 'fast-check';
import { RE2JS } from 're2js';
import { describe, expect, it } from 'vitest';
import { foldCase } from './fold-case.ts';
import { entriesOf, SearchStore } from './search-store.fixture.ts';

/** Little pieces that meet often: letters with and without accents, scripts without spaces, marks, signs, pictures. */
const PIECES = [
  ...[
    'a',
    'B',
    'ab',
    'Abc',
    'foo',
    'bar',
    'ERROR',
    'E1042',
    'x',
    '_',
    '-',
    '+',
    '.',
    '(',
    '[',
    '\\',
    '"',
    "'",
    '*',
    '\0',
  ],
  ...[
    ' ',
    '\u00a0',
    '\u3000',
    '\n',
    '\t',
    'é',
    'e\u0301',
    'É',
    'ß',
    'ẞ',
    'İ',
    'ı',
    'σ',
    'ς',
    'Σ',
    'ſ',
    'K',
    'я',
    'Я',
    'ё',
    'µ',
    'μ',
  ],
  ...[
    '端',
    '到',
    '测',
    '𠮷',
    'ค้',
    'น',
    'หา',
    '🚀',
    '👩‍💻',
    '🇩🇪',
    'か',
    'が',
    'カ',
    'ﾞ',
    '한',
    '\u1112',
    'ب',
    'ש',
    'ﬁ',
    'Ａ',
    '\ue000',
    '\ue001',
    '\ud800',
  ],
  'a'.repeat(64),
  'a'.repeat(65),
];
const indexedRows = fc.constantFrom(0, 5, 1_000);
const OPERATORS = ['.', '.*', '\\w', '\\p{L}+', '[a-c端]', '^', '$', '\\b', '(ab|foo)', '(?:bar)?', 'a{2,3}', 'o+'];

/** Texts and questions out of a few pieces, so that they meet often. */
const corpus = fc.shuffledSubarray(PIECES, { minLength: 2, maxLength: 7 }).chain((pieces) => {
  const joined = (maxLength: number, of: fc.Arbitrary<string> = fc.constantFrom(...pieces)) =>
    fc.array(of, { minLength: 1, maxLength }).map((parts) => parts.join(''));
  // Where all pieces are blank, no text of them is anything to look for.
  const wanted = (text: fc.Arbitrary<string>) => text.map((each) => (each.trim() === '' ? `${each}a` : each));
  return fc.record({
    list: fc.array(joined(8), { minLength: 1, maxLength: 24 }),
    later: fc.array(joined(8), { maxLength: 24 }),
    pattern: wanted(joined(3, fc.constantFrom(...pieces, ' '))),
    words: wanted(joined(5, fc.constantFrom(...pieces, ' ', ' OR ', '"'))),
    expression: wanted(joined(4, fc.oneof(fc.constantFrom(...pieces).map(RE2JS.quote), fc.constantFrom(...OPERATORS)))),
  });
});

function storeOf(list: readonly string[], rows: number): { store: SearchStore; entries: readonly number[] } {
  const store = new SearchStore();
  const entries = store.add(list);
  store.index(rows);
  return { store, entries };
}

/** Entries whose text passes, newest first. */
function scan(
  list: readonly string[],
  entries: readonly number[],
  passes: (text: string) => boolean,
): readonly number[] {
  return entries.filter((_, index) => passes((list[index] ?? '').toWellFormed())).toReversed();
}

describe('grep against a plain scan', () => {
  it('finds in literal mode what a plain scan finds, case counted or not', () => {
    fc.assert(
      fc.property(corpus, indexedRows, ({ list, pattern }, rows) => {
        const { store, entries } = storeOf(list, rows);
        const literal = pattern.toWellFormed();
        const all = { pattern, mode: 'literal', limit: 200 };
        const sensitive = scan(list, entries, (each) => each.includes(literal));
        expect(store.entries({ ...all, case: 'sensitive' })).toEqual(sensitive);
        const folded = foldCase(literal);
        const insensitive = scan(list, entries, (each) => foldCase(each).includes(folded));
        expect(store.entries({ ...all, case: 'insensitive' })).toEqual(insensitive);
      }),
    );
  });

  it('finds in regex mode what RE2 finds in a plain scan', () => {
    fc.assert(
      fc.property(corpus, indexedRows, ({ list, expression }, rows) => {
        fc.pre(expression.isWellFormed());
        const { store, entries } = storeOf(list, rows);
        const compiled = RE2JS.compile(expression, RE2JS.MULTILINE | RE2JS.CASE_INSENSITIVE);
        const found = store.entries({ pattern: expression, mode: 'regex', case: 'insensitive', limit: 200 });
        expect(found).toEqual(scan(list, entries, (each) => compiled.matcher(each).find()));
      }),
    );
  });

  it('finds in text mode the same with the indexes as without them', () => {
    fc.assert(
      fc.property(corpus, fc.boolean(), ({ list, words }, isSensitive) => {
        const question = { pattern: words, mode: 'text', limit: 200, case: isSensitive ? 'sensitive' : 'smart' };
        const { store } = storeOf(list, 0);
        const plain = store.found(question);
        const half = store.index(list.length >> 1).found(question);
        const indexed = store.index().found(question);
        for (const each of [half, indexed]) {
          expect(entriesOf(each.hits)).toEqual(entriesOf(plain.hits));
          expect(each.relaxed).toEqual(plain.relaxed);
        }
      }),
    );
  });

  it('gives each hit once and in order, page by page, whatever is written and indexed meanwhile', () => {
    const how = fc.record({
      mode: fc.constantFrom('text', 'literal', 'regex'),
      sort: fc.constantFrom('newest', 'oldest', 'relevance'),
      limit: fc.integer({ min: 1, max: 5 }),
    });
    fc.assert(
      fc.property(corpus, how, indexedRows, ({ list, later, words, expression }, asked, rows) => {
        const { store } = storeOf(list, rows);
        const question = { ...asked, pattern: asked.mode === 'regex' ? expression : words };
        const whole = store.found({ ...question, limit: 200 });
        const waiting = [...later];
        const pages = store.pages(question, () => {
          store.add(waiting.splice(0, 2));
          store.index(2);
        });
        expect(pages.flatMap(({ hits }) => entriesOf(hits))).toEqual(entriesOf(whole.hits));
        expect(pages.at(-1)?.total).toEqual({ kind: 'exact', count: whole.returned });
      }),
    );
  });

  it('goes on where a limit stopped it, and loses and repeats nothing', () => {
    const modes = fc.constantFrom('regex', 'literal');
    fc.assert(
      fc.property(
        corpus,
        modes,
        indexedRows,
        fc.integer({ min: 1, max: 40 }),
        ({ list, pattern, expression }, mode, rows, chars) => {
          const { store } = storeOf(list, rows);
          const question = { mode, pattern: mode === 'regex' ? expression : pattern, case: 'insensitive' };
          const whole = store.found({ ...question, limit: 200 });
          const pages = store.pages({ ...question, limit: 3 }, () => undefined, { limits: { chars } });
          expect(pages.flatMap(({ hits }) => entriesOf(hits))).toEqual(entriesOf(whole.hits));
          for (const page of pages.slice(0, -1)) {
            if (page.returned < 3)
              expect(page).toMatchObject({ complete: false, reasonIncomplete: expect.any(String) });
          }
        },
      ),
    );
  });
});
