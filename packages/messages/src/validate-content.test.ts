import type { Content, ContentPart, Message } from '@hermes-context/contract';
import { deepFreeze } from '@hermes-context/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assistant, brokenTranscript, callOf, plainTranscript, result, system, user } from './conversation.fixture.ts';
import { contentFaults } from './validate-content.ts';

const PNG = 'data:image/png;base64,iVBORw0KGgo=';

/** The rules broken for OpenAI, and those for Anthropic. */
function faults(message: Message): readonly [readonly string[], readonly string[]] {
  return [contentFaults(message, 'openai'), contentFaults(message, 'anthropic')];
}

function picture(url: string): ContentPart {
  return { type: 'image_url', image_url: { url } };
}

function calls(args: string): Message {
  return { role: 'assistant', content: null, tool_calls: [callOf('c', args)] };
}

describe('contentFaults', () => {
  it('finds nothing in well-formed conversations', () => {
    fc.assert(
      fc.property(plainTranscript(), (messages) => {
        for (const message of messages) expect(faults(message)).toEqual([[], []]);
      }),
    );
  });

  it('refuses for Anthropic whatever it refuses for OpenAI', () => {
    fc.assert(
      fc.property(brokenTranscript(), (messages) => {
        for (const message of messages) {
          const [openai, anthropic] = faults(message);
          if (openai.length > 0) expect(anthropic).not.toEqual([]);
        }
      }),
    );
  });

  it('answers the same when asked again, and does not edit what it reads', () => {
    fc.assert(
      fc.property(brokenTranscript(), (messages) => {
        for (const message of deepFreeze(messages)) expect(faults(message)).toEqual(faults(message));
      }),
    );
  });

  it('knows the four roles', () => {
    expect(faults({ role: 'developer', content: 'x' } as unknown as Message)).toEqual([
      ['role-unknown'],
      ['role-unknown'],
    ]);
  });

  it('asks for content of all but an assistant message with calls', () => {
    const missing: readonly Message[] = [system(''), user(''), assistant(''), result('c')];
    for (const message of missing) {
      expect(faults({ ...message, content: null })).toEqual([['content-null'], ['content-null']]);
      const { content: _content, ...rest } = message;
      expect(faults(rest as Message)).toEqual([['content-null'], ['content-null']]);
    }
    expect(faults(calls('{}'))).toEqual([[], []]);
    const { content: _content, ...without } = calls('{}');
    expect(faults(without as Message)).toEqual([[], []]);
  });

  it('takes no message that says nothing, but for a result and a message of calls', () => {
    const blank: readonly Content[] = ['', ' \n', []];
    for (const content of blank) {
      expect(faults(user(content))).toEqual([['message-empty'], ['message-empty']]);
      expect(faults(assistant(content))).toEqual([['message-empty'], ['message-empty']]);
    }
    expect(faults(system(' '))).toEqual([[], ['message-empty']]);
    expect(faults(result('c', ''))).toEqual([[], []]);
    expect(faults({ ...calls('{}'), content: '' })).toEqual([[], []]);
    expect(faults(result('c', []))).toEqual([['content-empty-list'], ['content-empty-list']]);
    expect(faults({ ...calls('{}'), content: [] })).toEqual([['content-empty-list'], ['content-empty-list']]);
  });

  it('takes no empty text part, and for Anthropic none of white space', () => {
    const withPart = (text: string): Message =>
      user([
        { type: 'text', text: 'x' },
        { type: 'text', text },
      ]);
    expect(faults(withPart(''))).toEqual([['part-empty'], ['part-empty']]);
    expect(faults(withPart('\n'))).toEqual([[], ['part-empty']]);
  });

  it('takes pictures that can be read', () => {
    expect(faults(user([picture(PNG)]))).toEqual([[], []]);
    expect(faults(user([picture('DATA:image/PNG;charset=utf-8;base64,AAAA')]))).toEqual([[], []]);
    expect(faults(user([picture('https://example.com/a.bmp')]))).toEqual([[], []]);
    expect(faults(user([picture('data:image/bmp;base64,AAAA')]))).toEqual([[], ['image-type']]);
    expect(faults(user([{ type: 'input_image', image_url: 'data:,' }]))).toEqual([[], []]);
  });

  it.each([
    'data:image/png;base64,{b64_img}',
    'data:image/png;base64,',
    'data:image/png;base64,AAA',
    'data:image/png;base64,AA=A',
    'data:image/png;base64,A===',
    'data:image/png;base64,AAAA\n',
    'data:image/png,AAAA',
    'data:application/pdf;base64,AAAA',
    'data:;base64,AAAA',
    'data:image/png;base64',
    '',
  ])('takes no picture whose data cannot be read: %j', (url) => {
    expect(faults(user([picture(url)]))).toEqual([['image-unreadable'], ['image-unreadable']]);
  });

  it('takes no picture whose address stands where no provider looks', () => {
    expect(faults(user([{ type: 'image_url', image_url: PNG }]))).toEqual([['image-unreadable'], ['image-unreadable']]);
  });

  it('reads the data of a picture of many megabytes', () => {
    expect(faults(user([picture(`data:image/png;base64,${'QUJD'.repeat(4_000_000)}`)]))).toEqual([[], []]);
  });

  it.each([
    user('cut \ud83d'),
    user([{ type: 'text', text: '\ude00 rest' }]),
    user([{ type: 'file', file: { filename: 'a\ud83d.pdf' } }]),
    user([{ type: 'file', file: { 'k\ud83d': 1 } }]),
    { ...user('x'), name: 'a\ud83d' },
    { ...assistant('x'), reasoning_content: 'hm \ud83d' } as Message,
    calls('{"a":"\ud83d"}'),
    calls('{"a":"\\ud83d"}'),
    calls('{"a":"\\ud83d\\u0041"}'),
    { ...calls('{}'), tool_calls: [{ ...callOf('c'), function: { name: 'r\ud83d', arguments: '{}' } }] } as Message,
  ])('finds a lone surrogate wherever it hides (%#)', (message) => {
    expect(faults(message)).toEqual([['lone-surrogate'], ['lone-surrogate']]);
  });

  it('takes whole pairs, raw and written out', () => {
    expect(faults(user('😀'))).toEqual([[], []]);
    expect(faults(calls('{"a":"😀 \\ud83d\\ude00 \\\\ud83d"}'))).toEqual([[], []]);
  });

  it('asks OpenAI for JSON arguments, and Anthropic for an object', () => {
    expect(faults(calls('{"a": 1}'))).toEqual([[], []]);
    for (const json of ['[1]', 'null', '"text"', '7'])
      expect(faults(calls(json))).toEqual([[], ['arguments-not-object']]);
    for (const broken of ['', '{', '{"a":1}{"b":2}']) {
      expect(faults(calls(broken))).toEqual([['arguments-not-json'], ['arguments-not-object']]);
    }
  });

  it('takes no empty list of calls', () => {
    const message: Message = { role: 'assistant', content: 'x', tool_calls: [] };
    expect(faults(message)).toEqual([['calls-empty-list'], ['calls-empty-list']]);
  });

  it('survives parts nested deeper than any stack', () => {
    let deep: Record<string, unknown> = {};
    for (let depth = 0; depth < 100_000; depth += 1) deep = { deep };
    expect(faults(user([{ type: 'file', deep }]))).toEqual([[], []]);
  });
});
