import type { Message, Messages } from '@hermes-context/contract';
import { describe, expect, it } from 'vitest';
import { findPlaces } from './lineage.ts';
import { CLEARED, conversation, EMPTY_REPORT } from './parts.fixture.ts';

const say = (content: string): Message => ({ role: 'assistant', content });
const [system, ask, call, result, answer] = conversation(1) as [Message, Message, Message, Message, Message];

describe('findPlaces', () => {
  it('finds what was rewritten by the call it makes or answers, however much is gone around it', () => {
    const cleared = { ...result, content: CLEARED } as Message;
    const shorter = { ...call, content: 'Reading.' } as Message;
    expect(findPlaces([system, ask, call, result, answer], [shorter, cleared])).toEqual([2, 3]);
  });

  it('finds what has no call where every place between two neighbours is filled again', () => {
    expect(findPlaces([system, ask, answer], [system, ask, say('Fine.')])).toEqual([0, 1, 2]);
    expect(findPlaces([ask, answer, answer], [ask, say('Fine.')])).toEqual([0, undefined]);
    expect(findPlaces([ask, answer], [ask, { role: 'user', content: 'Fine.' }])).toEqual([0, undefined]);
  });

  it('finds a system prompt that was added to', () => {
    expect(findPlaces([system, ask, answer], [{ role: 'system', content: 'Be brief. Note.' }, answer])).toEqual([0, 2]);
  });

  it('gives no place to what stands for several, by its mark or by the report', () => {
    const marked: Message = { ...say('Sum.'), _context: { mark: { kind: 'bridge' } } };
    expect(findPlaces([ask, answer], [ask, marked])).toEqual([0, undefined]);
    expect(findPlaces([ask, answer], [ask, say('Sum.')], { ...EMPTY_REPORT, covered: [1] })).toEqual([0, undefined]);
  });

  it('keeps the places of what was moved', () => {
    const [x, y, z, fresh] = [say('x'), say('y'), say('z'), say('new')];
    const before: Messages = [system, x, y, result, z];
    expect(findPlaces(before, [system, result, x, fresh, z])).toEqual([0, 3, 1, 2, 4]);
  });
});
