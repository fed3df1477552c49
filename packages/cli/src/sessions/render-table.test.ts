import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { displayWidth } from '../terminal/display-width.ts';
import { type Column, renderTable } from './render-table.ts';

const TABLE: readonly Column[] = [
  { head: 'Id', min: 4 },
  { head: 'Title', min: 6 },
  { head: 'Tokens', align: 'end' },
];

describe('a table', () => {
  it('keeps wide characters in line, and numbers at the end', () => {
    const rows = [
      ['a1', '漢字の題', '12,345'],
      ['b', 'plain', '7'],
    ];
    expect(renderTable(TABLE, rows, 80)).toEqual([
      'Id  Title     Tokens',
      'a1  漢字の題  12,345',
      'b   plain          7',
    ]);
  });

  it('cuts the widest column first, and each no further than it may be', () => {
    const rows = [['20310101_120000_abcdef', 'a title that goes on and on', '9']];
    expect(renderTable(TABLE, rows, 40)).toEqual([
      'Id               Title            Tokens',
      '20310101_12000…  a title that g…       9',
    ]);
    expect(renderTable(TABLE, rows, 1)[1]).toBe('203…  a tit…       9');
  });

  it('cuts nothing in a pipe', () => {
    const title = 'long '.repeat(60).trim();
    expect(renderTable(TABLE, [['a', title, '1']], Number.POSITIVE_INFINITY)[1]).toContain(title);
  });

  it('fits any terminal that its columns can be cut to', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '漢', 'é', '👩‍💻'), maxLength: 30 });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(cell, cell), { maxLength: 5 }),
        fc.integer({ min: 20, max: 90 }),
        (rows, columns) => {
          const lines = renderTable(
            [
              { head: 'A', min: 8 },
              { head: 'B', min: 8 },
            ],
            rows,
            columns,
          );
          for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(columns);
        },
      ),
    );
  });
});
