import { expect, it } from 'vitest';
import { passPrintedText } from './pass-printed-text.ts';

const printed = (pieces: readonly string[]): string => {
  let err = '';
  const printing = passPrintedText({
    err: (text) => {
      err += text;
    },
  });
  for (const piece of pieces) printing.add(piece);
  printing.end();
  return err;
};

it('passes on whole lines, without what moves a cursor', () => {
  expect(printed(['one\ntw', 'o\u001b[2J\n', '\n', 'three'])).toBe('[engine] one\n[engine] two?[2J\n[engine] three\n');
});

it('shows the first lines of very many, and says how many there were', () => {
  const lines = printed([Array.from({ length: 1_500 }, (_, index) => `line ${index}\n`).join('')]).split('\n');
  expect(lines.slice(19)).toEqual(['[engine] line 19', '[engine] … and 1,480 more lines', '']);
});

it('leaves out what Node writes when memory is full', () => {
  expect(printed(['before\n', '<--- Last few GCs --->\n', '[1:0x2] Mark-Compact\n'])).toBe('[engine] before\n');
});
