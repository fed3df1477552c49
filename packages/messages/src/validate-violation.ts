/** Name of a rule that a list of messages can break. Stable: branch on it, show {@link Violation.reason}. */
export type ViolationRule = keyof typeof REASONS;

/** One thing in a list of messages for which a provider would refuse the request. */
export interface Violation {
  /** Index of the message at fault; 0 where the list as a whole is. */
  readonly index: number;
  readonly rule: ViolationRule;
  /** One sentence for a person. Never message text. */
  readonly reason: string;
}

/** Providers whose rules for contents differ. */
export type Provider = 'openai' | 'anthropic' | 'gemini';

const REASONS = {
  'role-unknown': 'The role is none of system, user, assistant and tool.',
  'content-null': 'The message has no content; only an assistant message with calls may go without.',
  'content-empty-list': 'The content is a list without parts.',
  'message-empty': 'The message says nothing: no visible text, no other part, no call.',
  'part-empty': 'A text part is empty.',
  'image-unreadable': 'A picture has no address, or its data: URL does not hold an image in base64.',
  'image-type': 'A picture is of a type that this provider does not read.',
  'lone-surrogate': 'A text holds half a surrogate pair, which UTF-8 cannot carry.',
  'calls-empty-list': 'The list of tool calls is there, and empty.',
  'arguments-not-json': 'The arguments of a tool call are not JSON.',
  'arguments-not-object': 'The arguments of a tool call are not a JSON object.',
  'call-id-empty': 'A tool call has no id.',
  'call-id-duplicate': 'Two tool calls of one message have the same id.',
  'call-id-reused': 'A tool call has the id of an earlier call in the request.',
  'call-id-characters': 'The id of a tool call has characters other than letters, digits, "_" and "-".',
  'call-id-long': 'The id of a tool call has more than 64 characters.',
  'call-name': 'The name of a called tool is none that this provider takes.',
  'call-unanswered': 'A tool call has no result among the tool messages directly behind its message.',
  'result-orphaned': 'A tool message answers no call of the assistant message directly in front of it.',
  'result-duplicate': 'A tool message answers a call that has a result already.',
  'result-unasked': 'A tool message answers no call in front of it.',
  'list-empty': 'There is no message.',
  'user-missing': 'There is no user message.',
  'first-not-user': 'The first message that is not a system message is not from the user.',
  'user-after-result': 'A user message stands directly behind a tool message.',
  'last-is-assistant': 'The last message is from the assistant: there is nothing to answer.',
  'system-not-first': 'A system message stands behind the first position.',
  'roles-not-alternating':
    'The message has the role of the one before it; tool messages and assistant messages with calls do not count.',
  'turns-not-alternating':
    'The message is on the side of the one before it: users and tools on one, assistants on the other.',
} as const;

/** The violation of a rule by one message. */
export function violation(index: number, rule: ViolationRule): Violation {
  return { index, rule, reason: REASONS[rule] };
}
