import type { Messages } from '@hermes-context/contract';
import { transcript } from '@hermes-context/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assistant, brokenTranscript, calling, result, system, user } from './conversation.fixture.ts';
import { groupMessages } from './groups.ts';
import { pairToolCalls } from './tool-pairs.ts';

function ranges(messages: Messages): readonly string[] {
  return groupMessages(messages).map(({ start, end }) => `${start}-${end}`);
}

/** Every call with each of its results, later replaced ones too: what a boundary must not separate. */
function bonds(messages: Messages): readonly (readonly [number, number])[] {
  const { calls, duplicates } = pairToolCalls(messages);
  const replaced = duplicates.flatMap((index) => {
    const kept = pairToolCalls(messages.slice(0, index + 1)).calls.find(({ resultIndex }) => resultIndex === index);
    return kept === undefined ? [] : [[kept.messageIndex, index] as const];
  });
  const answered = calls.flatMap(({ messageIndex, resultIndex }) =>
    resultIndex === undefined ? [] : [[messageIndex, resultIndex] as const],
  );
  return [...answered, ...replaced];
}

describe('groupMessages', () => {
  it('partitions any list, in order and without gaps', () => {
    fc.assert(
      fc.property(brokenTranscript(), (messages) => {
        const groups = groupMessages(messages);
        expect(groups[0]?.start ?? 0).toBe(0);
        expect(groups.at(-1)?.end ?? 0).toBe(messages.length);
        for (const [index, group] of groups.entries()) {
          expect(group.end).toBeGreaterThan(group.start);
          expect(groups[index + 1]?.start ?? group.end).toBe(group.end);
        }
      }),
    );
  });

  it('separates no result from its call, and nothing more than that binds', () => {
    fc.assert(
      fc.property(brokenTranscript(), (messages) => {
        const boundaries = groupMessages(messages).map(({ start }) => start);
        const pairs = bonds(messages);
        for (let index = 1; index < messages.length; index += 1) {
          const isBound = pairs.some(([call, answer]) => call < index && index <= answer);
          expect(boundaries.includes(index)).toBe(!isBound);
        }
      }),
    );
  });

  it('S-053 makes an assistant message and its parallel results one group in well-formed conversations', () => {
    fc.assert(
      fc.property(transcript(), (messages) => {
        for (const { start, end } of groupMessages(messages)) {
          const [first, ...rest] = messages.slice(start, end);
          expect(first?.role).not.toBe('tool');
          expect(rest.every((message) => message.role === 'tool')).toBe(true);
        }
      }),
    );
  });

  it('gives any other message a group of its own, a result without a call too', () => {
    expect(ranges([system('s'), user('u'), assistant('a'), result('x')])).toEqual(['0-1', '1-2', '2-3', '3-4']);
    expect(ranges([])).toEqual([]);
  });

  it('lets what stands between a call and its late result ride along', () => {
    expect(ranges([user('u'), calling('a'), user('Wait.'), result('a'), user('Go on.')])).toEqual([
      '0-1',
      '1-4',
      '4-5',
    ]);
  });

  it('joins groups that overlap', () => {
    const messages = [user('u'), calling('x'), calling('y'), result('y'), result('x'), assistant('Both are back.')];
    expect(ranges(messages)).toEqual(['0-1', '1-5', '5-6']);
  });

  it('keeps apart what an id that is used again might join', () => {
    expect(ranges([calling('a'), result('a'), user('Again.'), calling('a'), result('a')])).toEqual([
      '0-2',
      '2-3',
      '3-5',
    ]);
  });

  it('groups a hundred thousand messages in a moment, with every result far from its call', () => {
    const ids = Array.from({ length: 50_000 }, (_, index) => `call_${index}`);
    const far = [...ids.map((id) => calling(id)), ...ids.map((id) => result(id))];
    const started = performance.now();
    expect(groupMessages(far)).toEqual([{ start: 0, end: 100_000 }]);
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});
