import type { Message, Messages } from '@hermes-context/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTranscript } from '../read-transcript.ts';
import { wireFiles } from '../wire-conversations.fixture.ts';
import { withoutReasoning } from '../without-reasoning.ts';
import { fromResponsesItems } from './from-responses.ts';
import { toResponsesItems } from './to-responses.ts';

// Case: a reasoning item and the item that it precedes, of which a server refuses one without the other.
const items = [
  { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'hi' }] },
  { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'E1' },
  { type: 'function_call', id: 'fc_1', call_id: 'c1', name: 'look', arguments: '{}' },
  { type: 'function_call_output', call_id: 'c1', output: '1' },
  { type: 'reasoning', id: 'rs_2', summary: [], encrypted_content: 'E2' },
  { type: 'message', id: 'msg_2', role: 'assistant', content: [{ type: 'output_text', text: 'done' }] },
  { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'again' }] },
];
const messages = fromResponsesItems({ input: items });
const back = (list: Messages): readonly object[] => toResponsesItems(list).input;
const edit = (index: number, fields: Partial<Message>): Messages =>
  messages.with(index, Object.assign({ ...messages[index]! }, fields));

/** Nothing with an id that came behind reasoning stands without it, and no reasoning stands without what it led to. */
function expectPaired(written: readonly object[]): void {
  const follower: Readonly<Record<string, unknown>> = { rs_1: 'fc_1', rs_2: 'msg_2' };
  const ids = written.map((item) => ('id' in item ? item.id : undefined));
  for (const [reasoning, led] of Object.entries(follower)) {
    const at = ids.indexOf(reasoning);
    expect(at === -1 ? ids.includes(led) : ids[at + 1] !== led).toBe(false);
  }
}

describe('reasoning and the item behind it', () => {
  it('leave together', () => {
    const kept = messages.filter((message) => message.role === 'user');
    expect(back(kept)).toEqual([items[0], items[6]]);
    expectPaired(back(messages.slice(0, 1)));
  });

  it('stay together', () => {
    expect(back(messages)).toEqual(items);
    expect(back(messages.map((message) => ({ ...message })))).toEqual(items);
    expectPaired(back(messages));
  });

  it('or the item is sent again without its id, when the reasoning of all but the last turn is dropped', () => {
    const lastTurn = messages.findLastIndex(({ role }) => role === 'user');
    const dropped = messages.map((message, index) => (index < lastTurn ? withoutReasoning(message) : message));
    expect(back(dropped)).toEqual([
      items[0],
      { type: 'function_call', call_id: 'c1', name: 'look', arguments: '{}' },
      items[3],
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'done' }] },
      items[6],
    ]);
    expectPaired(back(dropped));
  });

  it('never part in a way that leaves the item with its id and without its reasoning', () => {
    const shorter = { id: 'c1', type: 'function', function: { name: 'look', arguments: '{"a":1}' } } as const;
    const edited = edit(1, { tool_calls: [shorter] });
    expectPaired(back(edited));
    expect(back(edited)[1]).toEqual({ type: 'function_call', call_id: 'c1', name: 'look', arguments: '{"a":1}' });

    const spoken = back(edit(3, { content: 'did' }));
    expectPaired(spoken);
    expect(spoken[4]).toEqual({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'did' }] });

    const gone = edit(1, { tool_calls: [], content: 'I looked.' });
    expectPaired(back(gone));
  });

  it('never end a turn with reasoning', () => {
    const trailing = fromResponsesItems({ input: [...items.slice(0, 4), items[4]!, items[6]!, items[4]!] });
    const types = back(trailing.map((message) => ({ ...message }))).map((item) => ('type' in item ? item.type : ''));
    expect(types).toEqual(['message', 'reasoning', 'function_call', 'function_call_output', 'message']);
  });

  it('are never edited: encrypted content goes out as it came or not at all', () => {
    const edits: readonly ((message: Message) => Message)[] = [
      (message) => message,
      (message) => ({ ...message }),
      (message) => ({ ...message, content: 'edited' }),
      withoutReasoning,
    ];
    fc.assert(
      fc.property(
        wireFiles('openai-responses'),
        fc.array(fc.constantFrom(...edits), { minLength: 1 }),
        (file, plan) => {
          const { messages: read, write } = readTranscript(file.text);
          const written = write(read.map((message, index) => plan[index % plan.length]?.(message) ?? message));
          const originals = file.elements.map((element) => JSON.stringify(element));
          for (const reasoning of reasoningIn(written)) expect(originals).toContain(JSON.stringify(reasoning));
        },
      ),
    );
  });
});

describe('a message without its reasoning', () => {
  it('is the same object when there was none', () => {
    const message: Message = { role: 'assistant', content: 'hi' };
    expect(withoutReasoning(message)).toBe(message);
    expect(withoutReasoning(messages[0]!)).toBe(messages[0]);
    const [plain] = fromResponsesItems({ input: [{ role: 'assistant', content: 'hi' }] });
    expect(withoutReasoning(plain!)).toBe(plain);
  });

  it('loses readable reasoning in every format', () => {
    expect(withoutReasoning({ role: 'assistant', content: 'hi', reasoning_content: 'hm' })).toEqual({
      role: 'assistant',
      content: 'hi',
    });
  });

  it('loses calls of hosted tools that have no form without it', () => {
    const search = { type: 'web_search_call', id: 'ws' };
    const [answer] = fromResponsesItems({ input: [items[1]!, search, items[5]!] });
    expect(back([withoutReasoning(answer!)])).toEqual([
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'done' }] },
    ]);
  });

  it('loses all thinking of an Anthropic message', () => {
    const parts = [
      { type: 'thinking', thinking: 'hm', signature: 'S' },
      { type: 'redacted_thinking' },
      { type: 'text', text: 'hi' },
    ];
    const wire = { format: 'anthropic', parts } as const;
    const bare = withoutReasoning({
      role: 'assistant',
      content: 'hi',
      reasoning_content: 'hm',
      _context: { wire, id: 'm' },
    });
    expect(bare).toEqual({
      role: 'assistant',
      content: 'hi',
      _context: { id: 'm', wire: { ...wire, parts: parts.slice(2) } },
    });
  });
});

function reasoningIn(text: string): readonly unknown[] {
  const found: unknown[] = [];
  const transcript = text.trim() === '' ? undefined : readTranscript(text);
  for (const message of transcript?.messages ?? []) {
    const parts = message._context?.wire?.parts ?? [];
    found.push(...parts.filter((part) => JSON.stringify(part).startsWith('{"type":"reasoning"')));
  }
  return found;
}
