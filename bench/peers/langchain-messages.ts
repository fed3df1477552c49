import { isDeepStrictEqual } from 'node:util';
import type { AssistantMessage, Content, ContentPart, Message, ToolCall } from '@hermes-context/contract';
import { toolCallsOf } from '@hermes-context/messages';
import { loadPeer } from './load-peer.ts';
import type { PeerForm } from './peer-session.ts';

const UNPARSED = 'unparsed_arguments';

/** A call in LangChain's form. */
interface LangChainCall {
  readonly id?: string;
  readonly name?: string;
  readonly args: unknown;
}

/** What the adapters use of a LangChain message (read from the types of `@langchain/core` 1.4.0, 3 December 2026). */
export interface LangChainMessage {
  readonly id?: string;
  readonly name?: string;
  readonly content: string | readonly ContentPart[];
  readonly tool_calls?: readonly LangChainCall[];
  readonly tool_call_id?: string;
  readonly additional_kwargs?: { readonly reasoning_content?: unknown };
  getType(): string;
}

interface MessageFields extends Partial<Omit<LangChainMessage, 'getType'>> {
  readonly content: string | readonly ContentPart[];
}

type MessageClass = new (fields: MessageFields) => LangChainMessage;

/** The classes of messages, from `@langchain/core/messages`. */
export interface MessageClasses {
  readonly AIMessage: MessageClass;
  readonly HumanMessage: MessageClass;
  readonly SystemMessage: MessageClass;
  readonly ToolMessage: MessageClass;
}

/** What a message said when it was converted. A peer may edit it, or a copy of it, in place. */
interface Seen {
  readonly message: Message;
  readonly type: string;
  readonly content: LangChainMessage['content'];
  readonly calls: LangChainMessage['tool_calls'];
}

/** Converts the messages of one conversation. Copies that a peer makes are known by their ids, and compared. */
export async function langChainForm(): Promise<PeerForm<LangChainMessage>> {
  const names = ['AIMessage', 'HumanMessage', 'SystemMessage', 'ToolMessage'] as const;
  const classes = await loadPeer<MessageClasses>('@langchain/core/messages', names);
  const converted = new WeakMap<Message, LangChainMessage>();
  const sources = new Map<string, Seen>();
  const seen = new WeakMap<LangChainMessage, Seen>();

  function toPeer(message: Message): LangChainMessage {
    const known = converted.get(message);
    if (known !== undefined) return known;
    const id = `m${sources.size}`;
    const peer = construct(message, { id, classes });
    converted.set(message, peer);
    sources.set(id, look(peer, message));
    return peer;
  }

  function fromPeer(peer: LangChainMessage): Message {
    const last = seen.get(peer);
    if (last !== undefined && last.content === peer.content && last.calls === peer.tool_calls) return last.message;
    const source = sources.get(peer.id ?? '');
    const message = source !== undefined && saysTheSame(source, peer) ? source.message : deconstruct(peer);
    seen.set(peer, look(peer, message));
    return message;
  }
  return { toPeer, fromPeer };
}

function look(peer: LangChainMessage, message: Message): Seen {
  return { message, type: peer.getType(), content: peer.content, calls: peer.tool_calls };
}

function construct(
  message: Message,
  made: { readonly id: string; readonly classes: MessageClasses },
): LangChainMessage {
  const { id, classes } = made;
  const fields = { id, content: message.content ?? '', ...(message.name === undefined ? {} : { name: message.name }) };
  switch (message.role) {
    case 'system':
      return new classes.SystemMessage(fields);
    case 'assistant':
      return new classes.AIMessage({ ...fields, ...callsOf(message), ...reasoningOf(message) });
    case 'tool':
      return new classes.ToolMessage({ ...fields, tool_call_id: message.tool_call_id });
    default: // recorded lists have roles of their own, such as `function`
      return new classes.HumanMessage(fields);
  }
}

function reasoningOf({ reasoning_content }: AssistantMessage): Pick<MessageFields, 'additional_kwargs'> {
  return reasoning_content === undefined ? {} : { additional_kwargs: { reasoning_content } };
}

/**
 * Arguments that do not parse go under one key. An agent of LangChain's would keep such a call apart and give it no
 * result; here it has one, and the peer is not to lose the pair by our conversion.
 */
function callsOf(message: AssistantMessage): Pick<MessageFields, 'tool_calls'> {
  const calls = toolCallsOf(message).map(({ id, function: called }) => {
    const args = parse(called.arguments) ?? { [UNPARSED]: called.arguments };
    return { id, name: called.name, args, type: 'tool_call' };
  });
  return { tool_calls: calls };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function saysTheSame(seen: Seen, peer: LangChainMessage): boolean {
  return (
    seen.type === peer.getType() &&
    isDeepStrictEqual(seen.content, peer.content) &&
    isDeepStrictEqual(seen.calls?.map(bare), peer.tool_calls?.map(bare))
  );
}

const bare = ({ id, name, args }: LangChainCall): LangChainCall => ({ id: id ?? '', name: name ?? '', args });

/** A message that the peer made or changed, in our form. */
function deconstruct(peer: LangChainMessage): Message {
  const named = peer.name === undefined ? {} : { name: peer.name };
  const content: Content = peer.content;
  switch (peer.getType()) {
    case 'system':
      return { role: 'system', content, ...named };
    case 'ai':
      return assistantOf(peer);
    case 'tool':
      return { role: 'tool', tool_call_id: peer.tool_call_id ?? '', content, ...named };
    default:
      return { role: 'user', content, ...named };
  }
}

function assistantOf(peer: LangChainMessage): Message {
  const calls = (peer.tool_calls ?? []).map(callFrom);
  const reasoning = peer.additional_kwargs?.reasoning_content;
  return {
    role: 'assistant',
    content: peer.content,
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
    ...(typeof reasoning === 'string' ? { reasoning_content: reasoning } : {}),
  };
}

function callFrom({ id, name, args }: LangChainCall): ToolCall {
  const unparsed: unknown = typeof args === 'object' && args !== null && UNPARSED in args ? args[UNPARSED] : undefined;
  const text = typeof unparsed === 'string' ? unparsed : JSON.stringify(args);
  return { id: id ?? '', type: 'function', function: { name: name ?? '', arguments: text } };
}
