import type { Message, Messages } from '@hermes-context/contract';
import { describe, expect, it } from 'vitest';
import { findBreach, findSelectionBreach } from './find-breach.ts';
import { CLEARED, conversation } from './parts.fixture.ts';

const messages = conversation(3);
const kept = [messages[0]!, ...messages.slice(5)];
const tail = messages.slice(9);
const bridge: Message = { role: 'assistant', content: 'Go on.', _context: { mark: { kind: 'bridge' } } };

describe('findBreach', () => {
  it('has nothing against a shorter list of the same messages, nor against cleared results', () => {
    expect(findBreach({ before: messages, after: kept })).toBeUndefined();
    const cleared = messages.with(3, { ...messages[3]!, content: CLEARED } as Message);
    expect(findBreach({ before: messages, after: cleared, pins: [2] })).toBeUndefined();
  });

  it.each<[string, string, Messages, readonly number[]]>([
    ['P1', 'is an empty list', [], []],
    ['P1', 'call-unanswered', kept.toSpliced(3, 1), []],
    ['P1', 'first-not-user', kept.toSpliced(1, 3), []],
    ['P2', 'newest message of the user, number 9', kept.toSpliced(5, 1), []],
    ['P2', 'newest message of the user, number 9', kept.with(5, { role: 'user', content: 'short' }), []],
    ['P2', 'newest message of the user, number 9', [...kept, { role: 'user', content: 'And you?' }], []],
    ['P2', 'Message 1 is pinned', kept, [5, 1]],
    ['P2', 'system prompt', kept.slice(1), []],
    ['P2', 'system prompt', kept.with(0, { role: 'system', content: 'Be nice.' }), []],
    ['P2', 'out of its order', [kept[0]!, ...messages.slice(5, 9), ...messages.slice(1, 5), ...tail], []],
    ['P2', 'comes twice', [...kept, messages[12]!], []],
    ['P2', 'The last message, number 12', kept.slice(0, -1), []],
    ['P3', 'not smaller', messages, []],
    ['P3', 'not smaller', messages.with(4, { role: 'assistant', content: 'Padding. '.repeat(40) }), []],
    ['P5', 'Message 1 of its 9 reads as message 5 did', kept.with(1, { ...messages[5]! }), []],
  ])('finds that %s is broken: %s', (promise, problem, after, pins) => {
    expect(findBreach({ before: messages, after, pins })).toEqual({
      promise,
      problem: expect.stringContaining(problem),
    });
  });

  it('lets an engine write the same bridge as the compaction before', () => {
    const before = [messages[0]!, messages[1]!, bridge, ...messages.slice(5)];
    const after = [messages[0]!, messages[1]!, { ...bridge }, ...tail];
    expect(findBreach({ before, after })).toBeUndefined();
  });

  it('asks of a list that came with faults only that it has no more of them', () => {
    const faulty = messages.toSpliced(3, 1); // the call of the first turn has no result
    expect(findBreach({ before: faulty, after: faulty.toSpliced(1, 1) })).toBeUndefined();
    const worse = faulty.toSpliced(6, 1);
    expect(findBreach({ before: faulty, after: worse })).toMatchObject({ promise: 'P1' });
  });

  it('lets an engine renew its own bridge at the end, and nothing else', () => {
    const longer: Message = { role: 'assistant', content: 'Go on, please.', _context: { mark: { kind: 'bridge' } } };
    expect(findBreach({ before: [...messages, longer], after: [...kept, bridge] })).toBeUndefined();
    expect(findBreach({ before: [...messages, { ...longer, _context: {} }], after: [...kept, bridge] })).toMatchObject({
      promise: 'P2',
    });
  });

  it('lets a repair move a result to its call, and mend what nobody would take', () => {
    const [system, ask, call, result, answer] = conversation(1);
    const moved: Messages = [system!, ask!, call!, answer!, result!, ...messages.slice(5)];
    expect(findBreach({ before: moved, after: [system!, ask!, call!, result!, answer!, ...tail] })).toBeUndefined();
    const lone: Messages = [...messages.slice(0, 9), { role: 'user', content: 'a \ud83d b' }];
    const mended: Messages = [...kept.slice(0, 5), { role: 'user', content: 'a \ufffd b' }];
    expect(findBreach({ before: lone, after: mended })).toBeUndefined();
    const prompt = (content: string): Message => ({ role: 'system', content });
    const broken = messages.with(0, prompt('Be \ud83d brief.'));
    expect(findBreach({ before: broken, after: kept.with(0, prompt('Be \ufffd brief.')) })).toBeUndefined();
  });

  it('takes what was mended for no copy of something else', () => {
    const twin: Messages = [...messages.slice(0, 12), { role: 'user', content: 'a \ufffd b' }, ...messages.slice(12)];
    const faulty = [...twin, { role: 'user', content: 'a \ud83d b' } as const];
    const mended: Messages = [
      kept[0]!,
      ...messages.slice(9, 12),
      messages[12]!,
      { role: 'user', content: 'a \ufffd b' },
    ];
    expect(findBreach({ before: faulty, after: mended })).toBeUndefined();
  });

  it('asks no strict template about a list with pins', () => {
    const after = [messages[0]!, messages[4]!, ...tail];
    expect(findBreach({ before: messages, after })).toMatchObject({ promise: 'P1' });
    expect(findBreach({ before: messages, after, pins: [4] })).toBeUndefined();
  });
});

describe('findSelectionBreach', () => {
  it('lets a selection be as long and as new as it likes', () => {
    const hint: Messages = [
      { role: 'user', content: 'Remember: tabs.', metadata: { origin: 'hook' } },
      { role: 'assistant', content: 'Noted.' },
    ];
    expect(
      findSelectionBreach({ before: messages, after: [messages[0]!, ...hint, ...messages.slice(1)] }),
    ).toBeUndefined();
  });

  it.each([
    ['P1', []],
    ['P1', messages.toSpliced(3, 1)],
    ['P2', messages.slice(0, 9)],
  ])('finds that %s is broken', (promise, after) => {
    expect(findSelectionBreach({ before: messages, after })).toMatchObject({ promise });
  });
});
