import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { displayWidth } from '../terminal/display-width.ts';
import { tableOptions } from './option-table.ts';

const words = fc
  .array(fc.constantFrom('a', 'bc', ' ', '漢字', '👩‍💻', 'é', '\u001b[2J', '/path'), { maxLength: 30 })
  .map((parts) => parts.join(''));

const rows = fc.array(
  fc.record({ value: words, cells: fc.array(words, { minLength: 3, maxLength: 3 }), about: words, path: words }),
  { minLength: 1, maxLength: 6 },
);

describe('the lines of a menu', () => {
  it('fit their terminal with the hint behind them, and hold nothing that moves a cursor', () => {
    fc.assert(
      fc.property(rows, fc.integer({ min: 10, max: 200 }), (given, columns) => {
        for (const option of tableOptions(given)) {
          const drawn = `${option.label(columns)} (${option.hint?.(columns)})`.split('\n');
          expect(drawn.length).toBeLessThanOrEqual(2);
          for (const line of drawn) {
            expect(displayWidth(line)).toBeLessThanOrEqual(columns);
            expect(line).not.toMatch(/\p{Cc}/u);
          }
        }
      }),
    );
  });

  it('stand in columns, and clip a long name before the rest', () => {
    const options = tableOptions([
      { value: '0', cells: ['compressor', '0.1.0', 'built-in', 'current'], about: 'Prunes and summarises.', path: '' },
      {
        value: '1',
        cells: ['an-engine-with-a-very-long-name', '-', 'home', 'broken'],
        about: 'No manifest.',
        path: '/x',
      },
    ]);
    expect(options.map((option) => option.label(60))).toEqual([
      'compressor            0.1.0  built-in  current',
      'an-engine-with-a-ve…  -      home      broken',
    ]);
    expect(options[0]?.hint?.(60)).toBe('Prunes and…');
    expect(options[1]?.hint?.(60)).toBe('No manifest.\n  /x');
  });
});
