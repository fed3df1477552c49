import type { Message, Messages } from '@hermes-context/contract';
import { deepFreeze } from '@hermes-context/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalText, withId } from './canonical-message.ts';
import { referMessages } from './refer-messages.ts';

const said = (content: string): Message => ({ role: 'user', content });

/** Stored messages 1, 2, 3, … of a session `s`. */
function stored(words: readonly string[]): { list: Messages; seen: Parameters<typeof referMessages>[1]['seen'] } {
  const seen = words.map((word, index) => ({
    sequence: index + 1,
    id: `s:${index + 1}`,
    fingerprint: canonicalText(said(word)),
  }));
  return { seen, list: seen.map(({ id, fingerprint }) => withId(fingerprint, id)) };
}

/** Sequences of what was kept, texts of what is new. */
function refer(words: readonly string[], outcome: Messages): (number | unknown)[] {
  const { seen } = stored(words);
  const references = referMessages(deepFreeze(outcome), { seen, fingerprintOf: canonicalText });
  return references.map((reference) => (reference.kind === 'kept' ? reference.sequence : reference.message.content));
}

describe('which messages of an outcome are stored already', () => {
  const words = ['a', 'ok', 'b', 'ok', 'c'];
  const { list } = stored(words);

  it('follows ids, in any order', () => {
    expect(refer(words, [list[0]!, said('summary'), list[3]!, list[4]!])).toEqual([1, 'summary', 4, 5]);
    expect(refer(words, list.toReversed())).toEqual([5, 4, 3, 2, 1]);
  });

  it('takes a message that was rewritten for a new one', () => {
    expect(refer(words, [{ ...list[0]!, content: 'a, and a note' } as Message, list[4]!])).toEqual([
      'a, and a note',
      5,
    ]);
  });

  it('keeps a message once, however often it comes back', () => {
    expect(refer(words, [list[0]!, list[0]!, list[4]!])).toEqual([1, 'a', 5]);
    expect(refer(words, [said('c'), said('c')])).toEqual(['c', 5]);
  });

  it('takes the id of another list for a new message', () => {
    expect(refer(words, [withId(canonicalText(said('a')), 'other:1')])).toEqual(['a']);
  });

  it('knows bare copies, head by head and tail by tail where words come twice', () => {
    expect(refer(words, ['a', 'ok', 'summary', 'c'].map(said))).toEqual([1, 2, 'summary', 5]);
    expect(refer(words, ['a', 'summary', 'ok', 'c'].map(said))).toEqual([1, 'summary', 4, 5]);
    expect(refer(words, ['summary', 'ok', 'b', 'ok', 'summary'].map(said))).toEqual(['summary', 2, 3, 4, 'summary']);
  });

  it('prefers what carries its id over a bare copy', () => {
    expect(refer(words, [said('ok'), list[1]!, said('summary')])).toEqual([4, 2, 'summary']);
  });

  it('loses no message, doubles none and keeps none that was not said', () => {
    const word = fc.constantFrom('a', 'b', 'ok');
    const entry = fc.record({ word, id: fc.option(fc.integer({ min: 1, max: 8 }), { nil: undefined }) });
    fc.assert(
      fc.property(fc.array(word, { maxLength: 8 }), fc.array(entry, { maxLength: 10 }), (seenWords, entries) => {
        const outcome = entries.map(({ word, id }) =>
          id === undefined ? said(word) : withId(canonicalText(said(word)), `s:${id}`),
        );
        const { seen } = stored(seenWords);
        const references = referMessages(deepFreeze(outcome), { seen, fingerprintOf: canonicalText });
        const texts = references.map((reference) =>
          reference.kind === 'kept' ? seen[reference.sequence - 1]?.fingerprint : canonicalText(reference.message),
        );
        expect(texts).toEqual(outcome.map(canonicalText));
        const kept = references.flatMap((reference) => (reference.kind === 'kept' ? [reference.sequence] : []));
        expect(new Set(kept).size).toBe(kept.length);
        const fresh = new Set(references.flatMap((each) => (each.kind === 'new' ? [each.message] : [])));
        const spare = seen.filter(({ sequence }) => !kept.includes(sequence)).map(({ fingerprint }) => fingerprint);
        const bareNew = outcome.filter((message) => fresh.has(message) && message._context === undefined);
        expect(bareNew.map(canonicalText).filter((text) => spare.includes(text))).toEqual([]);
      }),
    );
  });

  it('keeps a list that did not change as it is', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'b', 'ok'), { maxLength: 12 }), (all) => {
        expect(refer(all, all.map(said))).toEqual(all.map((_, index) => index + 1));
      }),
    );
  });

  it('is done in time where thousands of messages are equal', () => {
    const many = Array.from({ length: 20_000 }, () => 'ok');
    expect(refer(['a', ...many], ['summary', ...many, 'end'].map(said)).filter((each) => each === 'ok')).toEqual([]);
  });
});
