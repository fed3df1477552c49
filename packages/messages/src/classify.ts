import type { AssistantMessage, Message, UserMessage } from '@hermes-context/contract';
import { isHostText } from './classify-host-text.ts';
import { isBlank, isBlankText, partsOf, partText, toolCallsOf } from './content.ts';
import { BRIDGE_TEXT, summaryTextOf } from './summary-text.ts';

/** What a message is to someone who decides what to keep. */
export type MessageClass =
  | 'system'
  /** A person said it. */
  | 'user'
  /** A host said it under the user's role: a hook, a reminder, the echo of a command, a repair. */
  | 'user-synthetic'
  | 'user-blank'
  /** Stands for messages that were compacted away, by us or by another tool. */
  | 'summary'
  /** Stands between a summary and a neighbour of its role. */
  | 'bridge'
  | 'assistant'
  /** The model asks for tools, with or without a text. */
  | 'assistant-calls'
  | 'tool';

/**
 * What a message is, by its mark or else by its text: a store may have lost the mark.
 * Looks at the beginning of a text only, unless that beginning is a summary's or a reminder's.
 * What a tool returned is always `tool`, whatever it says of itself.
 */
export function classifyMessage(message: Message): MessageClass {
  switch (message.role) {
    case 'system':
      return message._context?.mark?.kind === 'summary' ? 'summary' : 'system';
    case 'tool':
      return 'tool';
    case 'user':
      return classOfOurs(message) ?? classOfUser(message);
    case 'assistant':
      return toolCallsOf(message).length > 0 ? 'assistant-calls' : (classOfOurs(message) ?? 'assistant');
    // A role that the types do not know, in a list nobody checked: what `repairMessages` would make of it.
    default:
      return 'user-synthetic';
  }
}

/** Whether a person said it: not a host, not a summary, not nothing. */
export function isRealUser(message: Message): boolean {
  return message.role === 'user' && classifyMessage(message) === 'user';
}

/** Whether a message stands for messages that were compacted away. */
export function isSummary(message: Message): boolean {
  return classifyMessage(message) === 'summary';
}

function classOfOurs(message: UserMessage | AssistantMessage): 'summary' | 'bridge' | undefined {
  const kind = message._context?.mark?.kind;
  if (kind === 'summary' || kind === 'bridge') return kind;
  if (message.content === BRIDGE_TEXT) return 'bridge';
  return summaryTextOf(message) === undefined ? undefined : 'summary';
}

function classOfUser(message: UserMessage): MessageClass {
  if (message._context?.mark !== undefined || hasHostOrigin(message)) return 'user-synthetic';
  if (isBlank(message.content)) return 'user-blank';
  if (typeof message.content === 'string') return isHostText(message.content) ? 'user-synthetic' : 'user';
  const isAllHost = partsOf(message.content).every((part) => {
    const text = partText(part);
    return text !== undefined && (isBlankText(text) || isHostText(text));
  });
  return isAllHost ? 'user-synthetic' : 'user';
}

function hasHostOrigin(message: UserMessage): boolean {
  const origin = message.metadata?.['origin'];
  return typeof origin === 'string' && origin !== 'user';
}
