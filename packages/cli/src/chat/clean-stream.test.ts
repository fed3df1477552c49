import { stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createStreamCleaner } from './clean-stream.ts';

/** What a hostile or a careless model may write. */
const texts = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '\u001b',
        '\u001b[',
        '31m',
        '\u001b[2J',
        '\u001b]0;',
        '\u0007',
        '\u001b\\',
        '\u009b',
        '\u009d',
        '\u009c',
        '\r\n',
        '\n',
        '\t',
        '👩‍💻',
        '\u202e',
        'word ',
        '[1;2H',
      ),
      fc.string({ unit: 'binary', maxLength: 4 }),
    ),
    { maxLength: 20 },
  )
  .map((parts) => parts.join(''));

function clean(pieces: readonly string[]): string {
  const cleaner = createStreamCleaner();
  return pieces.map((piece) => cleaner.push(piece)).join('') + cleaner.end();
}

describe('createStreamCleaner', () => {
  it('leaves nothing that steers a terminal', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const cleaned = clean([text]);
        expect(cleaned).not.toMatch(/[^\P{Cc}\n\t]|[\p{Cs}\u200e\u200f\u2028-\u202e\u2066-\u2069]/u);
        expect(stripVTControlCharacters(cleaned)).toBe(cleaned);
      }),
    );
  });

  it('leaves the same however the text is cut into pieces', () => {
    fc.assert(
      fc.property(texts, fc.array(fc.nat({ max: 60 }), { maxLength: 6 }), (text, cuts) => {
        const places = [0, ...cuts.map((cut) => Math.min(cut, text.length)), text.length].toSorted((a, b) => a - b);
        const pieces = places.slice(1).map((place, index) => text.slice(places[index], place));
        expect(clean(pieces)).toBe(clean([text]));
      }),
    );
  });

  it('takes out a colour, a title and a link whose sequences are split over two pieces', () => {
    expect(clean(['red: \u001b', '[3', '1malert\u001b[0m'])).toBe('red: alert');
    expect(clean(['\u001b]0;own', 'ed\u0007plain'])).toBe('plain');
    expect(clean(['\u001b]8;;http://x\u001b', '\\link\u001b]8;;\u001b\\'])).toBe('link');
  });

  it('keeps a character whose halves come in two pieces, and marks a half that stays alone', () => {
    expect(clean(['\ud83d', '\udc4d'])).toBe('👍');
    expect(clean(['a\ud83d'])).toBe('a\ufffd');
  });

  it('shows again what follows a title that never ends', () => {
    expect(clean(['\u001b]0;never\nshown'])).toBe('\nshown');
  });

  it('keeps what is only text, line breaks and tabs included', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-zä漢 \n\t[\]0-9;]{0,40}$/), (text) => {
        expect(clean([text])).toBe(text);
      }),
    );
  });
});
