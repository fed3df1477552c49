import { isDeepStrictEqual } from 'node:util';
import { expect, it } from 'vitest';
import { countReads } from './count-reads.ts';

it('counts each look at a field, and gives what stands there', () => {
  const { messages, reads } = countReads([{ role: 'user', content: 'Hello' }]);
  expect(reads()).toBe(0);
  expect([messages[0]?.role, messages[0]?.content]).toEqual(['user', 'Hello']);
  expect(reads()).toBe(2);
});

it('makes messages that spread, clone, compare and write like any others', () => {
  const plain = { role: 'user', content: 'Hello' } as const;
  const { messages } = countReads([plain]);
  expect({ ...messages[0] }).toEqual(plain);
  expect(structuredClone(messages)).toEqual([plain]);
  expect(isDeepStrictEqual({ ...messages[0] }, plain)).toBe(true);
  expect(JSON.stringify(messages)).toBe(JSON.stringify([plain]));
});
