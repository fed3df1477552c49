import type { Message, SummaryRequest } from '@hermes-context/contract';
import { describe, expect, it } from 'vitest';
import { said, user } from './conversation.fixture.ts';
import { sliceRequest } from './slice-request.ts';

const messages = [user('Task A.'), said('one'), said('two'), said('three')];
const taskB: Message = user('Task B.');
const request: SummaryRequest = {
  messages,
  carried: [{ message: taskB, before: 2 }],
  maxTokens: 500,
  signal: new AbortController().signal,
};

describe('sliceRequest', () => {
  it('keeps a carried request in its place among the messages', () => {
    expect(sliceRequest(request, 1, 4)).toMatchObject({
      carried: [{ message: taskB, before: 1 }],
      hasNewerRequest: false,
    });
  });

  it('knows that a request behind the slice is newer', () => {
    expect(sliceRequest(request, 0, 2)).toMatchObject({ carried: [], hasNewerRequest: true });
    const later = { ...request, messages: [...messages, user('Task C.')] };
    expect(sliceRequest(later, 2, 4)).toMatchObject({ hasNewerRequest: true });
  });

  it('brings the request along that the first messages were done for', () => {
    expect(sliceRequest(request, 3, 4)).toMatchObject({ carried: [{ message: taskB, before: 0 }] });
    const answered = { ...request, messages: [...messages.slice(0, 3), user('Task C.'), said('x')] };
    expect(sliceRequest(answered, 4, 5).carried).toEqual([]);
  });
});
