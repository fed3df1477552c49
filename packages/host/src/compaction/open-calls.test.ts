import type { Message, Messages } from '@hermes-context/contract';
import { repairMessages } from '@hermes-context/messages';
import { transcript } from '@hermes-context/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callOf } from '../scripted-model.fixture.ts';
import { openCallMessages } from './open-calls.ts';

const asked: Message = { role: 'user', content: 'Do both.' };
const calls: Message = {
  role: 'assistant',
  content: null,
  tool_calls: [callOf('a', {}, 'c1'), callOf('b', {}, 'c2')],
};
const resultOf = (id: string): Message => ({ role: 'tool', tool_call_id: id, content: 'done' });

describe('messages whose calls are open', () => {
  it.each<[string, Messages, Messages]>([
    ['of an empty list', [], []],
    ['of a question', [asked], []],
    ['when all are answered', [asked, calls, resultOf('c1'), resultOf('c2')], []],
    ['when the answers came in another order', [asked, calls, resultOf('c2'), resultOf('c1')], []],
    ['when none is answered', [asked, calls], [calls]],
    ['when one of two is answered', [asked, calls, resultOf('c2')], [calls, resultOf('c2')]],
    ['when somebody has spoken since', [asked, calls, asked], []],
  ])('%s', (_, messages, open) => {
    expect(openCallMessages(messages)).toEqual(open);
  });

  it('are left alone by a repair that is told of them', () => {
    const messages = [asked, calls, resultOf('c1')];
    const pinned = new Set(openCallMessages(messages));
    expect(repairMessages(messages, { pinned }).messages).toEqual(messages);
    expect(repairMessages(messages).messages).toHaveLength(4);
  });

  it('are the objects of the list, and none where the list is closed', () => {
    fc.assert(
      fc.property(transcript(), fc.nat(), (messages, cut) => {
        expect(openCallMessages(messages)).toEqual([]);
        const part = messages.slice(0, cut % (messages.length + 1));
        const open = openCallMessages(part);
        expect(open.every((message, index) => message === part[part.length - open.length + index])).toBe(true);
      }),
      { numRuns: 40 },
    );
  });
});
