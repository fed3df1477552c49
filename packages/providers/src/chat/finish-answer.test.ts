import type { ToolCall } from '@hermes-context/contract';
import { describe, expect, it } from 'vitest';
import type { AssembledAnswer } from './assemble-answer.ts';
import { finishAnswer } from './finish-answer.ts';

function call(name: string, text: string): ToolCall {
  return { id: `id-${name}`, type: 'function', function: { name, arguments: text } };
}

const READ = call('read', '{}');

function finish(answer: Partial<AssembledAnswer>): unknown {
  const nothing = { text: '', hasRefusal: false, reasoning: '', calls: [], finishReason: 'stop' };
  const finished = finishAnswer({ ...nothing, usage: undefined, error: undefined, isCompletion: true, ...answer });
  return finished.kind === 'reply' ? finished.reply : finished.failure;
}

describe('an answer that arrived whole', () => {
  it.each<readonly [string | undefined, string]>([
    ['stop', 'stop'],
    ['STOP', 'stop'],
    ['end_turn', 'stop'],
    ['tool_calls', 'stop'],
    [undefined, 'stop'],
    ['length', 'length'],
    ['MAX_TOKENS', 'length'],
    ['model_length', 'length'],
    ['content_filter', 'refusal'],
    ['refusal', 'refusal'],
    ['recitation', 'other'],
  ])('of text that stopped for %s is finished as %s', (finishReason, expected) => {
    expect(finish({ text: 'Yes.', finishReason })).toMatchObject({ finish: expected, message: { content: 'Yes.' } });
  });

  it.each(['stop', 'tool_calls', undefined, 'whatever'])(
    'with calls is a call whatever the reason: %s',
    (finishReason) => {
      expect(finish({ text: 'I look.', calls: [READ], finishReason })).toEqual({
        finish: 'tool-calls',
        message: { role: 'assistant', content: 'I look.', tool_calls: [READ] },
      });
    },
  );

  it('keeps broken calls when it was cut, but not one without a name', () => {
    const calls = [call('read', '{"pa'), call('', '')];
    expect(finish({ calls, finishReason: 'length' })).toEqual({
      finish: 'length',
      message: { role: 'assistant', content: null, tool_calls: [calls[0]] },
    });
  });

  it('gives a call without arguments an empty object', () => {
    expect(finish({ calls: [call('list', ' ')] })).toMatchObject({ message: { tool_calls: [call('list', '{}')] } });
  });

  it('drops the calls that a filter cut off', () => {
    expect(finish({ text: 'I w', calls: [READ], finishReason: 'content_filter' })).toEqual({
      finish: 'refusal',
      message: { role: 'assistant', content: 'I w' },
    });
  });

  it('may be empty when it was cut or refused', () => {
    expect(finish({ reasoning: 'Hm', finishReason: 'length' })).toEqual({
      finish: 'length',
      message: { role: 'assistant', content: '', reasoning_content: 'Hm' },
    });
    expect(finish({ finishReason: 'refusal' })).toMatchObject({ finish: 'refusal' });
  });

  it.each<readonly [string, Partial<AssembledAnswer>, string]>([
    ['nothing in it', {}, 'bad-response'],
    ['thoughts alone', { reasoning: 'Hm.' }, 'bad-response'],
    ['a call without a name', { calls: [READ, call('', '{}')] }, 'bad-response'],
    ['a filter and no text', { finishReason: 'content_filter' }, 'content-filter'],
    ['an error as its reason', { text: 'x', calls: [READ], finishReason: 'error' }, 'overload'],
  ])('with %s is none', (_, answer, failure) => {
    expect(finish(answer)).toBe(failure);
  });
});
