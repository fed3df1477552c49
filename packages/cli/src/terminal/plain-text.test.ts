import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainText } from './plain-text.ts';

// Not 'binary': that maps all of Unicode when it is made, which takes seconds.
const codePoint = fc.nat({ max: 0x10_ffff }).map((point) => String.fromCodePoint(point));

describe('plainText', () => {
  it('leaves nothing that moves a cursor, turns the direction or breaks a line', () => {
    fc.assert(
      fc.property(fc.string({ unit: codePoint, maxLength: 60 }), (text) => {
        expect(plainText(text)).not.toMatch(/[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
        expect(plainText(plainText(text))).toBe(plainText(text));
      }),
    );
  });

  it('takes colours and titles out whole, and keeps words apart', () => {
    expect(plainText('\u001b[31mred\u001b[0m\n\tand \u001b]0;owned\u0007plain\r\n')).toBe('red and plain');
  });

  it('keeps what is only text', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-zä漢0-9 ]{0,40}$/), (text) => {
        expect(plainText(text)).toBe(text.trim().replace(/ +/g, ' '));
      }),
    );
    expect(plainText('👩‍💻 keeps é and 漢字')).toBe('👩‍💻 keeps é and 漢字');
  });
});
