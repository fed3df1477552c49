import type { Message, Messages } from '@hermes-context/contract';
import { orphanedResults, repairMessages, unansweredCalls, validateOpenAiChat } from '@hermes-context/messages';
import { scrambledTranscript, transcript } from '@hermes-context/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkpointsIn, fromCheckpoint } from './from-checkpoint.ts';

const OURS = { type: 'compaction', encrypted_content: 'ours' } as const;
const THEIRS = { type: 'compaction', encrypted_content: 'theirs' } as const;

function withItem(message: Message, item: object): Message {
  if (message.role !== 'assistant') return message;
  return { ...message, _context: { wire: { format: 'openai-responses', parts: [item] } } };
}

const isOurs = (message: Message): boolean => JSON.stringify(checkpointsIn(message)).includes('ours');
const user = (content: string): Message => ({ role: 'user', content });
const answer = (content: string, item?: object): Message => {
  const said: Message = { role: 'assistant', content };
  return item === undefined ? said : withItem(said, item);
};

/** Conversations in which some answers hold a checkpoint. */
const checkpointedOf = (lists: fc.Arbitrary<Messages>): fc.Arbitrary<Messages> =>
  fc.tuple(lists, fc.infiniteStream(fc.constantFrom(undefined, undefined, OURS, THEIRS))).map(([messages, items]) =>
    messages.map((message) => {
      const item = items.next().value;
      return item === undefined ? message : withItem(message, item);
    }),
  );
const checkpointed = checkpointedOf(fc.oneof(transcript(), scrambledTranscript()));

describe('fromCheckpoint', () => {
  it('begins with the turn of the newest checkpoint that the reader takes, behind the system prompt', () => {
    const list: Messages = [
      { role: 'system', content: 'S' },
      user('1'),
      answer('a', OURS),
      user('2'),
      answer('b', OURS),
      user('3'),
      answer('c', THEIRS),
    ];
    const { messages, omitted, foreign } = fromCheckpoint(list, isOurs);
    expect(messages.map(({ content }) => content)).toEqual(['S', '2', 'b', '3', 'c']);
    expect(messages.flatMap(checkpointsIn)).toEqual([OURS]);
    expect({ omitted, foreign }).toEqual({ omitted: 2, foreign: 1 });
  });

  it('leaves out what was called in the turn before, with its results, and keeps what the user asked', () => {
    const call = { id: 'x', type: 'function', function: { name: 'look', arguments: '{}' } } as const;
    const list: Messages = [
      user('1'),
      answer('a'),
      user('2'),
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: 'x', content: 'seen' },
      answer('b', OURS),
    ];
    expect(fromCheckpoint(list, isOurs)).toMatchObject({ messages: [list[2], list[5]], omitted: 4 });
  });

  it('takes the newest of several in one turn, and leaves out what stands in front of it in that turn too', () => {
    const call = { id: 'x', type: 'function', function: { name: 'look', arguments: '{}' } } as const;
    const step = withItem({ role: 'assistant', content: null, tool_calls: [call] }, { ...OURS, id: 'cmp_1' });
    const list: Messages = [
      user('1'),
      answer('a'),
      user('2'),
      step,
      { role: 'tool', tool_call_id: 'x', content: 'seen' },
      answer('b', { ...OURS, id: 'cmp_2' }),
      user('3'),
    ];
    const { messages, omitted } = fromCheckpoint(list, isOurs);
    expect(messages).toEqual([list[2], list[5], list[6]]);
    expect(omitted).toBe(4);
    expect(messages.flatMap(checkpointsIn).map(({ id }) => id)).toEqual(['cmp_2']);
  });

  it('begins with the answer itself where no user has spoken before', () => {
    const list: Messages = [{ role: 'system', content: 'S' }, answer('a'), answer('b', OURS), user('1')];
    expect(fromCheckpoint(list, isOurs).messages).toEqual([list[0], list[2], list[3]]);
  });

  it('parts no call from its result', () => {
    fc.assert(
      fc.property(checkpointedOf(transcript()), (list) => {
        const { messages } = fromCheckpoint(list, isOurs);
        expect(orphanedResults(messages)).toEqual([]);
        expect(unansweredCalls(messages)).toEqual(unansweredCalls(list.slice(-messages.length)));
      }),
    );
  });

  it('is the list itself where it has no checkpoint, and takes a failed one for none', () => {
    const list: Messages = [
      user('1'),
      answer('a'),
      user('2'),
      answer('b', { type: 'compaction', content: null, encrypted_content: 'x' }),
    ];
    expect(fromCheckpoint(list, () => true)).toEqual({ messages: list, omitted: 0, foreign: 0 });
    expect(fromCheckpoint(list, () => true).messages).toBe(list);
  });

  it('leaves out what the reader cannot take, and gives the same object for the same message', () => {
    const list: Messages = [user('1'), answer('a', THEIRS)];
    const [first, second] = [fromCheckpoint(list, isOurs), fromCheckpoint([...list], isOurs)];
    expect(first).toMatchObject({ omitted: 0, foreign: 1 });
    expect(first.messages[1]).toBe(second.messages[1]);
    expect(first.messages[1]).toMatchObject({ content: 'a' });
    expect(list.flatMap(checkpointsIn)).toEqual([THEIRS]);
  });

  it('loses nothing from the checkpoint on, changes no text, and gives what can be repaired', () => {
    fc.assert(
      fc.property(checkpointed, (list) => {
        const { messages, omitted } = fromCheckpoint(list, isOurs);
        const newest = list.findLastIndex((message) => isOurs(message));
        const behind = newest === -1 ? list : list.slice(newest);
        const bare = (each: Messages) => each.map(({ _context: _, ...message }) => message);
        expect(bare(messages).slice(-behind.length || undefined)).toEqual(bare(behind));
        expect(messages.length + omitted).toBe(list.length);
        expect(messages.flatMap(checkpointsIn).every(({ encrypted_content }) => encrypted_content === 'ours')).toBe(
          true,
        );
        expect(validateOpenAiChat(repairMessages(messages).messages)).toEqual([]);
      }),
    );
  });
});
