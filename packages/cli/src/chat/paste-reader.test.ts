import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPasteReader, type TerminalPiece } from './paste-reader.ts';
import { createPastedTexts } from './pasted-texts.ts';

const START = '\u001b[200~';
const END = '\u001b[201~';

/** Neighbours of one kind are one piece: where keys are cut does not matter. */
function joined(pieces: readonly TerminalPiece[]): readonly TerminalPiece[] {
  const whole: TerminalPiece[] = [];
  for (const piece of pieces) {
    const last = whole.at(-1);
    if (last?.kind === 'keys' && piece.kind === 'keys')
      whole[whole.length - 1] = { kind: 'keys', text: last.text + piece.text };
    else whole.push(piece);
  }
  return whole;
}

describe('createPasteReader', () => {
  it('finds pasted texts wherever the pieces that arrive are cut', () => {
    const keys = fc
      .array(fc.constantFrom('a', 'b', '\r', '\u001b', '['), { maxLength: 6 })
      .map((typed) => (typed.length === 0 ? '' : `${typed.join('')}z`));
    fc.assert(
      fc.property(
        fc.array(fc.tuple(keys, fc.stringMatching(/^[a-z\r\n\t]{0,12}$/)), { maxLength: 4 }),
        fc.array(fc.nat({ max: 80 }), { maxLength: 5 }),
        (parts, cuts) => {
          const all = parts.map(([typed, pasted]) => `${typed}${START}${pasted}${END}`).join('');
          const places = [0, ...cuts.map((cut) => Math.min(cut, all.length)), all.length].toSorted((a, b) => a - b);
          // A cut right behind Esc takes it for the key of that name.
          fc.pre(
            places.every(
              (place) =>
                place === 0 || !all.slice(0, place).endsWith('\u001b') || all.slice(place, place + 5) === END.slice(1),
            ),
          );
          const read = createPasteReader();
          const pieces = places.slice(1).flatMap((place, index) => read(all.slice(places[index], place)));
          const expected = parts.flatMap(([typed, pasted]): readonly TerminalPiece[] => [
            ...(typed === '' ? [] : [{ kind: 'keys' as const, text: typed }]),
            { kind: 'pasted', text: pasted },
          ]);
          expect(joined(pieces)).toEqual(joined(expected));
        },
      ),
    );
  });

  it('lets Esc through at once, and holds back what may be the beginning of a paste', () => {
    const read = createPasteReader();
    expect(read('\u001b')).toEqual([{ kind: 'keys', text: '\u001b' }]);
    expect(read('a\u001b[20')).toEqual([{ kind: 'keys', text: 'a' }]);
    expect(read('0~one\rtwo\u001b')).toEqual([]);
    expect(read('[201~b')).toEqual([
      { kind: 'pasted', text: 'one\rtwo' },
      { kind: 'keys', text: 'b' },
    ]);
  });
});

describe('createPastedTexts', () => {
  it('puts a short text into the line, and a word for a long one, which comes back whole', () => {
    const texts = createPastedTexts();
    expect(texts.take('a word\u001b[2J\u0003')).toBe('a word[2J');
    const token = texts.take('one\r\ntwo\tthree\r');
    expect(token).toBe('[pasted 1: 2 lines]');
    expect(texts.take('x'.repeat(300))).toBe('[pasted 2: 300 characters]');
    expect(texts.expand(`see ${token}, [pasted 9: 2 lines]`)).toBe('see one\ntwo\tthree, [pasted 9: 2 lines]');
  });
});
