import type { CallWatch } from './call-watch.ts';
import type { ChatFailure, ChatFailureFacts } from './chat-model-error.ts';
import { classifyError, statusInStream } from './classify-error.ts';
import type { Endpoint } from './endpoint.ts';
import { failureDetail } from './failure-detail.ts';
import type { ErrorResponse } from './post-watched.ts';
import { readText } from './read-field.ts';
import { readErrorBody, readSaidError } from './said-error.ts';

/** A request that brought no reply. */
export interface AskFailure {
  readonly kind: 'failed';
  readonly facts: ChatFailureFacts;
  /** Wait that the server asks for, in milliseconds. */
  readonly retryAfterMs?: number;
  /** Whether the server refuses to be asked for a report of usage. */
  readonly refusesUsageReport?: boolean;
}

/** How deep causes are looked into. */
const MAX_CAUSES = 5;

const MS_PER_SECOND = 1000;
const TIMEOUT_CODES: ReadonlySet<string> = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);

/** What went wrong with one request, in the words of a person. */
export class FailureReporter {
  readonly #endpoint: Endpoint;
  readonly #idleTimeoutMs: number;

  constructor(endpoint: Endpoint, idleTimeoutMs: number) {
    this.#endpoint = endpoint;
    this.#idleTimeoutMs = idleTimeoutMs;
  }

  /** An error response. */
  response({ status, body, retryAfterMs }: ErrorResponse): AskFailure {
    const said = readErrorBody(body);
    const { failure, ...stated } = classifyError(said, status);
    const what = `${this.#endpoint.model} answered HTTP ${[status, ...said.codes.slice(0, 1)].join(' ')}`;
    return {
      ...this.#failed(failure, what, said.message),
      facts: { ...this.#facts(failure, what, said.message), status, ...stated },
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
      refusesUsageReport: failure === 'bad-request' && said.message?.includes('stream_options') === true,
    };
  }

  /** An error inside a successful response. */
  inStream(error: unknown): AskFailure {
    const said = readSaidError(error);
    const { failure, ...stated } = classifyError(said, statusInStream(said));
    const facts = this.#facts(
      failure,
      `${this.#endpoint.model} broke off with an error`,
      said.message ?? said.codes[0],
    );
    const status = said.status === undefined ? {} : { status: said.status };
    return { kind: 'failed', facts: { ...facts, ...status, ...stated } };
  }

  /** An answer that is none. `what` follows the name of the model. */
  unusable(failure: ChatFailure, what: string): AskFailure {
    return this.#failed(failure, `${this.#endpoint.model} ${what}`);
  }

  /** A stream that ended before the answer did. */
  brokenOff({ verdict }: CallWatch, cause?: unknown): AskFailure {
    switch (verdict) {
      case 'idle':
        return this.#failed(
          'timeout',
          `${this.#endpoint.host} sent nothing for ${this.#idleTimeoutMs / MS_PER_SECOND} s`,
        );
      case 'ceiling':
        return this.#failed('timeout', `${this.#endpoint.host} did not come to an end`);
      case 'too-large':
        return this.#failed('bad-response', `${this.#endpoint.host} sent more than an answer can be`);
      case undefined:
        return this.#thrown(cause);
    }
  }

  #thrown(cause: unknown): AskFailure {
    if (cause instanceof SyntaxError) return this.unusable('bad-response', 'sent events that are not JSON');
    const codes = codesOf(cause);
    const code = codes[0] === undefined ? '' : ` (${codes[0]})`;
    const { host, model } = this.#endpoint;
    if (codes.some((each) => TIMEOUT_CODES.has(each)))
      return this.#failed('timeout', `${host} did not answer in time${code}`);
    if (cause === undefined)
      return this.#failed('network', `The connection to ${host} broke off in the middle of the answer`);
    if (codes.length === 0 && !isConnectionError(cause))
      return withCause(this.#failed('other', `The request to ${model} failed`), cause);
    return withCause(this.#failed('network', `The connection to ${host} failed${code}`), cause);
  }

  #failed(failure: ChatFailure, what: string, said?: string): AskFailure {
    return { kind: 'failed', facts: this.#facts(failure, what, said) };
  }

  #facts(failure: ChatFailure, what: string, said?: string): ChatFailureFacts {
    const { model, apiKey } = this.#endpoint;
    return { failure, model, detail: failureDetail(what, said, apiKey) };
  }
}

function withCause(failed: AskFailure, cause: unknown): AskFailure {
  return { ...failed, facts: { ...failed.facts, cause } };
}

/** Codes of an error and of what caused it, outermost first. */
function codesOf(thrown: unknown): readonly string[] {
  const codes: string[] = [];
  let error = thrown;
  for (let depth = 0; depth < MAX_CAUSES && error instanceof Error; depth += 1) {
    const code = readText(error, 'code');
    if (code !== undefined) codes.push(code);
    error = error.cause;
  }
  return codes;
}

/** By name: the classes of the client are loaded only with the client. */
function isConnectionError(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  return cause.constructor.name.startsWith('APIConnection') || /^(?:terminated|fetch failed)$/.test(cause.message);
}
