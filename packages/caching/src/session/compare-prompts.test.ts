import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { WireObject } from '../wire-prompt.ts';
import { comparePrompts } from './compare-prompts.ts';
import { anyMessage, anyPrompt, promptOf, reloaded, result, start, step, user } from './prompts.fixture.ts';
import { wireText } from './wire-text.ts';

const summary = user('Summary of what was done.');

describe('comparePrompts', () => {
  it('sees that nothing is new, and that something was appended, whether objects were reused or not', () => {
    fc.assert(
      fc.property(anyPrompt, fc.array(anyMessage, { minLength: 1 }), fc.boolean(), (before, more, isReloaded) => {
        const again = isReloaded ? reloaded(before) : before;
        expect(comparePrompts(before, again).kind).toBe('same');
        expect(comparePrompts(before, { ...again, messages: [...again.messages, ...more] })).toMatchObject({
          kind: 'appended',
          isHeadSame: true,
          sharedCount: before.messages.length,
        });
      }),
    );
  });

  it('tells of any change what both begin with, and what of the old list stands behind the replaced part', () => {
    fc.assert(
      fc.property(anyPrompt, anyPrompt, fc.nat(12), (one, other, cut) => {
        const messages = [...other.messages, ...one.messages.slice(cut).map((each) => structuredClone(each))];
        const { kind, sharedCount, rewrittenEnd, keptStart } = comparePrompts(one, { ...one, messages });
        const texts = (list: readonly WireObject[]): readonly string[] => list.map(wireText);
        expect(texts(messages.slice(0, sharedCount))).toEqual(texts(one.messages.slice(0, sharedCount)));
        expect(rewrittenEnd).toBeGreaterThanOrEqual(sharedCount);
        expect(rewrittenEnd).toBeLessThanOrEqual(messages.length);
        if (kind !== 'rewritten') return;
        const kept = texts(one.messages.slice(keptStart));
        expect(texts(messages.slice(rewrittenEnd, rewrittenEnd + kept.length))).toEqual(kept);
      }),
    );
  });

  it('finds the last pruned message, with more appended behind it', () => {
    const pruned = start.with(2, result('c0', '[cut]')).with(6, result('c2', '[cut]'));
    const before = promptOf(start);
    const after = promptOf([...pruned, ...step('c9')]);
    const expected = { kind: 'rewritten', isHeadSame: true, sharedCount: 2, rewrittenEnd: 7, keptStart: 7 };
    expect(comparePrompts(before, after)).toEqual(expected);
    expect(comparePrompts(before, reloaded(after))).toEqual(expected);
  });

  it('finds the summary in front of what was kept', () => {
    const before = promptOf(start);
    const after = promptOf([summary, ...start.slice(7), ...step('c9')]);
    const expected = { kind: 'rewritten', isHeadSame: true, sharedCount: 0, rewrittenEnd: 1, keptStart: 7 };
    expect(comparePrompts(before, after)).toEqual(expected);
    expect(comparePrompts(before, reloaded(after))).toEqual(expected);
  });

  it('takes the nearest of several messages that are alike', () => {
    const chat = ['a', 'go', 'b', 'go'].map(user);
    const after = promptOf([summary, ...['go', 'c', 'd', 'go'].map(user)]);
    expect(comparePrompts(promptOf(chat), after)).toMatchObject({ rewrittenEnd: 1, keptStart: 3 });
  });

  it('looks at the same place first, for a prune among messages that are alike', () => {
    const chat = ['long 1', 'go', 'long 2', 'go'].map((text) => user(text));
    const pruned = ['cut 1', 'go', 'cut 2', 'go', 'done'].map((text) => user(text));
    expect(comparePrompts(promptOf(chat), promptOf(pruned))).toMatchObject({ rewrittenEnd: 3, keptStart: 3 });
  });

  it('knows the very object from one that is alike', () => {
    const last = user('go');
    const before = promptOf([user('a'), user('go'), user('b'), last]);
    const after = promptOf([summary, user('go'), user('c'), user('d'), last]);
    expect(comparePrompts(before, after)).toMatchObject({ rewrittenEnd: 4, keptStart: 3 });
  });

  it('finds what was replaced when the last message was too', () => {
    const pruned = start.with(4, result('c1', '[cut]')).with(10, result('c4', '[cut]'));
    const after = promptOf([...pruned, ...step('c9')]);
    expect(comparePrompts(promptOf(start), after)).toMatchObject({ sharedCount: 4, rewrittenEnd: 11 });
    // Nothing behind the first change is kept.
    const redone = [...start.slice(0, 10), result('c4', '[cut]'), ...step('c9')];
    expect(comparePrompts(promptOf(start), promptOf(redone))).toMatchObject({
      kind: 'rewritten',
      sharedCount: 10,
      rewrittenEnd: 11,
    });
  });

  it('sees messages that were only removed, and where their gap is', () => {
    const after = promptOf([...start.slice(0, 3), ...start.slice(5)]);
    expect(comparePrompts(promptOf(start), after)).toMatchObject({ kind: 'rewritten', rewrittenEnd: 3, keptStart: 5 });
  });

  it('calls it a rewind when the end is gone, with another message in its place or without', () => {
    const before = promptOf(start);
    expect(comparePrompts(before, promptOf(start.slice(0, 5)))).toMatchObject({ kind: 'rewound', sharedCount: 5 });
    const edited = promptOf([...start.slice(0, 5), user('No, the other file.')]);
    expect(comparePrompts(before, edited)).toMatchObject({ kind: 'rewound', sharedCount: 5, rewrittenEnd: 5 });
  });

  it('sees blocks that were merged into the last message as appended', () => {
    const content = [
      { type: 'tool_result', tool_use_id: 'c4', content: 'answer c4' },
      { type: 'text', text: 'Stop.' },
    ];
    const after = promptOf(start.with(10, { role: 'user', content }));
    expect(comparePrompts(promptOf(start), after).kind).toBe('appended');
  });

  it('sees another head', () => {
    const before = promptOf(start);
    for (const head of [{ system: 'You are a poet.' }, { tools: [{ name: 'read' }] }]) {
      const change = comparePrompts(before, promptOf(start, head));
      expect(change).toMatchObject({ kind: 'appended', isHeadSame: false });
    }
    const asBlock = { system: [{ type: 'text', text: 'You are an agent.', cache_control: { type: 'ephemeral' } }] };
    expect(comparePrompts(before, promptOf(start, asBlock)).kind).toBe('same');
  });
});
