import { transcript } from '@hermes-context/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toolCallsOf } from './content.ts';
import { assistant, brokenTranscript, calling, result, user } from './conversation.fixture.ts';
import { orphanedResults, pairToolCalls, unansweredCalls } from './tool-pairs.ts';

/** The pairing as `id@message>result`, short enough to read. */
function pairs(messages: Parameters<typeof pairToolCalls>[0]): readonly string[] {
  return pairToolCalls(messages).calls.map(
    ({ call, messageIndex, resultIndex }) => `${call.id}@${messageIndex}>${resultIndex ?? '-'}`,
  );
}

describe('pairToolCalls', () => {
  it('answers each call of a well-formed conversation, and nothing twice', () => {
    fc.assert(
      fc.property(transcript({ reuseIds: true }), (messages) => {
        const { calls, orphans, duplicates } = pairToolCalls(messages);
        expect(orphans).toEqual([]);
        expect(duplicates).toEqual([]);
        for (const { call, messageIndex, resultIndex } of calls) {
          const answer = messages[resultIndex ?? -1];
          expect(answer?.role === 'tool' && answer.tool_call_id).toBe(call.id);
          expect(resultIndex).toBeGreaterThan(messageIndex);
          expect(resultIndex).toBeLessThanOrEqual(messageIndex + toolCallsOf(messages[messageIndex]!).length);
        }
      }),
    );
  });

  it('accounts for each call and each tool message of any list exactly once', () => {
    fc.assert(
      fc.property(brokenTranscript(), (messages) => {
        const { calls, orphans, duplicates } = pairToolCalls(messages);
        const paired = calls.flatMap(({ resultIndex }) => resultIndex ?? []);
        const tools = messages.flatMap((message, index) => (message.role === 'tool' ? [index] : []));
        expect([...paired, ...orphans, ...duplicates].sort((a, b) => a - b)).toEqual(tools);
        expect(calls.map(({ call }) => call)).toEqual(messages.flatMap(toolCallsOf));
        expect(duplicates).toEqual(duplicates.toSorted((a, b) => a - b));
      }),
    );
  });

  it('pairs an id that is used again with the nearest call in front', () => {
    expect(pairs([calling('a'), result('a'), calling('a'), result('a')])).toEqual(['a@0>1', 'a@2>3']);
    expect(pairs([calling('a'), calling('a'), result('a'), result('b')])).toEqual(['a@0>-', 'a@1>2']);
  });

  it('answers calls of one id in one message in order', () => {
    expect(pairs([calling('a', 'a'), result('a'), result('a')])).toEqual(['a@0>1', 'a@0>2']);
  });

  it('takes the last of several results, and reports the earlier ones', () => {
    const messages = [calling('a', 'b'), result('a'), result('b'), result('b'), result('a')];
    expect(pairs(messages)).toEqual(['a@0>4', 'b@0>3']);
    expect(pairToolCalls(messages).duplicates).toEqual([1, 2]);
    expect(pairs([calling('a', 'a'), result('a'), result('a'), result('a')])).toEqual(['a@0>1', 'a@0>3']);
  });

  it('finds a result that comes late, and none in front of its call', () => {
    expect(pairs([calling('a'), user('Wait.'), result('a')])).toEqual(['a@0>2']);
    const reversed = [result('a'), calling('a')];
    expect(pairs(reversed)).toEqual(['a@1>-']);
    expect(orphanedResults(reversed)).toEqual([0]);
  });
});

describe('unansweredCalls', () => {
  it('lists the calls that no result answers', () => {
    const messages = [user('Go.'), calling('a', 'b'), result('b'), assistant('Done.')];
    expect(unansweredCalls(messages).map(({ call, messageIndex }) => [call.id, messageIndex])).toEqual([['a', 1]]);
  });
});
