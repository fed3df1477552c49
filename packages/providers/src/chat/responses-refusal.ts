import type { ErrorResponse } from './post-watched.ts';
import { parseJson, readField, readText } from './read-field.ts';
import { readSaidError } from './said-error.ts';

/** An error as a server of OpenAI Responses said it. */
export interface ResponsesError {
  /** Of the response; `undefined` for an error inside a successful one. */
  readonly status: number | undefined;
  /** As parsed; `undefined` for what is not JSON. */
  readonly said: unknown;
}

const BAD_REQUEST = 400;
/** Words and codes by which servers turn down what they do not know. */
const REJECTION =
  /unknown|unsupported|unrecogni[sz]ed|not (?:supported|allowed|permitted|available|enabled|recogni[sz]ed)|unexpected|invalid[ _](?:parameter|field|value|type)|extra (?:inputs|fields)|additional properties/;
/** Stands with every bad request, so that it tells something only where the field is named as the one at fault. */
const BARE_REJECTION = 'invalid_request_error';

/** The error of a response, as received. */
export function readResponsesError({ status, body }: Pick<ErrorResponse, 'status' | 'body'>): ResponsesError {
  return { status, said: parseJson(body) };
}

/**
 * Whether a server says that it does not take a field: a structured error, with HTTP 400 or no status, that names the field
 * and turns it down. A request that is too long, or a server that is broken, says something else.
 *
 * @param names - Names of the field and of what is in it.
 */
export function refusesField({ status, said }: ResponsesError, names: RegExp): boolean {
  const error = readField(said, 'error') ?? said;
  const { message = '', codes, status: stated } = readSaidError(said);
  if (typeof said !== 'object' || ![BAD_REQUEST, undefined].includes(status ?? stated)) return false;
  const words = [message, ...codes].join(' ').toLowerCase();
  const isAtFault = names.test(readText(error, 'param') ?? '');
  if (isAtFault && codes.some((code) => code.toLowerCase() === BARE_REJECTION)) return true;
  return (isAtFault || names.test(message)) && REJECTION.test(words);
}
