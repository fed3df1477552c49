import type { Message, Messages } from '@hermes-context/contract';
import { estimateMessagesTokens } from '@hermes-context/messages';
import { deepFreeze, scrambledTranscript, transcript } from '@hermes-context/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pruneMessages } from './prune-messages.ts';
import { CLEARED } from './prune-result.ts';

const call = (id: string, name: string, args: string): Message => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id, type: 'function', function: { name, arguments: args } }],
});
const result = (id: string, content: Message['content']): Message => ({ role: 'tool', tool_call_id: id, content });
const prune = (messages: Messages, style: 'informative' | 'plain' = 'informative') =>
  pruneMessages(deepFreeze(messages), { tailStart: messages.length, style });

describe('pruneMessages', () => {
  it('S-050 replaces results over 200 characters outside the tail, and leaves those of 200 and fewer', () => {
    const { messages } = prune(
      [call('a', 'bash', '{}'), result('a', 'x'.repeat(201)), result('a', 'y'.repeat(200))],
      'plain',
    );
    expect(messages[1]?.content).toBe(CLEARED);
    expect(messages[2]?.content).toBe('y'.repeat(200));
  });

  it('S-050 counts characters: 200 emoji stay, 201 go', () => {
    const { messages } = prune([result('a', '😀'.repeat(200)), result('b', '😀'.repeat(201))]);
    expect(messages[0]?.content).toBe('😀'.repeat(200));
    expect(messages[1]?.content).toContain(CLEARED);
  });

  it('S-050 leaves the protected tail alone', () => {
    const list = deepFreeze([call('a', 'bash', '{}'), result('a', 'x'.repeat(500)), result('a', 'z'.repeat(500))]);
    const { messages } = pruneMessages(list, { tailStart: 2, style: 'informative' });
    expect(messages[1]).not.toBe(list[1]);
    expect(messages[2]).toBe(list[2]);
  });

  it('says on one line what was called, how it ended and how much there was', () => {
    const output = `${'ok\n'.repeat(400)}FAILED tests/test_api.py::test_create_user\n{"exit_code": 2}`;
    const { messages, counts } = prune([
      call('a', 'terminal', '{"timeout": 9, "command": "pytest -q"}'),
      result('a', output),
    ]);
    expect(messages[1]?.content).toBe(
      `${CLEARED}\nterminal(pytest -q) → exit 2, FAILED tests/test_api.py::test_create_user, 1,259 chars`,
    );
    expect(counts).toEqual({ results: 1, arguments: 0, images: 0, duplicates: 0 });
  });

  it('pairs a result with the nearest call before it where an id occurs again', () => {
    const { messages } = prune([
      call('a', 'read_file', '{"path":"old.ts"}'),
      result('a', 'x'.repeat(300)),
      call('a', 'read_file', '{"path":"new.ts"}'),
      result('a', 'y'.repeat(300)),
    ]);
    expect(messages[1]?.content).toContain('read_file(old.ts)');
    expect(messages[3]?.content).toContain('read_file(new.ts)');
  });

  it('says of an older result that a later one repeats it, also when the later one is in the tail', () => {
    const list: Messages = [
      call('a', 'read', '{"path":"a"}'),
      result('a', 'same '.repeat(100)),
      result('b', 'same '.repeat(100)),
    ];
    const { messages, counts } = pruneMessages(deepFreeze(list), { tailStart: 2, style: 'informative' });
    expect(messages[1]?.content).toContain('same output as a later call');
    expect(counts.duplicates).toBe(1);
  });

  it('survives call arguments of any shape', () => {
    for (const args of [
      '',
      'null',
      '[1,2]',
      '"text"',
      '{"command":true}',
      '{"urls":[{"url":"x"}]}',
      '{broken',
      '{"path":{"a":1}}',
    ]) {
      expect(prune([call('a', 'tool', args), result('a', 'x'.repeat(300))]).messages[1]?.content).toContain(CLEARED);
    }
  });

  it('cuts long strings in old call arguments and keeps the JSON as written elsewhere', () => {
    const body = 'line "quoted" \\ back\n'.repeat(60);
    const args = `{"path": "docs/ä.md",  "options": {"backup": true, "ratio": 1.50}, "content": ${JSON.stringify(body)}}`;
    const [message] = prune([call('a', 'write_file', args)]).messages;
    const after = message?.role === 'assistant' ? (message.tool_calls?.[0]?.function.arguments ?? '') : '';
    expect(
      after.startsWith('{"path": "docs/ä.md",  "options": {"backup": true, "ratio": 1.50}, "content": "line'),
    ).toBe(true);
    expect(after.length).toBeLessThan(600);
    const content: unknown = JSON.parse(after).content;
    expect(content).toContain('characters of this argument cut to save context space');
  });

  it('puts a line in place of pictures outside the tail', () => {
    const picture = { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } } as const;
    const list = deepFreeze<Messages>([
      { role: 'user', content: [{ type: 'text', text: 'look' }, picture] },
      { role: 'user', content: [picture] },
    ]);
    const { messages, counts } = pruneMessages(list, { tailStart: 1, style: 'informative' });
    expect(messages[0]?.content).toEqual([
      { type: 'text', text: 'look' },
      { type: 'text', text: '[Image removed to save context space]' },
    ]);
    expect(messages[1]).toBe(list[1]);
    expect(counts.images).toBe(1);
  });

  it('leaves what is to be kept word for word', () => {
    const list = deepFreeze<Messages>([
      call('a', 'bash', '{}'),
      result('a', 'x'.repeat(500)),
      result('b', 'y'.repeat(500)),
    ]);
    const { messages } = pruneMessages(list, { tailStart: 3, style: 'informative', keep: [1] });
    expect(messages[1]).toBe(list[1]);
    expect(messages[2]).not.toBe(list[2]);
  });

  it('masks secrets before it cuts, in stubs and in arguments', () => {
    const token = ['ey', 'JhbGciOiJub25lIn0', '.', 'eyJzdWIiOiJkZW1vIn0', '.', 'c2lnbmF0dXJlLWV4YW1wbGU'].join('');
    const command = `curl -H 'Authorization: Bearer ${token}' https://demo.invalid`;
    const args = JSON.stringify({ command, body: `${'z'.repeat(180)} Bearer ${token} ${'z'.repeat(400)}` });
    const { messages } = prune([call('a', 'bash', args), result('a', `error: ${command} ${'x'.repeat(300)}`)]);
    expect(messages[1]?.content).toContain('bash(');
    expect(JSON.stringify(messages.slice(1))).not.toContain('eyJhbGci');
    expect(JSON.stringify(messages)).not.toContain('zzz Bearer eyJ');
  });

  it('changes nothing on a second run, keeps length and identity, and never grows a list', () => {
    fc.assert(
      fc.property(
        fc.oneof(transcript(), scrambledTranscript()),
        fc.constantFrom('informative', 'plain'),
        (list, style) => {
          const policy = { tailStart: list.length, style } as const;
          const once = pruneMessages(list, policy).messages;
          const twice = pruneMessages(once, policy).messages;
          expect(once).toHaveLength(list.length);
          expect(twice.every((message, index) => message === once[index])).toBe(true);
          expect(estimateMessagesTokens(once)).toBeLessThanOrEqual(estimateMessagesTokens(list));
        },
      ),
    );
  });
});
