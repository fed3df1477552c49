import { isDeepStrictEqual } from 'node:util';
import type { Session } from '@hermes-context/sessions';
import { isTellingRatio, NOTHING_COUNTED, type SizeAccount, type SizeAnchor } from './accounting/size-account.ts';
import type { FailureRecord } from './compaction/failure-record.ts';
import { HELPFUL, type ThrashRecord } from './compaction/thrash-record.ts';
import type { ServerBoundary, ServerRecord } from './server-compaction/server-record.ts';

/** What a host keeps with a session, so that a restart forgets neither sizes nor cooldowns. */
export interface KeptState {
  readonly size: SizeAccount;
  readonly failure?: FailureRecord;
  readonly thrash: ThrashRecord;
  /** The id that providers know the conversation by, where a rotation has given it another one here. */
  readonly cacheKey?: string;
  /** Compactions that providers made of what they hold. */
  readonly server?: ServerRecord;
  /** Where the server of a model holds the conversation. */
  readonly thread?: KeptThread;
}

/** A conversation that the server of one model holds. */
export interface KeptThread {
  /** Model and route. */
  readonly issuer: string;
  readonly id: string;
  /** Messages of the list that it has seen. */
  readonly seen: number;
}

/** The key among a session's metadata that is the host's own. */
export const KEPT_KEY = '_host';

/** A session that no host has worked on. */
export const NOTHING_KEPT: KeptState = { size: NOTHING_COUNTED, thrash: HELPFUL };

/** What an earlier host kept. Whatever is not as a host writes it counts as not kept: a wrong figure is worse than none. */
export function readKept({ metadata }: Pick<Session, 'metadata'>): KeptState {
  const kept = metadata[KEPT_KEY];
  if (!isRecord(kept)) return NOTHING_KEPT;
  const failure = readFailure(kept['failure']);
  const cacheKey = readCacheKey(kept['cacheKey']);
  const server = readServer(kept['server']);
  const thread = readThread(kept['thread']);
  return {
    size: readSize(kept['size']),
    thrash: readThrash(kept['thrash']),
    ...(failure === undefined ? {} : { failure }),
    ...(cacheKey === undefined ? {} : { cacheKey }),
    ...(server === undefined ? {} : { server }),
    ...(thread === undefined ? {} : { thread }),
  };
}

/** The metadata with the host's part in it, everything else as it is. */
export function withKept({ metadata }: Pick<Session, 'metadata'>, kept: KeptState): Readonly<Record<string, unknown>> {
  return { ...metadata, [KEPT_KEY]: kept };
}

/** Messages by which a kept size may be behind: it holds as long as the list only grows, and a write a turn costs more. */
const MAX_BEHIND = 20;

/** Whether what is kept with a session is too old, now that more is known. */
export function isStale(written: KeptState, now: KeptState): boolean {
  if (written === now) return false;
  const isOther =
    written.size.isAwaiting !== now.size.isAwaiting || !isDeepStrictEqual(rareParts(written), rareParts(now));
  return isOther || isBehind(written.size.anchor, now.size.anchor);
}

/** What changes seldom, and must not get lost. */
function rareParts({ failure, thrash, server, thread }: KeptState): readonly unknown[] {
  return [failure, thrash, server, thread];
}

function isBehind(written: SizeAnchor | undefined, now: SizeAnchor | undefined): boolean {
  if (written === undefined || now === undefined) return written !== now;
  const isSameList =
    written.sessionId === now.sessionId && written.revision === now.revision && written.counter === now.counter;
  return !isSameList || now.count - written.count >= MAX_BEHIND;
}

/** Longest id that OpenRouter takes for a session, in characters. Source: its documentation, read 2026-12-02. */
const MAX_CACHE_KEY_CHARS = 256;

function readCacheKey(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' && value.length <= MAX_CACHE_KEY_CHARS ? value : undefined;
}

function readSize(value: unknown): SizeAccount {
  if (!isRecord(value)) return NOTHING_COUNTED;
  const anchor = readAnchor(value['anchor']);
  const ratios = isRecord(value['ratios'])
    ? Object.fromEntries(
        Object.entries(value['ratios']).filter((entry): entry is [string, number] => isTellingRatio(entry[1])),
      )
    : {};
  return { isAwaiting: value['isAwaiting'] === true, ratios, ...(anchor === undefined ? {} : { anchor }) };
}

function readAnchor(value: unknown): SizeAnchor | undefined {
  if (!isRecord(value)) return undefined;
  const { sessionId, revision, count, counter, promptTokens, estimatedTokens } = value;
  if (typeof sessionId !== 'string' || typeof counter !== 'string') return undefined;
  if (!isSize(revision) || !isSize(count) || !isSize(promptTokens) || !isSize(estimatedTokens) || promptTokens === 0)
    return undefined;
  return { sessionId, revision, count, counter, promptTokens, estimatedTokens };
}

function readServer(value: unknown): ServerRecord | undefined {
  if (!isRecord(value) || !isSize(value['count']) || !Array.isArray(value['newest'])) return undefined;
  return { count: value['count'], newest: value['newest'].flatMap(readBoundary) };
}

function readBoundary(value: unknown): readonly ServerBoundary[] {
  if (!isRecord(value)) return [];
  const { at, messages, runtime, threadId, turnId } = value;
  if (!isSize(at) || !isSize(messages) || typeof runtime !== 'string') return [];
  const place = { ...(typeof threadId === 'string' && { threadId }), ...(typeof turnId === 'string' && { turnId }) };
  return [{ at, messages, runtime, ...place }];
}

function readThread(value: unknown): KeptThread | undefined {
  if (!isRecord(value)) return undefined;
  const { issuer, id, seen } = value;
  return typeof issuer === 'string' && typeof id === 'string' && isSize(seen) ? { issuer, id, seen } : undefined;
}

function readFailure(value: unknown): FailureRecord | undefined {
  if (!isRecord(value)) return undefined;
  const { failures, at, detail } = value;
  if (!isSize(failures) || !isSize(at) || typeof detail !== 'string') return undefined;
  return Number.isInteger(failures) && failures > 0 ? { failures, at, detail } : undefined;
}

function readThrash(value: unknown): ThrashRecord {
  if (!isRecord(value)) return HELPFUL;
  const { isUnjudged, strikes, struckAtTokens, struckAt } = value;
  if (!isSize(strikes) || !isSize(struckAtTokens) || !isSize(struckAt)) return HELPFUL;
  return { isUnjudged: isUnjudged === true, strikes, struckAtTokens, struckAt };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isSize(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}
