import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clipStart, clipText, displayWidth, padText, wrapText } from './display-width.ts';

/** Text as people write it in many scripts. */
const texts = fc
  .array(
    fc.constantFrom('a', 'Z', ' ', 'é', 'e\u0301', '漢', 'か', '한', '，', '👍', '👩‍💻', '❤️', '🇪🇺', '…', '/', 'word'),
    {
      maxLength: 40,
    },
  )
  .map((parts) => parts.join(''));

const columns = fc.integer({ min: 0, max: 60 });

describe('displayWidth', () => {
  it.each([
    ['plain', 5],
    ['é', 1],
    ['e\u0301', 1],
    ['漢字', 4],
    ['ひらがな', 8],
    ['한국어', 6],
    ['（全角）', 8],
    ['👍', 2],
    ['👩‍💻', 2],
    ['❤️', 2],
    ['🇪🇺', 2],
    ['→ ● │', 5],
    ['', 0],
  ])('counts %s as %d columns', (text, width) => {
    expect(displayWidth(text)).toBe(width);
  });
});

describe('clipping', () => {
  it('never takes more room than there is, and changes nothing that fits', () => {
    fc.assert(
      fc.property(texts, columns, (text, room) => {
        for (const clip of [clipText, clipStart]) {
          expect(displayWidth(clip(text, room))).toBeLessThanOrEqual(room);
          if (displayWidth(text) <= room) expect(clip(text, room)).toBe(text);
        }
      }),
    );
  });

  it('uses the room: at most a wide character short of it', () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 60 }), (text, room) => {
        if (displayWidth(text) <= room) return;
        for (const clip of [clipText, clipStart])
          expect(displayWidth(clip(text, room))).toBeGreaterThanOrEqual(room - 1);
      }),
    );
  });

  it('shows where something is missing', () => {
    expect(clipText('keeps the last turns', 10)).toBe('keeps the…');
    expect(clipText('漢字漢字', 6)).toBe('漢字…');
    expect(clipStart('/home/me/engines/lcm', 12)).toBe('…engines/lcm');
    expect(clipText('👩‍💻👩‍💻👩‍💻', 5)).toBe('👩‍💻👩‍💻…');
  });
});

describe('wrapText', () => {
  it('keeps every character but the spaces it breaks at, and no line too long', () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 2, max: 60 }), (text, room) => {
        const lines = wrapText(text, room);
        for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(room);
        expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
      }),
    );
  });

  it('breaks at spaces, and inside a word only where it must', () => {
    expect(wrapText('one two three', 7)).toEqual(['one two', 'three']);
    expect(wrapText('see /a/very/long/path', 8)).toEqual(['see', '/a/very/', 'long/pat', 'h']);
  });
});

describe('padText', () => {
  it('fills up to the columns, by width', () => {
    fc.assert(
      fc.property(texts, columns, (text, room) => {
        expect(displayWidth(padText(text, room))).toBe(Math.max(room, displayWidth(text)));
      }),
    );
    expect(padText('漢', 4)).toBe('漢  ');
  });
});
