import type { ChatFailure } from './chat-model-error.ts';
import { findRequestParts } from './request-parts.ts';
import type { SaidError } from './said-error.ts';
import { findStatedTokens, type StatedTokens } from './stated-tokens.ts';

/** What an error is, and the sizes that it states. */
export interface ErrorVerdict extends StatedTokens {
  readonly failure: ChatFailure;
}

/** One error, prepared. */
interface HeardError {
  readonly status: number;
  readonly codes: ReadonlySet<string>;
  /** The message in lower case, with single spaces. */
  readonly words: string;
}

/** Only here a text may be about length: that of a 429 is about tokens a minute. */
const isAboutRequest = (status: number): boolean => status === 400 || status === 413 || status === 422 || status >= 500;

// Codes and words as providers spell them, read 2026-11 in documentation and issue trackers.
const QUOTA_CODES = [
  'insufficient_quota',
  'billing_hard_limit_reached',
  'billing_not_active',
  'billing_error',
  'insufficient_credits',
];
const QUOTA_WORDS =
  /insufficient (?:quota|credits?|balance|funds)|exceeded your current quota|billing|payment required|credit balance is too low|more credits/;
const PARAMETER_CODES = ['unknown_parameter', 'unsupported_parameter', 'extra_forbidden'];
const PARAMETER_WORDS =
  /(?:unknown|unrecogni[sz]ed|unsupported|unexpected) (?:request )?(?:parameter|argument|field|keyword|name|key|property)|extra (?:inputs|fields) (?:are )?not permitted|additional properties|property .{0,60} is unsupported|unknown name/;
const CONTEXT_CODES = [
  'context_length_exceeded',
  'exceed_context_size_error',
  'model_max_prompt_tokens_exceeded',
  'string_above_max_length',
  'tokens_limit_reached',
];
const CONTEXT_WORDS: readonly RegExp[] = [
  /maximum (?:context|prompt|input|model) length/,
  /(?:exceed\w*|overflow\w*|longer than|larger than|greater than|reached)\b.{0,60}\bcontext[ _-]?(?:length|window|size|limit)/,
  /context[ _-]?(?:length|window|size|limit)s?\b.{0,60}\b(?:exceed\w*|overflow\w*|of only|is only|not enough|too small)/,
  /context (?:the )?overflow/,
  /(?:prompt|input|conversation|messages) (?:is |are )?too (?:long|large)/,
  /too many (?:input |prompt )?tokens/,
  /reduce the length/,
  /token count\b.{0,40}\bexceed/,
  /prompt exceeds max/,
  /exceeded model token limit/,
  /\binputs?\W? (?:tokens )?must have less than \d+ tokens/,
  /tokens in the prompt cannot exceed/,
  /\binputs\W? tokens \+ \W?max_new_tokens/,
];
const OUTPUT_NAME = `max_?(?:completion_?|output_?|new_?)?tokens(?:_to_sample)?`;
const OUTPUT_CAP_WORDS: readonly RegExp[] = [
  new RegExp(String.raw`${OUTPUT_NAME}\W{0,4}(?:or \W?${OUTPUT_NAME}\W{0,4})?(?:is |are )?too (?:large|high|big)`),
  new RegExp(
    String.raw`${OUTPUT_NAME}\W{0,4}(?:must|should|has to) be (?:less|lower|smaller|at most|no more|<|\[|in |within|between)`,
  ),
  new RegExp(String.raw`${OUTPUT_NAME}\b.{0,30}\b(?:cannot|can't|may not|must not|exceeds?|greater than|larger than)`),
  new RegExp(String.raw`${OUTPUT_NAME}: [\d,_]+ >`),
  new RegExp(String.raw`(?:invalid|range of|value of) \W?${OUTPUT_NAME}`),
  new RegExp(`${OUTPUT_NAME} value`),
  /at most [\d,_]+ (?:output|completion) tokens/,
  /maximum (?:allowed )?(?:number of )?(?:output|completion) tokens/,
];
const FILTER_CODES = ['content_filter', 'content_policy_violation', 'data_inspection_failed'];
const FILTER_WORDS =
  /content (?:filter|management policy|policy)|safety system|(?:was|been) flagged|requires moderation/;
const AUTH_CODES = ['invalid_api_key', 'authentication_error', 'permission_error', 'account_deactivated'];
const RATE_CODES = ['rate_limit_exceeded', 'rate_limit_error', 'resource_exhausted'];
const LARGE_CODES = ['request_too_large', 'payload_too_large'];

/** The checks in the order that decides: codes and words before the status, since many servers answer 400 or 500 to all. */
const CHECKS: readonly ((error: HeardError) => ChatFailure | undefined)[] = [
  quota,
  unknownParameter,
  outputCap,
  contextLength,
  contentFilter,
  tooLarge,
];

/** The status of an error inside a successful response: the one that it states, or what its type would have come with. */
export function statusInStream(said: SaidError): number {
  return said.status ?? (said.codes.includes('invalid_request_error') ? 400 : 500);
}

/** What an error means. */
export function classifyError(said: SaidError, status: number): ErrorVerdict {
  const words = (said.message ?? '').replaceAll(/\s+/g, ' ').toLowerCase();
  const error: HeardError = { status, codes: new Set(said.codes.map((code) => code.toLowerCase())), words };
  for (const check of CHECKS) {
    const failure = check(error);
    if (failure === 'context-length') return { failure, ...findStatedTokens(said, words) };
    if (failure !== undefined) return { failure };
  }
  return { failure: byStatus(error) };
}

function quota({ status, codes, words }: HeardError): ChatFailure | undefined {
  if (status === 402 || hasAny(codes, QUOTA_CODES)) return 'quota';
  return status < 500 && QUOTA_WORDS.test(words) ? 'quota' : undefined;
}

function unknownParameter({ status, codes, words }: HeardError): ChatFailure | undefined {
  if (hasAny(codes, CONTEXT_CODES) || !isAboutRequest(status)) return undefined;
  return hasAny(codes, PARAMETER_CODES) || PARAMETER_WORDS.test(words) ? 'bad-request' : undefined;
}

function outputCap({ status, words }: HeardError): ChatFailure | undefined {
  if (!isAboutRequest(status)) return undefined;
  const parts = findRequestParts(words);
  // Both count against one window: the answer is in the way where it takes more of it than the conversation does.
  if (parts !== undefined) return parts.outputTokens > parts.inputTokens ? 'output-cap' : undefined;
  return OUTPUT_CAP_WORDS.some((pattern) => pattern.test(words)) ? 'output-cap' : undefined;
}

function contextLength({ status, codes, words }: HeardError): ChatFailure | undefined {
  if (hasAny(codes, CONTEXT_CODES)) return 'context-length';
  // Anthropic asks for more money above 200,000 tokens, with a 429: a shorter request is served.
  if (status === 429) return /long context (?:requests?|beta|tier)/.test(words) ? 'context-length' : undefined;
  return isAboutRequest(status) && CONTEXT_WORDS.some((pattern) => pattern.test(words)) ? 'context-length' : undefined;
}

function contentFilter({ status, codes, words }: HeardError): ChatFailure | undefined {
  if (hasAny(codes, FILTER_CODES)) return 'content-filter';
  return status !== 401 && status !== 429 && status < 500 && FILTER_WORDS.test(words) ? 'content-filter' : undefined;
}

/** One request that is larger than what a minute allows never passes, however long one waits. */
function tooLarge({ status, codes, words }: HeardError): ChatFailure | undefined {
  if (status === 413 || hasAny(codes, LARGE_CODES)) return 'request-too-large';
  return status === 429 && words.includes('request too large') ? 'request-too-large' : undefined;
}

function byStatus({ status, codes }: HeardError): ChatFailure {
  if (hasAny(codes, AUTH_CODES)) return 'auth';
  if (hasAny(codes, RATE_CODES)) return 'rate-limit';
  if (status >= 500) return 'overload';
  return STATUS_FAILURES.get(status) ?? (status >= 400 ? 'bad-request' : 'other');
}

const STATUS_FAILURES: ReadonlyMap<number, ChatFailure> = new Map([
  [401, 'auth'],
  [403, 'auth'],
  [408, 'timeout'],
  [429, 'rate-limit'],
]);

function hasAny(codes: ReadonlySet<string>, known: readonly string[]): boolean {
  return known.some((code) => codes.has(code));
}
