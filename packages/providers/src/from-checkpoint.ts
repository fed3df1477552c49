import type { Message, Messages } from '@hermes-context/contract';
import { isWireObject, type WireObject } from './wire-value.ts';

/** A list as it begins at a checkpoint. */
export interface CheckpointedList {
  readonly messages: Messages;
  /** Messages that the checkpoint stands for, so that they are not sent. */
  readonly omitted: number;
  /** Checkpoints that the reader cannot take, left out of the messages that are sent. */
  readonly foreign: number;
}

/** What the type of an item or block is called that stands for all before it, with OpenAI and with Anthropic. */
const CHECKPOINT_TYPE = 'compaction';

/**
 * The checkpoints that a server put into an answer, oldest first; none in any other message. Each stands for all that came
 * before it, and only who made it can read it.
 */
export function checkpointsIn({ role, _context }: Message): readonly WireObject[] {
  const wire = role === 'assistant' ? _context?.wire : undefined;
  return wire === undefined ? [] : wire.parts.filter(isWireObject).filter(isCheckpoint);
}

/**
 * What of a list is to be sent to one reader: the system messages at the start, the user's message that was answered with the
 * newest checkpoint that the reader takes, and all from that answer on. The user's message is there since lists begin with
 * one; a server skips what is in front of its checkpoint. Checkpoints that the reader does not take are left out, their
 * messages stay. The list itself where nothing of that is the case.
 *
 * @param isUsable - Whether the reader takes the checkpoints of a message.
 */
export function fromCheckpoint(messages: Messages, isUsable: (message: Message) => boolean): CheckpointedList {
  const newest = messages.findLastIndex((message) => checkpointsIn(message).length > 0 && isUsable(message));
  const kept = newest === -1 ? messages : behind(messages, newest);
  let foreign = 0;
  const sent = kept.map((message) => {
    const count = isUsable(message) ? 0 : checkpointsIn(message).length;
    foreign += count;
    return count === 0 ? message : withoutCheckpoints(message);
  });
  return { messages: foreign === 0 ? kept : sent, omitted: messages.length - kept.length, foreign };
}

function behind(messages: Messages, newest: number): Messages {
  const before = messages.slice(0, newest);
  const asked = before.findLast(({ role }) => role === 'user');
  const head = before.slice(0, countLeadingSystem(before));
  const kept = [...head, ...(asked === undefined ? [] : [asked]), ...messages.slice(newest)];
  return kept.length === messages.length ? messages : kept;
}

function countLeadingSystem(messages: Messages): number {
  const end = messages.findIndex(({ role }) => role !== 'system');
  return end === -1 ? messages.length : end;
}

/** The same object for the same message: who compares two requests sees that nothing changed. */
const stripped = new WeakMap<Message, Message>();

function withoutCheckpoints(message: Message): Message {
  const known = stripped.get(message);
  if (known !== undefined) return known;
  const wire = message._context?.wire;
  if (wire === undefined) return message;
  const parts = wire.parts.filter((part) => !(isWireObject(part) && part['type'] === CHECKPOINT_TYPE));
  const bare: Message = { ...message, _context: { ...message._context, wire: { ...wire, parts } } };
  stripped.set(message, bare);
  return bare;
}

/** Anthropic's block of a compaction that failed says nothing, and stands for nothing; OpenAI's item has no such field. */
function isCheckpoint(part: WireObject): boolean {
  return part['type'] === CHECKPOINT_TYPE && part['content'] !== null && part['content'] !== '';
}
