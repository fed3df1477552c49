import { isDeepStrictEqual } from 'node:util';
import type { Message, Messages } from '@hermes-context/contract';
import {
  classifyMessage,
  contentText,
  isRealUser,
  type MessageClass,
  validateAnthropic,
  validateOpenAiChat,
} from '@hermes-context/messages';
import { alignLists } from './align-lists.ts';
import { type BreachCheck, breach } from './breach.ts';

/** Engines renew what they put in themselves, and add to a system prompt. */
const ENGINE_MADE: readonly MessageClass[] = ['summary', 'bridge', 'system'];

/** The newest message of a person must be the newest of a person still, word for word. */
export const findLostRequest: BreachCheck = ({ before, after }) => {
  const index = before.findLastIndex(isRealUser);
  const newest = before[index];
  const last = after.findLast(isRealUser);
  if (newest === undefined) return undefined;
  if (last !== undefined && (saysTheSame(newest, last) || mayBeMended(before, index))) return undefined;
  const what = `The newest message of the user, number ${index}, is not the newest in its result word for word.`;
  return breach('P2', what);
};

/** What stands last is what the model answers to: it must be there word for word, unless an engine put it in. */
export const findLostNewest: BreachCheck = ({ before, after }) => {
  const index = before.length - 1;
  const newest = before[index];
  if (newest === undefined || ENGINE_MADE.includes(classifyMessage(newest))) return undefined;
  if (after.some((message) => message.role === newest.role && saysTheSame(newest, message))) return undefined;
  if (mayBeMended(before, index)) return undefined;
  return breach('P2', `The last message, number ${index}, is not in its result word for word.`);
};

/** What is pinned must be there as the same object. */
export const findLostPin: BreachCheck = ({ before, after, pins = [] }) => {
  const kept = new Set(after);
  const lost = pins.find((index) => before[index] !== undefined && !kept.has(before[index]));
  return lost === undefined
    ? undefined
    : breach('P2', `Message ${lost} is pinned, and is not in its result as it was.`);
};

/** The system prompt must stay in front with all its text; an engine may add to it. */
export const findLostPrompt: BreachCheck = ({ before, after: [first] }) => {
  const [prompt] = before;
  if (prompt?.role !== 'system') return undefined;
  const isKept = first?.role === 'system' && contentText(first.content).includes(contentText(prompt.content));
  if (isKept || (first?.role === 'system' && mayBeMended(before, 0))) return undefined;
  return breach('P2', 'The system prompt is not in front of its result with all its text.');
};

/** What stays must stay in its order, and once. */
export const findLostOrder: BreachCheck = ({ before, after }) => {
  const stray = findStray(before, after);
  if (stray === undefined) return undefined;
  // In a list that came with faults, a repair may have moved a result behind its call.
  const isMended =
    validateOpenAiChat(before).length > 0 && findStray(withoutResults(before), withoutResults(after)) === undefined;
  if (isMended) return undefined;
  const index = after.lastIndexOf(stray);
  return breach('P2', `Message ${index} of its ${after.length} is out of its order, or comes twice.`);
};

function findStray(before: Messages, after: Messages): Message | undefined {
  const { strayAt } = alignLists(before, after);
  return strayAt === undefined ? undefined : after[strayAt];
}

function withoutResults(messages: Messages): Messages {
  return messages.filter(({ role }) => role !== 'tool');
}

/** What a provider would refuse may come back mended, and then reads differently. */
function mayBeMended(before: Messages, index: number): boolean {
  return [...validateOpenAiChat(before), ...validateAnthropic(before)].some((violation) => violation.index === index);
}

function saysTheSame(one: Message, other: Message): boolean {
  return one === other || isDeepStrictEqual(one.content, other.content);
}
