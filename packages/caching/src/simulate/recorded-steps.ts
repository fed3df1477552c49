import { isObject, roleOf } from '../plan/wire-blocks.ts';
import type { WireObject, WirePrompt } from '../wire-prompt.ts';

/** One request of a conversation, and when it begins, in milliseconds from the first. */
export interface RecordedStep {
  readonly prompt: WirePrompt;
  readonly atMs: number;
}

/** How much time passes. */
export interface RecordedPace {
  /** From the end of an answer to the user's next message, in milliseconds. */
  readonly gapMs: number;
  /** From a request to the next one of the same turn. Default 15,000. */
  readonly stepMs?: number;
}

const STEP_MS = 15_000;

/**
 * The requests that an agent has sent to come to this conversation: one before each answer of the model, with all that
 * stands before it; and one more where the last message is not an answer. Messages are the same objects in all of them.
 */
export function* recordedSteps(whole: WirePrompt, { gapMs, stepMs = STEP_MS }: RecordedPace): Generator<RecordedStep> {
  const { messages } = whole;
  let atMs = 0;
  let isFirst = true;
  for (const count of requestEnds(messages)) {
    if (!isFirst) atMs += isUserTurn(messages[count - 1]) ? gapMs : stepMs;
    isFirst = false;
    yield { prompt: { ...whole, messages: messages.slice(0, count) }, atMs };
  }
}

/** How many messages stand before each answer; what the model says in one breath is one answer. */
function requestEnds(messages: readonly WireObject[]): readonly number[] {
  const ends = messages.flatMap((message, index) => {
    const isAnswer = roleOf(message) === 'assistant' && index > 0;
    const before = messages[index - 1];
    return isAnswer && before !== undefined && roleOf(before) !== 'assistant' ? [index] : [];
  });
  const last = messages.at(-1);
  return last !== undefined && roleOf(last) !== 'assistant' ? [...ends, messages.length] : ends;
}

/** Whether a message is a person's, and not the results of tools. */
function isUserTurn(message: WireObject | undefined): boolean {
  if (message === undefined || roleOf(message) !== 'user') return false;
  const { content } = message;
  return (
    !Array.isArray(content) || content.some((block: unknown) => !isObject(block) || block['type'] !== 'tool_result')
  );
}
