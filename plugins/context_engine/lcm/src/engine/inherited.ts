import type { Message, Messages } from '@hermes-context/contract';
import { redactSecrets, summaryBody, truncateMiddle } from '@hermes-context/messages';
import type { LcmStore } from '../store/lcm-store.ts';
import { headingsIn, withoutFrame } from './render-summaries.ts';

/** What summaries of a list say that this session's log does not hold. */
export interface Inherited {
  readonly text: string;
  /** Messages that they stand for. */
  readonly coveredCount: number;
}

/** Where it is looked up, and how much of it is kept. */
export interface InheritedScope {
  readonly store: LcmStore;
  readonly sessionId: string;
  /** Room for all summaries, in tokens; what is inherited takes at most half. */
  readonly maxTokens: number;
}

const CHARS_PER_TOKEN = 3;
const LEAST_CHARS = 400;

/**
 * What of the summaries in a list was written by another engine, or of another session: the text is all there is of
 * it, so it stays. What this engine wrote of this session is made anew from the store.
 */
export async function inheritedFrom(ours: Messages, scope: InheritedScope): Promise<Inherited | undefined> {
  const each = await Promise.all(ours.map((message) => inheritedOf(message, scope)));
  const found = each.filter((one) => one !== undefined);
  if (found.length === 0) return undefined;
  const text = redactSecrets(found.map((one) => one.text).join('\n\n'));
  const maxChars = Math.max(LEAST_CHARS, Math.floor((scope.maxTokens / 2) * CHARS_PER_TOKEN));
  const coveredCount = found.reduce((sum, one) => sum + one.coveredCount, 0);
  return { text: truncateMiddle(text, { maxChars }), coveredCount };
}

async function inheritedOf(message: Message, scope: InheritedScope): Promise<Inherited | undefined> {
  const body = summaryBody(message)?.trim() ?? '';
  const ownStart = await startOfOwn(body, scope);
  const text = withoutFrame(body.slice(0, ownStart));
  if (text === '') return undefined;
  return { text, coveredCount: ownStart === undefined ? coveredBy(message) : 0 };
}

/** Where the summaries of this session begin; nothing where there is none. */
async function startOfOwn(body: string, { store, sessionId }: InheritedScope): Promise<number | undefined> {
  for (const { id, at } of headingsIn(body)) {
    const summary = await store.summary(id);
    // One of a branch that was left is no longer shown from the store: its text is all that the list has.
    if (summary?.sessionId === sessionId && summary.isLive) return at;
  }
  return undefined;
}

function coveredBy({ _context }: Message): number {
  const mark = _context?.mark;
  return mark?.kind === 'summary' ? mark.summary.coveredCount : 0;
}
