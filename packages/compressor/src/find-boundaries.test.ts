import type { Message, Messages } from '@hermes-context/contract';
import { estimateTokens, groupMessages, isRealUser } from '@hermes-context/messages';
import { scrambledTranscript, transcript } from '@hermes-context/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findBoundaries } from './find-boundaries.ts';
import { boundaryPolicies, LOOSE } from './policy.fixture.ts';

const HUNDRED = (): number => 100;
const system: Message = { role: 'system', content: 'You are helpful.' };
const user = (content: string): Message => ({ role: 'user', content });
const reply = (content: string): Message => ({ role: 'assistant', content });
const calls = (...ids: readonly string[]): Message => ({
  role: 'assistant',
  content: null,
  tool_calls: ids.map((id) => ({ id, type: 'function', function: { name: 'terminal', arguments: '{}' } })),
});
const result = (id: string, content = 'ok'): Message => ({ role: 'tool', tool_call_id: id, content });
const alternating = (count: number): Messages =>
  Array.from({ length: count }, (_, index) => (index % 2 === 0 ? user(`u${index}`) : reply(`a${index}`)));

describe('findBoundaries', () => {
  it('S-051 keeps the system prompt and the first exchange', () => {
    const list = [system, ...alternating(30)];
    expect(findBoundaries(list, { ...LOOSE, protectFirst: 3 }, HUNDRED).headEnd).toBe(3);
  });

  it('keeps a leading system prompt also where nothing else is protected', () => {
    expect(findBoundaries([system, ...alternating(10)], LOOSE, HUNDRED).headEnd).toBe(1);
  });

  it('S-052 walks back by token budget, and protects protect_last_n messages where the budget holds fewer', () => {
    const list = alternating(40);
    expect(findBoundaries(list, { ...LOOSE, tailTokens: 1_000, protectLast: 5 }, HUNDRED).tailStart).toBe(30);
    expect(findBoundaries(list, { ...LOOSE, tailTokens: 300, protectLast: 20 }, HUNDRED).tailStart).toBe(20);
  });

  it('S-052 lets whole groups leave the tail, oldest first, where the minimum alone would not fit', () => {
    const list = [...alternating(30), calls('a', 'b'), result('a'), result('b'), reply('done')];
    const decision = findBoundaries(list, { ...LOOSE, protectLast: 20, roomTokens: 350 }, HUNDRED);
    expect(decision).toMatchObject({ tailStart: 33, isTailCut: true });
    expect(findBoundaries(list, { ...LOOSE, protectLast: 20, roomTokens: 400 }, HUNDRED).tailStart).toBe(30);
  });

  it('S-053 moves a boundary inside a group of parallel calls back to the message that opened it', () => {
    const list = [user('go'), reply('ok'), calls('a', 'b', 'c'), result('a'), result('b'), result('c')];
    expect(findBoundaries(list, { ...LOOSE, protectLast: 2 }, HUNDRED).tailStart).toBe(2);
    const head = [system, user('go'), calls('a'), result('a'), ...alternating(10)];
    expect(findBoundaries(head, { ...LOOSE, protectFirst: 3 }, HUNDRED).headEnd).toBe(2);
  });

  it('S-053 never splits a call from its results, in either direction', () => {
    fc.assert(
      fc.property(fc.oneof(transcript(), scrambledTranscript()), boundaryPolicies, (messages, policy) => {
        const { headEnd, tailStart } = findBoundaries(messages, policy, estimateTokens);
        const starts = new Set([...groupMessages(messages).map((group) => group.start), messages.length]);
        expect(starts).toContain(headEnd);
        expect(starts).toContain(tailStart);
      }),
    );
  });

  it('S-054 keeps the newest real user messages behind the head: in the tail, or carried', () => {
    fc.assert(
      fc.property(fc.oneof(transcript(), scrambledTranscript()), boundaryPolicies, (messages, policy) => {
        const { tailStart, carried } = findBoundaries(messages, policy, estimateTokens);
        const users = messages.flatMap((message, index) => (isRealUser(message) ? [index] : []));
        const newest = policy.minTailUserMessages === 0 ? [] : users.slice(-policy.minTailUserMessages);
        for (const index of newest) expect(index >= tailStart || carried.includes(index)).toBe(true);
      }),
    );
  });

  it('S-054 does not count summaries and host-made rows as users', () => {
    const list = [
      user('the task'),
      ...alternating(6),
      { role: 'user', content: 'go on', metadata: { origin: 'hook' } } as const,
    ];
    const { tailStart, carried } = findBoundaries(list, { ...LOOSE, minTailUserMessages: 1 }, HUNDRED);
    expect(tailStart).toBe(7);
    expect(carried).toEqual([5]);
  });

  it('stretches the tail to the newest user message when half a budget more reaches it, and carries it otherwise', () => {
    const list = [user('old'), reply('a'), user('newest'), calls('a'), result('a'), calls('b'), result('b')];
    const policy = { ...LOOSE, minTailUserMessages: 1, tailTokens: 400 };
    expect(findBoundaries(list, { ...policy, stretchedTailTokens: 500 }, HUNDRED)).toMatchObject({
      tailStart: 2,
      carried: [],
    });
    expect(findBoundaries(list, { ...policy, stretchedTailTokens: 499 }, HUNDRED)).toMatchObject({
      tailStart: 3,
      carried: [2],
    });
  });

  it('stretches the tail to the reply that the user read last', () => {
    const list = [user('old'), reply('a'), reply('the last words'), calls('a'), result('a'), calls('b'), result('b')];
    const policy = { ...LOOSE, tailTokens: 400, stretchedTailTokens: 500 };
    expect(findBoundaries(list, policy, HUNDRED).tailStart).toBe(2);
  });

  it('ends the head before an earlier summary, so that it is brought up to date', () => {
    const list = [
      system,
      user('go'),
      { role: 'assistant', content: '[CONTEXT COMPACTION] Earlier …' } as const,
      ...alternating(8),
    ];
    expect(findBoundaries(list, { ...LOOSE, protectFirst: 5 }, HUNDRED).headEnd).toBe(2);
  });

  it('summarises nothing from a pinned message on', () => {
    const list = [system, ...alternating(4), calls('pay'), ...alternating(20)];
    const { tailStart } = findBoundaries(list, { ...LOOSE, protectLast: 2, roomTokens: 500, pins: [5] }, HUNDRED);
    expect(tailStart).toBe(5);
  });

  it('never gives a shorter tail for a larger budget', () => {
    fc.assert(
      fc.property(transcript(), boundaryPolicies, fc.nat({ max: 4_000 }), (messages, policy, more) => {
        const tailTokens = policy.tailTokens + more;
        const larger = { ...policy, tailTokens, stretchedTailTokens: Math.trunc(tailTokens * 1.5) };
        const { tailStart } = findBoundaries(messages, policy, estimateTokens);
        expect(findBoundaries(messages, larger, estimateTokens).tailStart).toBeLessThanOrEqual(tailStart);
      }),
    );
  });

  it('keeps head before tail and the newest message in the tail', () => {
    fc.assert(
      fc.property(fc.oneof(transcript(), scrambledTranscript()), boundaryPolicies, (messages, policy) => {
        const { headEnd, tailStart, carried } = findBoundaries(messages, policy, estimateTokens);
        expect(headEnd).toBeLessThanOrEqual(tailStart);
        expect(tailStart).toBeLessThanOrEqual(Math.max(headEnd, messages.length - 1));
        for (const index of carried) expect(index >= headEnd && index < tailStart).toBe(true);
      }),
    );
  });

  it('stays within the room unless only guaranteed messages are left', () => {
    fc.assert(
      fc.property(transcript(), boundaryPolicies, (messages, policy) => {
        const { headEnd, tailStart, carried } = findBoundaries(messages, policy, estimateTokens);
        const kept = messages.filter((_, index) => index < headEnd || index >= tailStart || carried.includes(index));
        const tokens = kept.reduce((total, message) => total + estimateTokens(message), 0);
        const newestGroup = groupMessages(messages).at(-1)?.start ?? 0;
        expect(
          tokens <= policy.roomTokens || tailStart >= Math.min(newestGroup, messages.length) || tailStart === headEnd,
        ).toBe(true);
      }),
    );
  });
});
