import type { CompressOutcome, Messages, UnchangedReason } from '@hermes-context/contract';
import { estimateMessagesTokens, validateOpenAiChat } from '@hermes-context/messages';
import { readField } from '../read-field.ts';
import type { PartAnswer } from './ask-part.ts';
import type { PromiseId } from './breach.ts';
import { readAnswer } from './read-answer.ts';

/** How a candidate did beside the engine in use. Figures and codes only: no message, no text of an error. */
export interface ShadowReport {
  /** What both were asked to shrink. */
  readonly before: ListFigures;
  readonly primary: ShadowSide;
  readonly candidate: ShadowSide;
}

/** The size of a list. */
export interface ListFigures {
  readonly messages: number;
  /** By estimate. */
  readonly tokens: number;
  /** What a provider would refuse in it. */
  readonly violations: number;
}

/** What one of the two did. */
export interface ShadowSide {
  readonly outcome: 'compressed' | 'unchanged' | 'failed';
  /** Why it changed nothing. */
  readonly reason?: UnchangedReason;
  /** How it failed, and which promise its answer breaks. The primary's answer was used all the same. */
  readonly failure?: { readonly how: 'threw' | 'timed-out' | 'broke-promise'; readonly promise: PromiseId };
  /** The list after, where there is one that can be measured. */
  readonly after?: ListFigures;
  /** Where its summary came from. */
  readonly summarySource?: 'model' | 'extractive';
  readonly ms: number;
}

/** The size of a list, and what is wrong with it. */
export function measureList(messages: Messages): ListFigures {
  return {
    messages: messages.length,
    tokens: estimateMessagesTokens(messages),
    violations: validateOpenAiChat(messages).length,
  };
}

/** The primary's side: its answer as it is, though held to the same promises. `undefined`: it threw. */
export function sideOfPrimary(
  answer: CompressOutcome | undefined,
  {
    messages,
    pins,
    ms,
  }: { readonly messages: Messages; readonly pins?: readonly number[] | undefined; readonly ms: number },
): ShadowSide {
  if (answer === undefined) return { outcome: 'failed', failure: { how: 'threw', promise: 'P4' }, ms };
  const read = readAnswer(answer, { messages, pins });
  if (read.kind !== 'broken') return sideOf(read, { messages, ms });
  const failure = { how: 'broke-promise', promise: read.breach.promise } as const;
  const list = readField(answer, 'messages');
  const after = read.breach.promise !== 'P4' && isList(list) ? { after: measureList(list) } : {};
  return { outcome: 'failed', failure, ...after, ms };
}

/** The candidate's side. */
export function sideOf(
  answer: PartAnswer,
  { messages, ms }: { readonly messages: Messages; readonly ms: number },
): ShadowSide {
  switch (answer.kind) {
    case 'failed':
      return { outcome: 'failed', failure: { how: answer.how, promise: answer.promise }, ms };
    case 'unchanged':
      return { outcome: 'unchanged', reason: answer.reason, after: measureList(messages), ms };
    case 'compressed': {
      const source = answer.report?.summary?.source;
      const summary = source === undefined ? {} : { summarySource: source };
      return { outcome: 'compressed', after: measureList(answer.messages), ...summary, ms };
    }
  }
}

function isList(value: unknown): value is Messages {
  return Array.isArray(value);
}
