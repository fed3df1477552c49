import { deepFreeze } from '@hermes-context/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toolCallsOf } from './content.ts';
import { brokenTranscript, calling, plainTranscript, result, user } from './conversation.fixture.ts';
import { repairMessages } from './repair.ts';
import { unansweredCalls } from './tool-pairs.ts';
import { validateAnthropic } from './validate-anthropic.ts';
import { validateOpenAiChat } from './validate-openai-chat.ts';

describe('repairMessages on any list', () => {
  it('P1 makes it valid for OpenAI and Anthropic', () => {
    fc.assert(
      fc.property(brokenTranscript(), (messages) => {
        const repaired = repairMessages(messages);
        expect(validateOpenAiChat(repaired.messages)).toEqual([]);
        expect(validateAnthropic(repaired.messages)).toEqual([]);
      }),
    );
  });

  it('P4 names every message that is not in the result as the same object', () => {
    fc.assert(
      fc.property(brokenTranscript(), (messages) => {
        const repaired = repairMessages(messages);
        const kept = new Set(repaired.messages);
        const named = new Set(repaired.repairs.map(({ index }) => index));
        for (const [index, message] of messages.entries()) expect(kept.has(message) || named.has(index)).toBe(true);
      }),
    );
  });

  it('names every message that it puts in, once', () => {
    fc.assert(
      fc.property(brokenTranscript(), (messages) => {
        const repaired = repairMessages(messages);
        const put = repaired.messages.filter((message) => message._context?.mark?.kind === 'repair');
        const named = repaired.repairs.filter(
          ({ kind }) => kind === 'missing-result-stubbed' || kind === 'user-message-inserted',
        );
        expect(put).toHaveLength(named.length);
        const removed = repaired.repairs.filter(
          ({ kind }) => kind.endsWith('-removed') && kind !== 'empty-part-removed',
        );
        expect(repaired.messages).toHaveLength(messages.length + put.length - removed.length);
      }),
    );
  });

  it('P5 does nothing the second time, and edits nothing', () => {
    fc.assert(
      fc.property(brokenTranscript(), (messages) => {
        const once = repairMessages(deepFreeze(messages));
        const twice = repairMessages(deepFreeze(once.messages));
        expect(twice.repairs).toEqual([]);
        expect(twice.messages).toBe(once.messages);
        expect(repairMessages(messages)).toEqual(once);
      }),
    );
  });

  it('orders its repairs, each with a sentence of its own and no more than a clipped id of the messages', () => {
    fc.assert(
      fc.property(brokenTranscript(), (messages) => {
        const { repairs } = repairMessages(messages);
        const indices = repairs.map(({ index }) => index);
        expect(indices).toEqual(indices.toSorted((a, b) => a - b));
        for (const { detail } of repairs) {
          expect(detail).toMatch(/^[A-Z].*\.$/);
          expect(detail.length).toBeLessThan(400);
          expect(detail.isWellFormed()).toBe(true);
        }
      }),
    );
  });

  it('keeps the order of the messages that it keeps, but for results', () => {
    fc.assert(
      fc.property(brokenTranscript(), (messages) => {
        const before = new Set(messages);
        const kept = repairMessages(messages).messages.filter(
          (message) => before.has(message) && message.role !== 'tool',
        );
        let at = -1;
        for (const message of kept) {
          at = messages.indexOf(message, at + 1);
          expect(at).not.toBe(-1);
        }
      }),
    );
  });

  it('gives back the same array where nothing is wrong', () => {
    fc.assert(
      fc.property(plainTranscript(), (messages) => {
        const repaired = repairMessages(messages);
        expect(repaired.messages).toBe(messages);
        expect(repaired.repairs).toEqual([]);
      }),
    );
  });

  it('leaves open nothing but the calls of pinned messages', () => {
    fc.assert(
      fc.property(brokenTranscript(), fc.nat({ max: 40 }), (messages, at) => {
        const pinned = new Set(messages.slice(at, at + 1));
        const repaired = repairMessages(messages, { pinned });
        const allowed = new Set([...pinned].flatMap(toolCallsOf).map((call) => call.id));
        for (const { call } of unansweredCalls(repaired.messages)) expect(allowed).toContain(call.id);
        const twice = repairMessages(repaired.messages, {
          pinned: new Set(repaired.messages.filter((message) => toolCallsOf(message).length > 0)),
        });
        expect(twice.messages).toBe(repaired.messages);
      }),
    );
  });

  it('mends very many calls under one id in linear time', () => {
    const messages = [user('u'), ...Array.from({ length: 20_000 }, () => [calling('a'), result('a')]).flat()];
    const started = performance.now();
    const repaired = repairMessages(messages);
    expect(performance.now() - started).toBeLessThan(5_000);
    expect(repaired.messages.at(-1)).toMatchObject({ tool_call_id: 'a_20000' });
  });
});
