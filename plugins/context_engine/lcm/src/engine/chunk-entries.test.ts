import type { Messages } from '@hermes-context/contract';
import { groupMessages } from '@hermes-context/messages';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunkEntries, type FreeMessage } from './chunk-entries.ts';
import { round, turns } from './engine.fixture.ts';

const freeOf = (messages: Messages, tokens = 10): readonly FreeMessage[] =>
  messages.map((message, index) => ({ message, entry: index + 1, tokens, index }));

describe('chunkEntries', () => {
  it('cuts into chunks of about a size, and lets a small rest go with the last one', () => {
    const sizes = (count: number) => chunkEntries(freeOf(turns(count)), 40).map(({ tokens }) => tokens);

    expect(sizes(6)).toEqual([40, 40, 40]);
    expect(sizes(5)).toEqual([40, 40, 20]);
    expect(chunkEntries(freeOf(turns(2), 11), 42).map(({ tokens }) => tokens)).toEqual([44]);
    expect(chunkEntries([], 40)).toEqual([]);
  });

  it('I10 never parts a call from its results, and leaves no message out', () => {
    const stretch = fc.oneof(
      fc.constant(turns(1)),
      fc.integer({ min: 1, max: 4 }).map((count) => parallelRound(count)),
    );
    fc.assert(
      fc.property(fc.array(stretch, { maxLength: 12 }), fc.integer({ min: 1, max: 90 }), (stretches, size) => {
        const list = stretches.flat();
        const chunks = chunkEntries(freeOf(list), size);
        const starts = new Set(groupMessages(list).map(({ start }) => start));

        expect(chunks.flatMap(({ messages }) => messages.map(({ index }) => index))).toEqual(
          list.map((_, index) => index),
        );
        for (const { messages } of chunks) expect(starts).toContain(messages[0]?.index);
      }),
    );
  });
});

function parallelRound(count: number): Messages {
  const rounds = Array.from({ length: count }, (_, index) => round(`c${index}`, 'ok'));
  const calls = rounds.flatMap(([call]) => (call?.role === 'assistant' ? (call.tool_calls ?? []) : []));
  return [{ role: 'assistant', content: null, tool_calls: calls }, ...rounds.flatMap(([, result]) => result ?? [])];
}
