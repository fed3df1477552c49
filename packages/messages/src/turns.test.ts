import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRealUser } from './classify.ts';
import { assistant, brokenTranscript, calling, plainTranscript, result, system, user } from './conversation.fixture.ts';
import { groupMessages } from './groups.ts';
import { startOfLastTurns } from './turns.ts';

const conversation = [
  system('s'),
  user('First.'),
  calling('a'),
  result('a'),
  user('<system-reminder>x</system-reminder>'),
  user('Second.'),
  assistant('Done.'),
];

describe('startOfLastTurns', () => {
  it('counts turns from where a person speaks', () => {
    expect([0, 1, 2, 3].map((count) => startOfLastTurns(conversation, count))).toEqual([7, 5, 1, 0]);
  });

  it('begins with the call where a person spoke before its result', () => {
    expect(startOfLastTurns([user('Go.'), calling('a'), user('Wait.'), result('a')], 1)).toBe(1);
  });

  it('keeps so many turns whole', () => {
    fc.assert(
      fc.property(plainTranscript(), fc.integer({ min: 1, max: 10 }), (messages, count) => {
        const start = startOfLastTurns(messages, count);
        const turns = messages.filter(isRealUser).length;
        expect(messages.slice(start).filter(isRealUser)).toHaveLength(Math.min(count, turns));
        expect(start === 0 || messages[start]?.role === 'user').toBe(true);
      }),
    );
  });

  it('never starts inside a group', () => {
    fc.assert(
      fc.property(brokenTranscript(), fc.nat({ max: 10 }), (messages, count) => {
        const starts = [...groupMessages(messages).map((group) => group.start), messages.length, 0];
        expect(starts).toContain(startOfLastTurns(messages, count));
      }),
    );
  });
});
