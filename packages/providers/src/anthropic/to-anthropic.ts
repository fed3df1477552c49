import type { Message, Messages } from '@hermes-context/contract';
import { isSummary } from '@hermes-context/messages';
import { Origins, type Stretch } from '../trace-origins.ts';
import type { WireChange, WireLink, WireReading, WireTarget } from '../wire-format.ts';
import type { WireMemo } from '../wire-memo.ts';
import type { WireObject } from '../wire-value.ts';
import { acceptableMessage } from './acceptable-message.ts';
import { makeWireMessage } from './make-message.ts';
import { countLeadingSystem, makeSystem } from './make-system.ts';

/** The parts of an Anthropic Messages request that come from the conversation. */
export interface AnthropicRequestParts {
  /** Instructions: a string, or blocks where they were blocks before. Absent when there are none. */
  readonly system?: unknown;
  readonly messages: readonly WireObject[];
}

/**
 * A conversation as an Anthropic Messages request takes it. System messages at the start become `system`, later ones
 * user messages in a frame; tool results and the user message behind them become one message. Blocks that a message
 * came with are sent as they were, as long as they still say what the message says: signed thinking goes out untouched
 * and in front, or, where the reasoning was edited or left out, not at all. Blank texts, which the API refuses, leave.
 *
 * @param memo - Given to several calls, makes what came of the same messages the same object on the wire.
 */
export function toAnthropicMessages(messages: Messages, memo?: WireMemo): AnthropicRequestParts {
  const leadingCount = countLeadingSystem(messages);
  const system = makeSystem(messages.slice(0, leadingCount), undefined);
  const groups = groupForWire(messages.slice(leadingCount), () => undefined);
  const make = (group: Messages): WireObject | undefined => {
    const message = makeWireMessage(group, undefined);
    return message === undefined ? undefined : acceptableMessage(message);
  };
  const made = groups
    .map((group) => (memo === undefined ? make(group) : memo.recall(group, make)))
    .filter((message) => message !== undefined);
  return { ...(system === undefined ? {} : { system }), messages: made };
}

/** The same for a file: what did not change stays as it stands there. */
export function writeAnthropic(target: WireTarget): WireChange {
  const { messages, reading, root } = target;
  const leadingCount = root === undefined ? 0 : countLeadingSystem(messages);
  const origins = new Origins(reading);
  const stretches = joinResults(origins.split(messages.slice(leadingCount)), reading);
  return {
    pieces: stretches.flatMap((stretch) => writeStretch(stretch, { target, origins })),
    members: changedSystem(target, messages.slice(0, leadingCount)),
  };
}

function changedSystem({ reading, root }: WireTarget, leading: Messages): ReadonlyMap<string, unknown> {
  const [first] = reading.messages;
  const isLinked = reading.links[0]?.messages.start === 0;
  const before = first === undefined || isLinked ? [] : [first];
  const isSame = before.length === leading.length && before[0] === leading[0];
  return new Map(isSame ? [] : [['system', makeSystem(leading, root?.['system'])]]);
}

/**
 * All results of one answer belong into one message. A result that changed or is new therefore takes the results next
 * to it along, though they could have stayed as they stand in the file.
 */
function joinResults(stretches: readonly Stretch[], reading: WireReading): readonly Stretch[] {
  const joined: Stretch[] = [];
  for (const stretch of stretches) {
    const previous = joined.at(-1);
    if (previous === undefined || !isSplitRun(previous, stretch, reading)) {
      joined.push(stretch);
      continue;
    }
    const messages = [...messagesOf(previous, reading), ...messagesOf(stretch, reading)];
    joined.splice(-1, 1, { kind: 'changed', messages });
  }
  return joined;
}

function isSplitRun(left: Stretch, right: Stretch, reading: WireReading): boolean {
  if (left.kind === 'unchanged' && right.kind === 'unchanged') return false;
  return messagesOf(left, reading).at(-1)?.role === 'tool' && messagesOf(right, reading)[0]?.role === 'tool';
}

function messagesOf(stretch: Stretch, { messages }: WireReading): Messages {
  if (stretch.kind === 'changed') return stretch.messages;
  return messages.slice(stretch.link.messages.start, stretch.link.messages.end);
}

interface Writing {
  readonly target: WireTarget;
  readonly origins: Origins;
}

function writeStretch(stretch: Stretch, { target, origins }: Writing): WireChange['pieces'] {
  if (stretch.kind === 'unchanged') return [{ kind: 'source', ...stretch.link.elements }];
  const linkOf = (message: Message): WireLink | undefined => origins.linkOf(message);
  return groupForWire(stretch.messages, linkOf).flatMap((group) => {
    const from = [...new Set(group.map((message) => linkOf(message)?.elements.start))].filter((at) => at !== undefined);
    const value = makeWireMessage(group, target.elements[from[0] ?? -1]);
    return value === undefined ? [] : [{ kind: 'new', value, from }];
  });
}

type LinkOf = (message: Message) => WireLink | undefined;

/** Cut a list into the messages of the wire. */
function groupForWire(messages: Messages, linkOf: LinkOf): readonly Messages[] {
  const groups: Message[][] = [];
  for (const message of messages) {
    const group = groups.at(-1);
    const previous = group?.at(-1);
    if (previous !== undefined && belongTogether(previous, message, linkOf)) group?.push(message);
    else groups.push([message]);
  }
  return groups;
}

function belongTogether(previous: Message, message: Message, linkOf: LinkOf): boolean {
  if (previous.role !== 'tool') return false;
  const left = linkOf(previous);
  const right = linkOf(message);
  if (message.role === 'tool') return left === right || left === undefined || right === undefined;
  return message.role === 'user' && left === right && !isSummary(message);
}
