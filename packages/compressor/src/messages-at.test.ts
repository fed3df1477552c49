import fc from 'fast-check';
import { expect, it } from 'vitest';
import { messagesAt } from './messages-at.ts';

it('gives the messages at the indices, in one stretch or several', () => {
  const messages = Array.from({ length: 12 }, (_, index) => ({ role: 'user', content: String(index) }) as const);
  fc.assert(
    fc.property(fc.subarray(Array.from(messages.keys())), (indices) => {
      expect(messagesAt(messages, indices).map(({ content }) => Number(content))).toEqual(indices);
    }),
  );
});
