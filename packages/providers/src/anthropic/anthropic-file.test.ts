import type { Message } from '@hermes-context/contract';
import { describe, expect, it } from 'vitest';
import { readTranscript } from '../read-transcript.ts';
import { withoutReasoning } from '../without-reasoning.ts';

const file = `{
  "model": "m", "max_tokens": 1.0,
  "system": [{"type": "text",   "text": "Be brief.", "cache_control": {"type": "ephemeral"}}],
  "messages": [
    {"role": "user", "content": "Find it."},
    {"id": "msg_1", "role": "assistant", "content": [
      {"type": "thinking", "thinking": "h\\u006d", "signature": "SIG="},
      {"type": "tool_use", "id": "a", "name": "f", "input": {"n": 1.0}},
      {"type": "tool_use", "id": "b", "name": "f", "input": {}}
    ], "usage": {"n": 1.0}},
    {"role": "user", "content": [
      {"type": "tool_result",  "tool_use_id": "a", "content": "one"},
      {"type": "tool_result",  "tool_use_id": "b", "content": "two"}
    ]},
    {"role": "assistant", "content": "Done."}
  ]
}
`;

const { messages, write } = readTranscript(file);
const edit = (index: number, fields: Partial<Message>): string =>
  write(messages.map((message, at) => (at === index ? Object.assign({ ...message }, fields) : message)));

describe('an edited Anthropic file', () => {
  it('keeps the source bytes of the blocks that did not change inside a message that did', () => {
    const written = edit(3, { content: 'cleared' });
    expect(written).toContain('{"type": "tool_result",  "tool_use_id": "b", "content": "two"}');
    expect(written).toContain('{"type": "tool_result", "tool_use_id": "a", "content": "cleared"}');
    expect(written).toContain('"h\\u006d"');
    expect(written.slice(0, 200)).toBe(file.slice(0, 200));
    expect(written.slice(-40)).toBe(file.slice(-40));
  });

  it('keeps what stands beside role and content in an edited message', () => {
    const written = edit(2, { content: 'Looking.' });
    expect(written).toContain(
      '{"id": "msg_1", "role": "assistant", "content": [{"type": "thinking", "thinking": "h\\u006d"',
    );
    expect(written).toContain('"input": {"n": 1.0}}');
    expect(written).toContain('], "usage": {"n": 1}}');
  });

  it('keeps its other bytes when thinking is taken out', () => {
    const written = write(messages.map(withoutReasoning));
    expect(written).not.toContain('SIG=');
    expect(written).toContain(
      '{"id": "msg_1", "role": "assistant", "content": [{"type": "tool_use", "id": "a", "name": "f", "input": {"n": 1.0}}',
    );
  });

  it('writes a new system prompt in the shape of the old one, its cache marker kept', () => {
    expect(edit(0, { content: 'Be long.' })).toBe(
      file.replace('{"type": "text",   "text": "Be brief."', '{"type": "text", "text": "Be long."'),
    );
    const added = [
      { type: 'text', text: 'Be brief.' },
      { type: 'text', text: 'Note.' },
    ];
    expect(edit(0, { content: added })).toContain(
      '"system": [{"type": "text", "text": "Be brief.", "cache_control": {"type": "ephemeral"}}, {"type": "text", "text": "Note."}],\n',
    );
  });

  it('writes a new system prompt without a record of the old one in the same shape too', () => {
    const written = write([{ role: 'system', content: 'Be brief.' }, ...messages.slice(1)]);
    expect(JSON.parse(written)).toEqual(JSON.parse(file));
  });

  it('drops the key when the system prompt is left out, and adds it where there was none', () => {
    const without = write(messages.slice(1));
    expect(without).toBe(file.replace(/ {2}"system".*\n/, '').replace('1.0,\n', '1.0,\n'));
    const again = readTranscript(without);
    expect(again.write([messages[0]!, ...again.messages])).toContain('"system": [');
    expect(again.write([{ role: 'system', content: 'Be long.' }, ...again.messages])).toContain(
      '\n  "system": "Be long.",\n  "messages": [\n',
    );
  });

  it('brings a result that was put in into one message with its neighbours', () => {
    const stub: Message = { role: 'tool', tool_call_id: 'b', content: 'no result' };
    const written = write(messages.with(4, stub));
    expect(JSON.parse(written).messages[2]).toEqual({
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'a', content: 'one' },
        { type: 'tool_result', tool_use_id: 'b', content: 'no result' },
      ],
    });
  });

  it('leaves a summary beside a user message as a message of its own, the neighbour byte for byte', () => {
    const summary: Message = { role: 'user', content: '[CONTEXT COMPACTION] so far' };
    const written = write([messages[0]!, summary, ...messages.slice(1)]);
    expect(written).toContain(
      '"messages": [\n    {"role": "user", "content": "[CONTEXT COMPACTION] so far"},\n    {"role": "user", "content": "Find it."},\n',
    );
  });

  it('puts a system message into the list where the file has no place for it', () => {
    const lines = '{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"f","input":{}}]}\n';
    const { messages: read, write: writeLines } = readTranscript(lines);
    expect(writeLines([{ role: 'system', content: 'Be brief.' }, ...read])).toBe(
      `{"role":"user","content":"<system-note>\\nBe brief.\\n</system-note>"}\n${lines}`,
    );
  });

  it('adds a result that was missing to the message with the others, which else could have stayed', () => {
    const calls = [1, 2].map((at) => ({ type: 'tool_use', id: `t${at}`, name: 'f', input: {} }));
    const answered = { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: 'one' }] };
    const { messages: read, write: rewrite } = readTranscript(
      JSON.stringify([{ role: 'assistant', content: calls }, answered]),
    );
    const stub: Message = { role: 'tool', tool_call_id: 't2', content: 'no result' };
    expect(JSON.parse(rewrite([...read, stub]))[1].content).toEqual([
      answered.content[0],
      { type: 'tool_result', tool_use_id: 't2', content: 'no result' },
    ]);
    expect(JSON.parse(rewrite([read[0]!, stub, read[1]!]))[1].content).toHaveLength(2);
  });

  it('keeps results apart that stood in messages of their own', () => {
    const apart = [1, 2].map((at) => ({
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: `t${at}`, content: '' }],
    }));
    const { messages: read, write: rewrite } = readTranscript(JSON.stringify(apart));
    expect(JSON.parse(rewrite(read.map((message) => ({ ...message }))))).toEqual(apart);
  });

  it('keeps blocks where there were blocks, also around an edited text', () => {
    const blocks = [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'a' },
          { type: 'document', source: {} },
        ],
      },
    ];
    const { messages: read, write: rewrite } = readTranscript(JSON.stringify(blocks));
    expect(JSON.parse(rewrite([{ ...read[0]!, content: 'b' }]))).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'b' }] },
    ]);
  });

  it('takes nothing from the old message over into one of another role', () => {
    const noted: Message = { role: 'user', content: 'was said', _context: messages[2]!._context! };
    expect(write(messages.with(2, noted))).toContain('{"role": "user", "content": "was said"}');
    expect(write(messages.with(2, noted))).not.toContain('"usage"');
  });
});
