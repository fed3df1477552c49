import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldCase } from './fold-case.ts';
import { conversationGram, conversationToken, gramsOf, gramsText, quoted, tokensOf, wordsText } from './index-text.ts';

const pieces = [
  'a',
  'Z',
  '9',
  '_',
  ' ',
  '\n',
  '\0',
  'é',
  'e\u0301',
  'ß',
  'İ',
  'ſ',
  'ς',
  'я',
  'ё',
  '端',
  '𠮷',
  'ค้',
  '🚀',
  '\ue000',
  '\ue001',
  'µ',
  'K',
  'ﬁ',
  '½',
  '٣',
  'x'.repeat(70),
];
const text = fc.array(fc.constantFrom(...pieces), { maxLength: 20 }).map((parts) => parts.join(''));

/** The words and the pieces that SQLite makes of a text. */
function indexed(whole: string): { readonly words: readonly string[]; readonly grams: readonly string[] } {
  const db = new DatabaseSync(':memory:');
  db.exec(`CREATE VIRTUAL TABLE words USING fts5(text, content = '', tokenize = 'unicode61 remove_diacritics 2');
    CREATE VIRTUAL TABLE grams USING fts5(text, content = '', detail = none, tokenize = 'trigram');
    CREATE VIRTUAL TABLE w USING fts5vocab(words, instance); CREATE VIRTUAL TABLE g USING fts5vocab(grams, row);`);
  db.prepare('INSERT INTO words (rowid, text) VALUES (1, ?)').run(wordsText(whole, { conversation: 7, role: 'user' }));
  db.prepare('INSERT INTO grams (rowid, text) VALUES (1, ?)').run(gramsText(whole, 7));
  const words = db
    .prepare('SELECT term FROM w ORDER BY offset')
    .all()
    .map(({ term }) => String(term));
  return {
    words,
    grams: db
      .prepare('SELECT term FROM g')
      .all()
      .map(({ term }) => String(term)),
  };
}

describe('what the indexes are given', () => {
  it('makes SQLite see the words that a search compares, in their order', () => {
    fc.assert(
      fc.property(text, (whole) => {
        const [conversation, role, ...words] = indexed(whole).words;
        expect([conversation, role]).toEqual([conversationToken(7), '\ue001ruser']);
        expect(words).toEqual(Array.from(tokensOf(whole), ({ form }) => form));
      }),
    );
  });

  it('makes SQLite see every piece of every part of a text', () => {
    fc.assert(
      fc.property(text, fc.nat(), fc.integer({ min: 3, max: 9 }), (whole, from, length) => {
        const characters = Array.from(whole);
        const part = characters
          .slice(from % (characters.length + 1))
          .slice(0, length)
          .join('');
        const { grams } = indexed(whole);
        const db = new DatabaseSync(':memory:');
        db.exec(`CREATE VIRTUAL TABLE g USING fts5(text, content = '', detail = none, tokenize = 'trigram')`);
        db.prepare('INSERT INTO g (rowid, text) VALUES (1, ?)').run(gramsText(whole, 7));
        const expression = [quoted(conversationGram(7)), ...gramsOf(part)].join(' AND ');
        expect(db.prepare('SELECT rowid FROM g WHERE g MATCH ?').get(expression), JSON.stringify(grams)).toBeDefined();
      }),
    );
  });

  it('keeps scripts without spaces apart by character, and words whole', () => {
    expect(Array.from(tokensOf('Café 端到 C3PO'), ({ form, isUnit }) => [form, isUnit])).toEqual([
      ['cafe', false],
      ['\ue000007aef', true],
      ['\ue000005230', true],
      ['c3po', false],
    ]);
  });
});

describe('foldCase', () => {
  it('keeps every place where it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), text, (one, other) => {
        for (const each of [one, other]) {
          expect(foldCase(each)).toHaveLength(each.length);
          expect(foldCase(foldCase(each))).toBe(foldCase(each));
        }
        expect(foldCase(one + other)).toBe(foldCase(one) + foldCase(other));
      }),
    );
  });

  it('knows the forms of a letter that only differ by place', () => {
    expect(foldCase('ΟΔΟΣ οδος Istanbul İ ſ')).toBe('οδοσ οδοσ istanbul İ s');
  });
});
