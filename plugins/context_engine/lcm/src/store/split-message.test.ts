import type { Message } from '@hermes-context/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinMessage, splitMessage } from './split-message.ts';

const text = fc.string({ unit: 'binary', maxLength: 40 });
const part = fc.oneof(
  fc.record({ type: fc.constant('text'), text }),
  fc.record({ type: fc.constant('image_url'), image_url: fc.record({ url: text }) }),
  fc.dictionary(fc.constantFrom('type', 'text', 'as', 'other'), fc.jsonValue()),
);
const content = fc.oneof(text, fc.constant(null), fc.array(part, { maxLength: 4 }), fc.jsonValue());

describe('a message in two', () => {
  it('is the same message when put together again, whatever its content', () => {
    fc.assert(
      fc.property(content, fc.jsonValue(), fc.option(text, { nil: undefined }), (content, metadata, id) => {
        const message = JSON.parse(
          JSON.stringify({ role: 'user', content, metadata, ...(id !== undefined && { _context: { id } }) }),
        );
        expect(joinMessage(splitMessage(message, id), id)).toEqual(message);
        expect(joinMessage(splitMessage(message, undefined), undefined)).toEqual(message);
        expect(splitMessage(message, id).text.isWellFormed()).toBe(true);
      }),
    );
  });

  it('keeps the text of parts apart from their shape', () => {
    const message: Message = {
      role: 'user',
      content: [
        { type: 'text', text: 'Look:' },
        { type: 'image_url', image_url: { url: 'data:,' } },
        { type: 'text', text: '\n\ud800' },
      ],
      _context: { id: 'm1', mark: { kind: 'synthetic' } },
    };

    expect(splitMessage(message, 'm1')).toEqual({
      text: 'Look:\n\n\ufffd',
      rest: JSON.stringify({
        role: 'user',
        content: [
          { type: 'text', text: 5 },
          { type: 'image_url', image_url: { url: 'data:,' } },
          { type: 'text', text: { as: '\n\ud800' } },
        ],
        _context: { mark: { kind: 'synthetic' } },
      }),
    });
  });
});
