import type { LcmStore, StoredEntry, SummaryDetail } from '../store/lcm-store.ts';
import { untilAborted } from '../until-aborted.ts';
import { wrongArgument } from './read-arguments.ts';
import type { ToolContext } from './tool-context.ts';

/** What an id names. */
export type RecallId =
  | { readonly kind: 'summary'; readonly id: string }
  | { readonly kind: 'message'; readonly entry: number }
  | { readonly kind: 'file'; readonly hash: string };

/** What an id names, as the store has it. */
export type Recalled =
  | { readonly kind: 'summary'; readonly summary: SummaryDetail }
  | { readonly kind: 'message'; readonly entry: StoredEntry };

/** What ids look like, for errors and descriptions. */
export const ID_FORMS =
  'one id: "sum_" and 12 hex digits for a summary, "msg_" and a number for a message, "file_" and 12 hex digits for a result shown by its outline';

/** The id of a stored message as models see it. */
export function messageId(entry: number): string {
  return `msg_${entry}`;
}

/**
 * The id in what a model sent: itself, the bare number of a message, or a line that holds one id.
 *
 * @throws Error for no id, and for more than one.
 */
export function parseRecallId(value: unknown): RecallId {
  const text = typeof value === 'number' ? `${value}` : value;
  if (typeof text !== 'string') throw wrongArgument('id', value, ID_FORMS);
  if (/^\s*\d+\s*$/.test(text)) return messageOf(value, text);
  const ids = new Set(
    Array.from(text.matchAll(/\b(?:(?:sum|file)_[0-9a-f]{12}|msg_\d+)\b/gi), ([id]) => id.toLowerCase()),
  );
  const [id] = ids;
  if (id === undefined || ids.size > 1) throw wrongArgument('id', value, ID_FORMS);
  if (id.startsWith('sum_')) return { kind: 'summary', id };
  if (id.startsWith('file_')) return { kind: 'file', hash: id.slice('file_'.length) };
  return messageOf(value, id.slice('msg_'.length));
}

/** Where to look an id up. */
export interface RecallPlace {
  readonly context: ToolContext;
  readonly store: LcmStore;
  readonly signal: AbortSignal;
}

/**
 * What an id stands for in the caller's conversation and those that it goes on from.
 *
 * @throws Error for what is not there. What only another one has is not there.
 */
export async function findRecalled(id: RecallId, place: RecallPlace): Promise<Recalled> {
  if (id.kind === 'summary') {
    const summary = await untilAborted(place.signal, place.store.summary(id.id));
    if (summary === undefined || !isOurs(summary, place.context)) throw notHere(id.id);
    return { kind: 'summary', summary };
  }
  const entry = await (id.kind === 'message' ? findMessage(id.entry, place) : findResult(id.hash, place));
  return { kind: 'message', entry };
}

async function findMessage(id: number, { context, store, signal }: RecallPlace): Promise<StoredEntry> {
  const entry = await untilAborted(signal, store.entry(id));
  if (entry === undefined || !isOurs(entry, context)) throw notHere(messageId(id));
  return entry;
}

async function findResult(hash: string, { context, store, signal }: RecallPlace): Promise<StoredEntry> {
  for (const sessionId of [context.sessionId, ...context.family()]) {
    const entry = await untilAborted(signal, store.result({ sessionId, hash }));
    if (entry !== undefined) return entry;
  }
  throw notHere(`file_${hash}`);
}

function isOurs({ sessionId }: { readonly sessionId: string }, context: ToolContext): boolean {
  return sessionId === context.sessionId || context.family().includes(sessionId);
}

function messageOf(value: unknown, digits: string): RecallId {
  const entry = Number(digits);
  if (!Number.isSafeInteger(entry)) throw wrongArgument('id', value, ID_FORMS);
  return { kind: 'message', entry };
}

function notHere(id: string): Error {
  const fix = 'lcm_describe without an id lists the summaries; lcm_grep finds messages.';
  return new Error(`This conversation has no ${id}, and others may not be read. Expected: ${ID_FORMS}. ${fix}`);
}
