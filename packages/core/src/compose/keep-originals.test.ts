import type { Message, Messages } from '@hermes-context/contract';
import { describe, expect, it } from 'vitest';
import { keepOriginals } from './keep-originals.ts';

const say = (content: string): Message => ({ role: 'assistant', content });
const [a, b, c] = [say('a'), say('b'), say('c')];

/** The list with the request's own objects in it, as indices into the request. */
function indicesAfter(request: Messages, messages: Messages): readonly number[] {
  const origins = messages.map((message) => (request.includes(message) ? request.indexOf(message) : undefined));
  const kept = keepOriginals(request, { messages, origins });
  expect(kept.messages).toEqual(messages);
  expect(kept.origins).toEqual(
    kept.messages.map((message) => (request.includes(message) ? request.indexOf(message) : undefined)),
  );
  return kept.messages.map((message) => request.indexOf(message));
}

describe('keepOriginals', () => {
  it('puts the message of the request where one was written anew word for word', () => {
    expect(indicesAfter([a, b, c], [a, say('b'), c])).toEqual([0, 1, 2]);
    expect(indicesAfter([a, b, c], [say('new'), c])).toEqual([-1, 2]);
  });

  it('puts it only where the order is kept', () => {
    expect(indicesAfter([a, b, c], [b, say('a'), c])).toEqual([1, -1, 2]);
    expect(indicesAfter([a, b, c], [a, say('c'), b])).toEqual([0, -1, 1]);
  });

  it('takes the one that fits where several read the same', () => {
    const [first, second] = [say('go on'), say('go on')];
    expect(indicesAfter([first, a, second, b], [a, say('go on'), b])).toEqual([1, 2, 3]);
    expect(indicesAfter([first, a, second, b], [say('go on'), say('go on')])).toEqual([0, 2]);
  });
});
