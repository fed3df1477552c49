import type { Messages } from '@hermes-context/contract';
import { estimateMessagesTokens, keepPins, type Pin, type PinRoom } from '@hermes-context/messages';

/** What must stand in a list, whatever an engine made of it. */
export interface PinTask extends PinRoom {
  /** The list before the engine saw it: what comes of it must be smaller. */
  readonly before: Messages;
}

/** How many pins stand in a list, and in its block of pins. */
export interface PinCounts {
  /** All that stand in the list word for word. */
  readonly kept: number;
  /** Those among them that stand in the block. */
  readonly shown: number;
}

/** A list with the pins in it, or that there is no point in it. */
export interface AnswerWithPins {
  readonly messages: Messages;
  readonly counts: PinCounts;
  readonly warnings: readonly string[];
}

/** Put back what an engine dropped of the pins. */
export function keepInAnswer(messages: Messages, task: PinTask): AnswerWithPins {
  const { messages: kept, shown, missing } = keepPins(messages, task);
  const counts = { kept: task.pins.length - missing.length, shown: shown.length };
  return { messages: kept, counts, warnings: missing.length === 0 ? [] : [noRoomFor(missing, task.maxTokens)] };
}

/** Why a result with pins is no gain; `undefined` where it is one. */
export function whyNoGain(messages: Messages, { before }: PinTask): string | undefined {
  const [old, now] = [estimateMessagesTokens(before), estimateMessagesTokens(messages)];
  if (now < old) return undefined;
  return `With its pins the result would be no smaller: about ${now} tokens instead of ${old}.`;
}

const NAMED_PINS = 5;

function noRoomFor(missing: readonly Pin[], maxTokens: number): string {
  const named = missing.slice(0, NAMED_PINS).map(({ id, kind }) => `${id} (${kind})`);
  const more = missing.length > NAMED_PINS ? `, and ${missing.length - NAMED_PINS} more` : '';
  return `Not all pins fit into the ${maxTokens} tokens that there are for them, so these are not in the list: ${named.join(', ')}${more}. They stay pinned; hermes sessions pins shows them.`;
}

/** Share of the window that pins get at least, whatever the share says, in tokens: a few rules fit. */
const MIN_PIN_TOKENS = 500;
/** Of a tiny window pins may take no more than this. */
const MAX_WINDOW_RATIO = 0.25;

/** Room for pins in a window, in tokens. @param percent - Share of the window in per cent; 0 for none at all. */
export function pinTokensOf(contextTokens: number, percent: number): number {
  if (percent === 0) return 0;
  const wanted = Math.max(MIN_PIN_TOKENS, (contextTokens * percent) / 100);
  return Math.floor(Math.min(wanted, contextTokens * MAX_WINDOW_RATIO));
}
