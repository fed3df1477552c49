import type { Message, Messages } from '@hermes-context/contract';
import { estimateMessagesTokens } from '@hermes-context/messages';
import { fromCheckpoint } from '@hermes-context/providers';
import { transcript } from '@hermes-context/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HiddenPart } from './hidden-part.ts';

const lists = fc
  .tuple(transcript(), fc.infiniteStream(fc.constantFrom(undefined, undefined, undefined, 'ours', 'theirs')))
  .map(
    ([messages, marks]): Messages =>
      messages.map((message): Message => {
        const mark = message.role === 'assistant' ? marks.next().value : undefined;
        if (mark === undefined) return message;
        const parts = [{ type: 'compaction', encrypted_content: mark }];
        return { ...message, metadata: { mark }, _context: { wire: { format: 'openai-responses', parts } } };
      }),
  );
const isOurs = ({ metadata }: Message): boolean => metadata?.['mark'] === 'ours';

describe('the part of a list that a checkpoint hides', () => {
  it('is what fromCheckpoint leaves out, however the list grows, and nothing for another reader', () => {
    fc.assert(
      fc.property(lists, (list) => {
        const hidden = new HiddenPart();
        for (let count = 0; count <= list.length; count += 1) {
          const messages = list.slice(0, count);
          const point = { sessionId: 's', revision: 1, count, messages };
          const { messages: sent, omitted } = fromCheckpoint(messages, isOurs);
          const { tokens, hasCheckpoint } = hidden.of({ ...point, issuer: 'ours', isUsable: isOurs });
          expect(tokens).toBe(estimateMessagesTokens(messages) - estimateMessagesTokens(sent));
          expect(hasCheckpoint).toBe(messages.some(isOurs));
          if (omitted > 0) expect(hasCheckpoint).toBe(true);
        }
        const whole = { sessionId: 's', revision: 1, count: list.length, messages: list };
        expect(hidden.of({ ...whole, issuer: 'other', isUsable: () => false }).tokens).toBe(0);
        const again = hidden.of({ ...whole, revision: 2, issuer: 'ours', isUsable: isOurs });
        expect(again).toEqual(new HiddenPart().of({ ...whole, issuer: 'ours', isUsable: isOurs }));
      }),
    );
  });
});
