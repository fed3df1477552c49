import { readCount, readField, readText } from '../chat/read-field.ts';
import { isWireObject } from '../wire-value.ts';
import type {
  CodexErrorInfo,
  CodexItem,
  CodexNotification,
  CodexThreadStatus,
  CodexThreadUsage,
  CodexTokens,
  CodexTurnError,
  CodexTurnNotification,
  CodexTurnStatus,
} from './codex-protocol.ts';

/** What a notification says; `undefined` where it is about no thread, or about something that is not listened to. */
export function readNotification(method: string, params: unknown): CodexNotification | undefined {
  const threadId = readText(params, 'threadId');
  if (threadId === undefined) return undefined;
  if (method === 'thread/closed') return { threadId, kind: 'closed' };
  if (method === 'thread/status/changed') {
    const status = readThreadStatus(readField(params, 'status'));
    return status === undefined ? undefined : { threadId, kind: 'status', status };
  }
  const turnId = readText(params, 'turnId') ?? readText(readField(params, 'turn'), 'id');
  const said = READERS[method]?.(params);
  return turnId === undefined || said === undefined ? undefined : { threadId, turnId, ...said };
}

/** The status of a thread; `undefined` where it is none that is known. */
export function readThreadStatus(status: unknown): CodexThreadStatus | undefined {
  const type = readText(status, 'type');
  return THREAD_STATUSES.find((known) => known === type);
}

const THREAD_STATUSES: readonly CodexThreadStatus[] = ['notLoaded', 'idle', 'systemError', 'active'];

const TURN_ENDS: readonly CodexTurnStatus[] = ['completed', 'interrupted', 'failed'];

type ReadParams = (params: unknown) => CodexTurnNotification | undefined;

const READERS: Readonly<Record<string, ReadParams>> = {
  'turn/started': () => ({ kind: 'turn-started' }),
  'turn/completed': readTurnEnd,
  'item/started': (params) => readItem('item-started', params),
  'item/completed': (params) => readItem('item-completed', params),
  'item/agentMessage/delta': (params) => {
    const text = readText(params, 'delta');
    return text === undefined ? undefined : { kind: 'text', text, itemId: readText(params, 'itemId') ?? '' };
  },
  'item/reasoning/summaryTextDelta': readReasoning,
  'item/reasoning/textDelta': readReasoning,
  'thread/tokenUsage/updated': readUsage,
  'thread/compacted': () => ({ kind: 'thread-compacted' }),
  error: (params) => {
    const error = readTurnError(readField(params, 'error'));
    return error === undefined
      ? undefined
      : { kind: 'error', error, willRetry: readField(params, 'willRetry') === true };
  },
};

function readTurnEnd(params: unknown): CodexTurnNotification {
  const turn = readField(params, 'turn');
  const said = readText(turn, 'status');
  const error = readTurnError(readField(turn, 'error'));
  const status = TURN_ENDS.find((known) => known === said) ?? 'failed'; // whatever it is called, the turn is over
  return { kind: 'turn-completed', status, ...(error === undefined ? {} : { error }) };
}

function readItem(kind: 'item-started' | 'item-completed', params: unknown): CodexTurnNotification | undefined {
  const fields = readField(params, 'item');
  const id = readText(fields, 'id');
  const type = readText(fields, 'type');
  if (!isWireObject(fields) || id === undefined || type === undefined) return undefined;
  const item: CodexItem = { id, type, fields };
  return { kind, item };
}

function readReasoning(params: unknown): CodexTurnNotification | undefined {
  const text = readText(params, 'delta');
  return text === undefined ? undefined : { kind: 'reasoning', text };
}

function readTurnError(error: unknown): CodexTurnError | undefined {
  const message = readText(error, 'message');
  if (message === undefined) return undefined;
  const info = readErrorInfo(readField(error, 'codexErrorInfo'));
  return { message, ...(info === undefined ? {} : { codexErrorInfo: info }) };
}

function readErrorInfo(info: unknown): CodexErrorInfo | undefined {
  return typeof info === 'string' || isWireObject(info) ? info : undefined;
}

function readUsage(params: unknown): CodexTurnNotification | undefined {
  const said = readField(params, 'tokenUsage');
  const total = readTokens(readField(said, 'total'));
  const last = readTokens(readField(said, 'last'));
  if (total === undefined || last === undefined) return undefined;
  const window = readCount(said, 'modelContextWindow');
  const usage: CodexThreadUsage = { total, last, ...(window === undefined ? {} : { modelContextWindow: window }) };
  return { kind: 'usage', usage };
}

function readTokens(said: unknown): CodexTokens | undefined {
  const totalTokens = readCount(said, 'totalTokens');
  if (totalTokens === undefined) return undefined;
  return {
    totalTokens,
    inputTokens: readCount(said, 'inputTokens') ?? 0,
    cachedInputTokens: readCount(said, 'cachedInputTokens') ?? 0,
    cacheWriteInputTokens: readCount(said, 'cacheWriteInputTokens') ?? 0,
    outputTokens: readCount(said, 'outputTokens') ?? 0,
    reasoningOutputTokens: readCount(said, 'reasoningOutputTokens') ?? 0,
  };
}
