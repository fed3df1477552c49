import type { CompressReport, Messages } from '@hermes-context/contract';
import { expect, it } from 'vitest';
import { inFileIndices } from './file-indices.ts';

const report = (covered: readonly number[], tailStart: number): CompressReport => ({
  covered,
  boundaries: { headEnd: 1, tailStart },
  carried: [],
  rewritten: [],
  pruned: { results: 0, arguments: 0, images: 0, duplicates: 0 },
  repairs: [],
  warnings: [],
});

it('names the places of the file where a repair put a message in front, or took one out', () => {
  const file: Messages = ['a', 'b', 'c', 'd'].map((content) => ({ role: 'assistant', content }));
  const [a, , c, d] = file;
  const repaired: Messages = [{ role: 'user', content: 'inserted' }, ...[a, c, d].flatMap((message) => message ?? [])];
  expect(inFileIndices(report([2], 3), { file, repaired })).toMatchObject({
    covered: [2],
    boundaries: { headEnd: 0, tailStart: 3 },
  });
  expect(inFileIndices(report([1], 2), { file, repaired: file })).toEqual(report([1], 2));
  expect(inFileIndices(report([], 4), { file, repaired }).boundaries.tailStart).toBe(4);
});
