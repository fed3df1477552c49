import type { Message, Messages, Repair } from '@hermes-context/contract';
import { describe, expect, it } from 'vitest';
import { classifyMessage } from './classify.ts';
import { toolCallsOf } from './content.ts';
import { assistant, calling, callOf, result, system, user } from './conversation.fixture.ts';
import { repairMessages } from './repair.ts';

function kinds(repairs: readonly Repair[]): readonly string[] {
  return repairs.map(({ index, kind }) => `${index} ${kind}`);
}

/** The list as roles and ids, short enough to read. */
function outline(messages: Messages): readonly string[] {
  return messages.map((message) => {
    if (message.role === 'tool') return `tool ${message.tool_call_id}`;
    return [message.role, ...toolCallsOf(message).map((call) => call.id)].join(' ');
  });
}

describe('repairMessages on results', () => {
  it('S-059 removes results whose calls are gone', () => {
    const { messages, repairs } = repairMessages([user('u'), result('gone'), assistant('a')]);
    expect(outline(messages)).toEqual(['user', 'assistant']);
    expect(kinds(repairs)).toEqual(['1 orphan-result-removed']);
  });

  it('S-059 gives calls whose results are gone a stub that does not read like a success', () => {
    const { messages, repairs } = repairMessages([user('u'), calling('a'), user('Stop.')]);
    expect(outline(messages)).toEqual(['user', 'assistant a', 'tool a', 'user']);
    expect(messages[2]?.content).toMatch(/interrupted.*not run to its end/);
    expect(messages[2]?.content).not.toMatch(/success|done|ok/i);
    expect(messages[2]?._context?.mark).toEqual({ kind: 'repair' });
    expect(kinds(repairs)).toEqual(['1 missing-result-stubbed']);
    expect(repairs[0]?.detail).toContain('call "a" of "read_file"');
  });

  it('stubs at the very end of the list too, but not for a pinned message', () => {
    const waiting = calling('a', 'b');
    const messages = [user('u'), waiting, result('b')];
    expect(outline(repairMessages(messages).messages)).toEqual(['user', 'assistant a b', 'tool a', 'tool b']);
    expect(repairMessages(messages, { pinned: new Set([waiting]) })).toEqual({ messages, repairs: [] });
    expect(repairMessages(messages, { pinned: new Set([waiting]) }).messages).toBe(messages);
  });

  it('lets others give way to the id of a pinned call that waits', () => {
    const waiting = calling('a');
    const { messages, repairs } = repairMessages([user('u'), calling('a'), result('a'), user('Again.'), waiting], {
      pinned: new Set<Message>([waiting]),
    });
    expect(outline(messages)).toEqual(['user', 'assistant a_2', 'tool a_2', 'user', 'assistant a']);
    expect(messages[4]).toBe(waiting);
    expect(kinds(repairs)).toEqual(['1 call-id-renamed', '2 call-id-renamed']);
  });

  it('moves a late result behind its call, and leaves alone what stands between', () => {
    const late = result('a');
    const { messages, repairs } = repairMessages([user('u'), calling('a'), user('Wait.'), late, assistant('x')]);
    expect(outline(messages)).toEqual(['user', 'assistant a', 'tool a', 'user', 'assistant']);
    expect(messages[2]).toBe(late);
    expect(kinds(repairs)).toEqual(['3 result-moved']);
  });

  it('puts late and missing results in call order among those that stand, which keep theirs', () => {
    const messages = [
      user('u'),
      calling('a', 'b', 'c', 'd', 'e'),
      result('d'),
      result('b'),
      user('Wait.'),
      result('c'),
    ];
    const repaired = repairMessages(messages);
    expect(outline(repaired.messages).slice(2, 7)).toEqual(['tool a', 'tool c', 'tool d', 'tool b', 'tool e']);
    expect(kinds(repaired.repairs)).toEqual(['1 missing-result-stubbed', '1 missing-result-stubbed', '5 result-moved']);
  });

  it('does not count as late a result from which only empty or orphaned messages stand apart', () => {
    const { messages, repairs } = repairMessages([
      user('u'),
      calling('a', 'b'),
      result('a'),
      assistant(''),
      result('x'),
      result('b'),
    ]);
    expect(outline(messages)).toEqual(['user', 'assistant a b', 'tool a', 'tool b']);
    expect(kinds(repairs)).toEqual(['3 empty-message-removed', '4 orphan-result-removed']);
  });

  it('leaves results in another order than their calls where they are', () => {
    const messages = [user('u'), calling('a', 'b'), result('b'), result('a')];
    expect(repairMessages(messages).messages).toBe(messages);
  });

  it('puts the last of several results at the place of the first', () => {
    const last = result('a', 'exit 0');
    const { messages, repairs } = repairMessages([
      user('u'),
      calling('a'),
      result('a', 'partial'),
      user('Wait.'),
      last,
    ]);
    expect(messages[2]).toBe(last);
    expect(outline(messages)).toEqual(['user', 'assistant a', 'tool a', 'user']);
    expect(kinds(repairs)).toEqual(['2 duplicate-result-removed', '4 result-moved']);
  });
});

describe('repairMessages on ids', () => {
  it('renames a later use of an id on call and result, past names that are taken', () => {
    const { messages } = repairMessages([
      user('u'),
      calling('a', 'a_2'),
      result('a'),
      result('a_2'),
      calling('a'),
      result('a'),
      calling('a'),
    ]);
    expect(outline(messages)).toEqual([
      'user',
      'assistant a a_2',
      'tool a',
      'tool a_2',
      'assistant a_3',
      'tool a_3',
      'assistant a_4',
      'tool a_4',
    ]);
  });

  it('renames ids that providers refuse, and empty ones', () => {
    const { messages, repairs } = repairMessages([
      user('u'),
      calling('functions.read:0', '', ''),
      result(''),
      result('functions.read:0'),
      result(''),
    ]);
    expect(outline(messages)).toEqual([
      'user',
      'assistant functions_read_0 call call_2',
      'tool call',
      'tool functions_read_0',
      'tool call_2',
    ]);
    expect(repairs.map(({ kind }) => kind)).toEqual(Array.from({ length: 6 }, () => 'call-id-renamed'));
    expect(repairs[0]?.detail).toContain('is now "functions_read_0"');
  });

  it('keeps the other fields of what it renames, the original parts among them', () => {
    const wire = { format: 'anthropic', parts: [{ type: 'thinking' }] } as const;
    const again = { ...calling('a'), reasoning_content: 'hm', timestamp: 7, _context: { id: 'm1', wire } };
    const { messages } = repairMessages([user('u'), calling('a'), result('a'), again, result('a')]);
    expect(messages[3]).toEqual({ ...again, tool_calls: [callOf('a_2')] });
  });
});

describe('repairMessages on the beginning', () => {
  it('puts a synthetic user message in front where the conversation begins otherwise', () => {
    const { messages, repairs } = repairMessages([system('s'), assistant('Hello.'), user('u')]);
    expect(outline(messages)).toEqual(['system', 'user', 'assistant', 'user']);
    expect(classifyMessage(messages[1]!)).toBe('user-synthetic');
    expect(kinds(repairs)).toEqual(['1 user-message-inserted']);
  });

  it('does so where no message is left, too', () => {
    expect(outline(repairMessages([]).messages)).toEqual(['user']);
    expect(kinds(repairMessages([system('s'), user(' ')]).repairs)).toEqual([
      '1 empty-message-removed',
      '2 user-message-inserted',
    ]);
  });

  it('leaves system messages later on, and neighbours of one role, as they are', () => {
    const messages = [system('s'), user('u'), user('v'), system('t'), assistant('a'), assistant('b')];
    expect(repairMessages(messages).messages).toBe(messages);
  });
});

it('lets the other call of an id give way to a pinned one, answered or not', () => {
  const call = (path: string): Message => ({
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'c1', type: 'function', function: { name: 'read_file', arguments: JSON.stringify({ path }) } }],
  });
  const result: Message = { role: 'tool', tool_call_id: 'c1', content: 'ok' };
  const [early, pinned] = [call('a.ts'), call('b.ts')];
  const list: Messages = [{ role: 'user', content: 'Read both.' }, early, { ...result }, pinned, { ...result }];
  const { messages } = repairMessages(list, { pinned: new Set([pinned]) });
  expect(messages[3]).toBe(pinned);
  expect(messages[1]).toMatchObject({ tool_calls: [{ id: 'c1_2' }] });
  expect(messages[2]).toMatchObject({ tool_call_id: 'c1_2' });
});
