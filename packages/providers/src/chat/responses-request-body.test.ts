import type { Messages } from '@hermes-context/contract';
import { scrambledTranscript, transcript } from '@hermes-context/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromResponsesItems } from '../openai-responses/from-responses.ts';
import { toResponsesItems } from '../openai-responses/to-responses.ts';
import { WireMemo } from '../wire-memo.ts';
import { responsesPromptParts } from './responses-request-body.ts';

const partsOf = (messages: Messages, memo = new WireMemo()) =>
  responsesPromptParts({ messages, tools: [], signal: new AbortController().signal }, memo);

describe('responsesPromptParts', () => {
  it('says what the whole list says, remembered or not', () => {
    fc.assert(
      fc.property(fc.oneof(transcript(), scrambledTranscript()), (messages) => {
        const { instructions, input } = toResponsesItems(messages);
        const memo = new WireMemo();
        const first = partsOf(messages, memo);
        expect(first.system).toBe(instructions);
        expect(first.messages).toEqual(input);
        expect(partsOf([...messages], memo)).toEqual(first);
      }),
    );
  });

  it('finds items that did not change to be the same objects in the next request', () => {
    const memo = new WireMemo();
    const call = { id: 'x', type: 'function', function: { name: 'look', arguments: '{}' } } as const;
    const before: Messages = [
      { role: 'system', content: 'Rules.' },
      { role: 'user', content: 'Hello?' },
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: 'x', content: 'seen' },
      { role: 'system', content: 'A note.' },
    ];
    const first = partsOf(before, memo);
    const second = partsOf([...before, { role: 'user', content: 'And?' }], memo);
    expect(second.system).toBe('Rules.');
    expect(second.messages).toHaveLength(first.messages.length + 1);
    for (const [index, item] of first.messages.entries()) expect(second.messages[index]).toBe(item);
  });

  it('spells a result as its call is spelled', () => {
    const input = [
      { type: 'custom_tool_call', call_id: 'k', name: 'patch', input: 'raw' },
      { type: 'custom_tool_call_output', call_id: 'k', output: 'done' },
    ];
    const [answer, result] = fromResponsesItems({ input });
    const bare = result === undefined ? [] : [{ ...result, _context: {} }];
    expect(partsOf(answer === undefined ? [] : [answer, ...bare]).messages).toEqual(input);
  });

  it('leaves out who made a checkpoint, and nothing else of it', () => {
    const item = { type: 'compaction', id: 'cmp_1', encrypted_content: 'AAAA+/==', created_by: 'server' };
    const parts = [item, { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Done.' }] }];
    const { messages } = partsOf([
      { role: 'assistant', content: 'Done.', _context: { wire: { format: 'openai-responses', parts } } },
    ]);
    expect(messages[0]).toEqual({ type: 'compaction', id: 'cmp_1', encrypted_content: 'AAAA+/==' });
  });
});
