import type { Message, Messages } from '@hermes-context/contract';
import { contentText, repairMessages } from '@hermes-context/messages';
import { describe, expect, it } from 'vitest';
import { toResponsesItems } from '../openai-responses/to-responses.ts';
import type { WireObject } from '../wire-value.ts';
import { createResponsesWire } from './responses-wire.ts';

const thought = (id: string): WireObject => ({ type: 'reasoning', id, summary: [], encrypted_content: `sealed ${id}` });
const said = (id: string, ...texts: readonly string[]): WireObject => ({
  type: 'message',
  id,
  role: 'assistant',
  status: 'completed',
  content: texts.map((text) => ({ type: 'output_text', text, annotations: [] })),
});
const call: WireObject = { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'look', arguments: '{}' };
const checkpoint: WireObject = { type: 'compaction', id: 'cmp_1', encrypted_content: 'AAAA+/==' };

const RESULT: Message = { role: 'tool', tool_call_id: 'call_1', content: 'seen' };

function finish(output: readonly unknown[]) {
  const answer = createResponsesWire({ onError: () => undefined }).newAnswer(() => undefined);
  answer.addWhole({ status: 'completed', output });
  return answer.finish();
}

describe('an answer with several texts', () => {
  it.each([
    [
      'a remark and an answer',
      [thought('1'), { ...said('a', 'Let me see.'), phase: 'commentary' }, said('b', 'Done.')],
    ],
    ['thoughts in between', [thought('1'), said('a', 'Let me see.'), thought('2'), said('b', 'Done.'), call]],
    ['a checkpoint in between', [thought('1'), said('a', 'Before.'), checkpoint, thought('2'), said('b', 'Behind.')]],
    ['two parts of one item', [said('a', 'First.', 'Second.')]],
    ['one text', [checkpoint, thought('1'), said('a', 'Done.'), call]],
  ])('goes back item for item: %s', (_case, items) => {
    const finished = finish(items);
    const message = finished.kind === 'reply' ? finished.reply.message : undefined;
    expect(message?._context?.wire?.parts).toEqual(items);
    const list: Messages = message === undefined ? [] : [{ role: 'user', content: 'Well?' }, message, RESULT];
    const { input } = toResponsesItems(repairMessages(list).messages);
    expect(JSON.stringify(input.slice(1, 1 + items.length))).toBe(JSON.stringify(items));
  });

  it('reads as all of them', () => {
    const finished = finish([said('a', 'Let me see.'), said('b', 'Done.')]);
    const content = finished.kind === 'reply' ? finished.reply.message.content : '';
    expect(contentText(content)).toBe('Let me see.\nDone.');
  });
});

describe('an answer with a refusal', () => {
  it('says in one text what was said beside it', () => {
    const refused = { type: 'message', role: 'assistant', content: [{ type: 'refusal', refusal: 'No.' }] };
    const finished = finish([said('a', 'Let me see.'), refused]);
    expect(finished).toMatchObject({
      kind: 'reply',
      reply: { finish: 'refusal', message: { content: 'Let me see.' } },
    });
  });
});

describe('an answer that is none', () => {
  it.each([
    ['without a role', { type: 'message', content: [{ type: 'output_text', text: 'x' }] }],
    ['without content', { type: 'message', role: 'assistant', content: null }],
    ['of no type', { text: 'x' }],
  ])('is unusable, not a crash: an item %s', (_case, item) => {
    expect(finish([item])).toMatchObject({ kind: 'unusable', failure: 'bad-response' });
  });
});
