import type { ErrorResponse } from '../chat/post-watched.ts';
import { parseJson, readField, readText } from '../chat/read-field.ts';

const BAD_REQUEST = 400;
const NAMES = /\bcontext_management\b|\bcompact_threshold\b/;
/** Words and codes by which servers turn down what they do not know. */
const REJECTION =
  /unknown|unsupported|unrecogni[sz]ed|not (?:supported|allowed|permitted|available|enabled|recogni[sz]ed)|unexpected|invalid (?:parameter|field|value|type)|extra (?:inputs|fields)|additional properties|invalid_request_error/;

/**
 * Whether a server says that it does not take the field (S-090): a 400 whose error names the field and turns it down. Any
 * other failure is none.
 */
export function refusesNative({ status, body }: Pick<ErrorResponse, 'status' | 'body'>): boolean {
  if (status !== BAD_REQUEST) return false;
  const error = readField(parseJson(body), 'error');
  const said = ['message', 'param', 'code', 'type']
    .map((name) => readText(error, name) ?? '')
    .join(' ')
    .toLowerCase();
  return NAMES.test(said) && REJECTION.test(said);
}
