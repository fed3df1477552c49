import type { SummaryFailureKind } from '@hermes-context/contract';
import { type DetailGuard, failureDetail } from './failure-detail.ts';
import type { CallFailure } from './model-reply.ts';
import type { ErrorResponse } from './open-completion.ts';
import { parseJson, readField, readText } from './read-field.ts';

const MAX_CAUSES = 5;
const MAX_WORDS_CHARS = 1_000;
const MS_PER_SECOND = 1000;

// Codes and words of OpenAI, OpenRouter, Anthropic's and other compatible endpoints, read 2026-11 from their documentation.
const CONTEXT_CODES = new Set([
  'context_length_exceeded',
  'string_above_max_length',
  'request_too_large',
  'tokens_limit_reached',
]);
const QUOTA_CODES = new Set([
  'insufficient_quota',
  'billing_hard_limit_reached',
  'billing_not_active',
  'insufficient_credits',
]);
const AUTH_CODES = new Set(['invalid_api_key', 'authentication_error', 'permission_error', 'account_deactivated']);
const CONTEXT_WORDS =
  /context[ _-]?(?:length|window|size)|maximum context|prompt is too long|input is too long|too many (?:input )?tokens|reduce the length/i;
const QUOTA_WORDS =
  /insufficient (?:quota|credits?|balance|funds)|exceeded your current quota|billing|payment required/i;

/** What an error response means. Codes decide before words: words change. */
export function classifyResponse(error: ErrorResponse, guard: DetailGuard): CallFailure {
  const body = parseJson(error.body);
  const said = describeError(readField(body, 'error') ?? body);
  const failure = kindOfError(error.status, said);
  const detail = failureDetail(
    `${guard.route.model} answered HTTP ${error.status}${said.code === undefined ? '' : ` ${said.code}`}`,
    said.message,
    guard,
  );
  const retryAfterMs = retryAfter(error.retryAfter);
  return {
    failure,
    detail,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(isFinalStatus(error.status) ? { isFinal: true } : {}),
  };
}

/** Whether the provider refuses the request itself, rather than to answer it just now. */
function isFinalStatus(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}

/** What an error inside a successful response means. Its code may be an HTTP status. */
export function classifyStreamError(error: unknown, guard: DetailGuard): CallFailure {
  const said = describeError(error);
  const failure = kindOfError(said.status ?? 500, said);
  return {
    failure,
    detail: failureDetail(`${guard.route.model} broke off with an error`, said.message ?? said.code, guard),
    ...(isFinalStatus(said.status ?? 500) ? { isFinal: true } : {}),
  };
}

/**
 * What a thrown error means: one of the connection, or of the parser.
 *
 * @param hasBegun - Whether the answer had begun: the connection was there then, and broke off.
 */
export function classifyThrown(cause: unknown, guard: DetailGuard, hasBegun = false): CallFailure {
  const { route } = guard;
  const said = cause instanceof Error ? readField(cause, 'error') : undefined;
  if (said !== undefined) return classifyStreamError(said, guard); // the client throws an error event
  const codes = codesOf(cause);
  const code = codes[0] === undefined ? '' : ` (${codes[0]})`;
  if (cause instanceof SyntaxError) {
    return {
      failure: 'bad-response',
      detail: failureDetail(`${route.model} sent events that are not JSON`, undefined, guard),
    };
  }
  if (codes.some((each) => TIMEOUT_CODES.has(each))) {
    return {
      failure: 'timeout',
      detail: failureDetail(`${hostOf(route.baseUrl)} did not answer in time${code}`, undefined, guard),
    };
  }
  if (codes.length > 0 || isConnectionError(cause)) return connectionFailure(guard, code, hasBegun);
  return { failure: 'other', detail: failureDetail(`The call of ${route.model} failed`, undefined, guard) };
}

function connectionFailure(guard: DetailGuard, code: string, hasBegun: boolean): CallFailure {
  return {
    failure: 'network',
    detail: failureDetail(
      `The connection to ${hostOf(guard.route.baseUrl)} ${hasBegun ? 'broke off' : 'failed'}${code}`,
      undefined,
      guard,
    ),
    ...(hasBegun ? { name: 'the connection broke off' } : {}),
  };
}

/** The host of an address, without user, password and query. */
export function hostOf(baseUrl: string | undefined): string {
  return baseUrl === undefined ? 'api.openai.com' : (URL.parse(baseUrl)?.host ?? 'the base URL');
}

interface SaidError {
  readonly code: string | undefined;
  readonly status: number | undefined;
  readonly message: string | undefined;
}

function describeError(error: unknown): SaidError {
  if (typeof error === 'string') return { code: undefined, status: undefined, message: error };
  const code = readField(error, 'code') ?? readField(error, 'type');
  return {
    code: typeof code === 'string' ? code : undefined,
    status: typeof code === 'number' ? code : undefined,
    message: readText(error, 'message') ?? readText(error, 'detail'),
  };
}

function kindOfError(status: number, said: SaidError): SummaryFailureKind {
  return kindOfCode(said.code ?? '') ?? kindOfStatus(status, (said.message ?? '').slice(0, MAX_WORDS_CHARS));
}

function kindOfCode(code: string): SummaryFailureKind | undefined {
  if (CONTEXT_CODES.has(code)) return 'context-length';
  if (QUOTA_CODES.has(code)) return 'quota';
  return AUTH_CODES.has(code) ? 'auth' : undefined;
}

function kindOfStatus(status: number, words: string): SummaryFailureKind {
  switch (status) {
    case 401:
    case 403:
      return QUOTA_WORDS.test(words) ? 'quota' : 'auth';
    case 402:
      return 'quota';
    case 408:
      return 'timeout';
    case 413:
      return 'context-length';
    case 429:
      return QUOTA_WORDS.test(words) ? 'quota' : 'overload';
    default:
      if (CONTEXT_WORDS.test(words)) return 'context-length';
      return status >= 500 ? 'overload' : 'other';
  }
}

function retryAfter(header: string | undefined): number | undefined {
  const seconds = Number(header ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? Math.round(seconds * MS_PER_SECOND) : undefined;
}

const TIMEOUT_CODES = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);

function codesOf(thrown: unknown): readonly string[] {
  const codes: string[] = [];
  let error = thrown;
  for (let depth = 0; depth < MAX_CAUSES && error !== undefined; depth += 1) {
    const code = error instanceof Error ? readText(error, 'code') : undefined;
    if (code !== undefined) codes.push(code);
    error = error instanceof Error ? error.cause : undefined;
  }
  return codes;
}

/** By name: the classes of the client are loaded only with the client. */
function isConnectionError(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  return (
    cause.constructor.name.startsWith('APIConnection') ||
    cause.message === 'terminated' ||
    cause.message === 'fetch failed'
  );
}
