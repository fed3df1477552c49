import type { Content, ToolCall, ToolMessage } from '@hermes-context/contract';
import { contentText, isPicture, truncateText } from '@hermes-context/messages';
import { describeCall } from './describe-call.ts';
import { describeOutcome } from './describe-outcome.ts';

/** What stands in place of an old tool result. The marker is the project description's own. */
export const CLEARED = '[Old tool output cleared to save context space]';

/** Results of more characters are cleared; this many and fewer stay, and so does every stub (S-050). */
export const MAX_KEPT_CHARS = 200;

/** Made once: `toLocaleString` makes one at each call. The same digits whatever the host's locale is. */
const GROUPED = new Intl.NumberFormat('en-US');

/** How a cleared result reads: the marker alone, or with one line on what was called and how it ended. */
export type PruneStyle = 'informative' | 'plain';

/** What the stub of one result is made from. */
export interface ResultFacts {
  /** The call that the result answers; absent for an orphan. */
  readonly call: ToolCall | undefined;
  /** Whether a later result says the same, word for word. */
  readonly isRepeatedLater: boolean;
  readonly style: PruneStyle;
}

/** Stubs made before: messages never change, and a long conversation is pruned again at each compaction. */
const pruned = new WeakMap<ToolMessage, ResultFacts & { readonly after: ToolMessage }>();

/** The result with a stub for its content, or the same object where there is nothing to win. */
export function pruneResult(message: ToolMessage, facts: ResultFacts): ToolMessage {
  const { call, isRepeatedLater, style } = facts;
  const known = pruned.get(message);
  if (known?.call === call && known?.isRepeatedLater === isRepeatedLater && known.style === style) return known.after;
  if (!isWorthClearing(message.content)) return message;
  const after = { ...message, content: style === 'plain' ? CLEARED : informativeStub(message, facts) };
  pruned.set(message, { ...facts, after });
  return after;
}

function isWorthClearing(content: Content): boolean {
  if (typeof content === 'string') return isLongerThan(content, MAX_KEPT_CHARS);
  if (content === null) return false;
  return content.some(isPicture) || isLongerThan(contentText(content), MAX_KEPT_CHARS);
}

/** Counts characters, not UTF-16 units: an emoji is one. */
function isLongerThan(text: string, chars: number): boolean {
  if (text.length <= chars) return false;
  if (text.length > chars * 2) return true;
  return Array.from(text).length > chars;
}

function informativeStub(message: ToolMessage, { call, isRepeatedLater }: ResultFacts): string {
  const outcome = isRepeatedLater ? 'same output as a later call' : describeOutcome(message.content);
  const what = [outcome, describeSize(message.content)].filter((each) => each !== '').join(', ');
  const line = `${call === undefined ? 'tool' : describeCall(call)} → ${what}`;
  // The stub must itself be short enough to stay, or the next pass would clear it again.
  return truncateText(`${CLEARED}\n${line}`, MAX_KEPT_CHARS);
}

function describeSize(content: Content): string {
  const chars = `${GROUPED.format(contentText(content).length)} chars`;
  const pictures = typeof content === 'string' || content === null ? 0 : content.filter(isPicture).length;
  return pictures === 0 ? chars : `${chars}, ${pictures} image${pictures === 1 ? '' : 's'}`;
}
