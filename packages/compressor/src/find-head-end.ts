import type { Messages } from '@hermes-context/contract';
import { isSummary } from '@hermes-context/messages';

/** What limits the head from behind. */
export interface HeadPolicy {
  readonly protectFirst: number;
  /** The head ends before this index at the latest: what stands there must come behind the summary. */
  readonly mustEndBefore: number;
}

/**
 * Where the head ends if tool groups could be split: after the protected messages, but before the
 * first summary (which is to be brought up to date, not kept), and never before the system prompt ends.
 */
export function findHeadEnd(messages: Messages, { protectFirst, mustEndBefore }: HeadPolicy): number {
  const end = Math.min(protectFirst, mustEndBefore, messages.length);
  const summary = messages.findIndex((message, index) => index >= end || isSummary(message));
  const wanted = summary === -1 ? end : Math.min(end, summary);
  const systemEnd = messages.findIndex((message) => message.role !== 'system');
  return Math.max(wanted, systemEnd === -1 ? messages.length : systemEnd);
}
