import type { Content, ContentPart, Message } from '@hermes-context/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentText, isBlank, isImagePart, isPicture, isTextPart, toolCallsOf } from './content.ts';

const text: ContentPart = { type: 'text', text: 'see below' };
const picture: ContentPart = { type: 'image_url', image_url: { url: 'https://example.com/a.png' } };
const responsesText: ContentPart = { type: 'input_text', text: 'from a Responses item' };
const file: ContentPart = { type: 'file', file: { filename: 'a.pdf' } };

describe('isTextPart and isImagePart', () => {
  it('tell chat-shape parts from everything else', () => {
    expect([text, picture, responsesText, file].map(isTextPart)).toEqual([true, false, false, false]);
    expect([text, picture, responsesText, file].map(isImagePart)).toEqual([false, true, false, false]);
  });

  it('do not take a part at its type alone', () => {
    expect(isTextPart({ type: 'text' })).toBe(false);
    expect(isTextPart({ type: 'text', text: 7 })).toBe(false);
    expect(isImagePart({ type: 'image_url', image_url: 'https://example.com/a.png' })).toBe(false);
    expect(isImagePart({ type: 'image_url', image_url: null })).toBe(false);
    expect(isImagePart({ type: 'image_url' })).toBe(false);
  });
});

describe('isPicture', () => {
  it('knows the dialects of three providers', () => {
    const dialects = ['image_url', 'input_image', 'image', 'text', 'file'];
    expect(dialects.map((type) => isPicture({ type }))).toEqual([true, true, true, false, false]);
  });
});

describe('contentText', () => {
  it('joins the text of all parts, whatever their dialect, and skips the rest', () => {
    expect(contentText([text, picture, responsesText, file])).toBe('see below\nfrom a Responses item');
    expect(contentText('plain')).toBe('plain');
    expect(contentText(null)).toBe('');
    expect(contentText([])).toBe('');
  });

  it('takes a field that is missing at run time for nothing', () => {
    expect(contentText(undefined as unknown as Content)).toBe('');
  });
});

describe('isBlank', () => {
  it('sees white space as nothing, and any part that is not text as something', () => {
    const blank: readonly Content[] = [
      null,
      '',
      ' \n\t\u00a0',
      [],
      [
        { type: 'text', text: ' ' },
        { type: 'text', text: '' },
      ],
    ];
    expect(blank.map(isBlank)).toEqual(blank.map(() => true));
    const told: readonly Content[] = [
      '.',
      [{ type: 'text', text: ' ' }, picture],
      [file],
      [text],
      [{ type: 'input_text', text: 'x' }],
    ];
    expect(told.map(isBlank)).toEqual(told.map(() => false));
  });

  it('agrees with the text of contents that are text alone', () => {
    const texts = fc.array(fc.string({ maxLength: 3 }), { maxLength: 4 });
    fc.assert(
      fc.property(texts, (parts) => {
        const content: Content = parts.map((part) => ({ type: 'text', text: part }));
        expect(isBlank(content)).toBe(contentText(content).trim() === '');
      }),
    );
  });
});

describe('toolCallsOf', () => {
  it('gives the calls of an assistant message, and none of any other', () => {
    const call = { id: 'a', type: 'function', function: { name: 'read', arguments: '{}' } } as const;
    expect(toolCallsOf({ role: 'assistant', content: null, tool_calls: [call] })).toEqual([call]);
    expect(toolCallsOf({ role: 'assistant', content: 'done' })).toEqual([]);
    expect(toolCallsOf({ role: 'user', content: 'x', tool_calls: [call] } as Message)).toEqual([]);
    expect(toolCallsOf({ role: 'assistant', content: 'x', tool_calls: null } as unknown as Message)).toEqual([]);
  });
});

describe('a message that nobody checked', () => {
  it('is read as far as it can be, and none of its readers throws', () => {
    const broken = (value: unknown): Content => value as Content;
    expect(contentText(broken([null, 'words', 7, text, { type: 'text', text: null }]))).toBe('see below');
    expect(isBlank(broken([null]))).toBe(false);
    expect([isTextPart, isImagePart, isPicture].map((is) => is(null as unknown as ContentPart))).toEqual([
      false,
      false,
      false,
    ]);
    expect(toolCallsOf({ role: 'assistant', content: null, tool_calls: 5 } as unknown as Message)).toEqual([]);
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(typeof contentText(broken(value))).toBe('string');
        expect(typeof isBlank(broken(value))).toBe('boolean');
      }),
    );
  });
});
