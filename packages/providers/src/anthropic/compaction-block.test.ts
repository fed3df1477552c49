import type { Messages } from '@hermes-context/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTranscript } from '../read-transcript.ts';
import { withoutReasoning } from '../without-reasoning.ts';
import { acceptableMessage } from './acceptable-message.ts';
import { carriesCompaction, isCheckpoint } from './compaction-block.ts';
import { fromAnthropicMessages } from './from-anthropic.ts';
import { toAnthropicMessages } from './to-anthropic.ts';

const BLOCK = '{"type":  "compaction", "content": "So f\\u0061r.", "encrypted_content": "E=", "tool_changes": [1.0]}';
const FAILED = '{"encrypted_content":null, "type": "compaction", "content":null}';

const FILE = `{"messages": [
  {"role": "user", "content": "Find it."},
  {"role": "assistant", "content": [${BLOCK}, {"type": "text", "text": "Found."}, ${FAILED}, {"type": "tool_use", "id": "a", "name": "f", "input": {}}]},
  {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "a", "content": "one"}]},
  {"role": "assistant", "content": [${BLOCK}]},
  {"role": "user", "content": "Go on."}
]}`;

describe('a compaction block in a transcript of Anthropic', () => {
  const { messages, write } = readTranscript(FILE);

  it('is neither text nor reasoning of its message', () => {
    expect(messages[1]).toMatchObject({ content: 'Found.', tool_calls: [{ id: 'a' }] });
    expect(messages[1]).not.toHaveProperty('reasoning_content');
  });

  it.each([
    ['its text is another', { content: 'Cleared.' }],
    ['its text is gone', { content: '' }],
    ['its call is gone', { tool_calls: [] }],
  ])('keeps its bytes and its place when %s', (_case, edit) => {
    const edited: Messages = messages.map((message, at) => (at === 1 ? { ...message, ...edit } : message));
    const written = write(edited);
    expect(written).toContain(`{"role": "assistant", "content": [${BLOCK}, `);
    expect(written).toContain(FAILED);
    expect(readTranscript(written).messages[3]).toEqual(messages[3]);
  });

  it('keeps its bytes when the messages around it go, and when reasoning does', () => {
    const written = write(messages.slice(3).map(withoutReasoning));
    expect(written).toContain(`{"role": "assistant", "content": [${BLOCK}]}`);
    expect(write(messages.map((message) => ({ ...message })))).toBe(FILE);
  });

  it('goes to the API and back byte for byte, wherever it stands among other blocks', () => {
    const said = { type: 'text', text: 'Hi.' };
    const compaction = fc.record({
      type: fc.constant('compaction'),
      content: fc.option(fc.string({ minLength: 1 })),
      encrypted_content: fc.option(fc.string()),
      signature: fc.string(),
    });
    const others = fc.array(fc.oneof(fc.constant(said), compaction), { maxLength: 4 });
    fc.assert(
      fc.property(others, compaction, others, (before, block, behind) => {
        const content = [...before, block, ...behind];
        const wire = [
          { role: 'user', content: 'Go.' },
          { role: 'assistant', content },
        ];
        const stored: Messages = JSON.parse(JSON.stringify(fromAnthropicMessages({ messages: wire })));
        expect(JSON.stringify(toAnthropicMessages(stored).messages)).toBe(JSON.stringify(wire));
      }),
    );
  });

  it('leaves a request where it says nothing at all, and only then', () => {
    const empty = { type: 'compaction', content: '', encrypted_content: null };
    const failed = { type: 'compaction', content: null };
    const message = (...content: readonly object[]) => ({ role: 'assistant', content });
    expect(acceptableMessage(message(empty, failed))).toEqual(message(failed));
    expect(acceptableMessage(message(empty))).toBeUndefined();
    const kept = message({ type: 'compaction', content: ' ' }, failed);
    expect(acceptableMessage(kept)).toBe(kept);
  });
});

it('is a checkpoint with a summary in it, and none without', () => {
  const contents = ['So far.', '', null, undefined];
  expect(contents.map((content) => isCheckpoint({ type: 'compaction', content }))).toEqual([true, false, false, false]);
  expect(isCheckpoint({ type: 'text', content: 'So far.' })).toBe(false);
});

it('is seen in any message of a request, failed or not', () => {
  const request = (type: string) => [
    { role: 'user', content: 'Hi.' },
    { role: 'assistant', content: [{ type }] },
  ];
  expect(carriesCompaction(request('compaction'))).toBe(true);
  expect(carriesCompaction(request('text'))).toBe(false);
});
