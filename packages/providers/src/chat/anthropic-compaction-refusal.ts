import type { ErrorResponse } from './post-watched.ts';
import { parseJson, readField, readText } from './read-field.ts';

const BAD_REQUEST = 400;

/** The field, the edit and the beta, as a request spells them. */
const NAMES = /\bcontext_management\b|\bcompact_20260112\b|\bcompact-2026-01-12\b/;

/**
 * Words with which servers turn down what they do not know, as opposed to a value that is wrong. In the order of their
 * origin: checks of a body's fields, tagged unions, checks of the beta header, and words of people.
 */
const REJECTION =
  /not permitted|does not match any|unexpected value|unexpected (?:field|key|parameter|property)|unsupported|unknown|unrecogni[sz]ed|(?:not|n't) (?:\w+ )?(?:support|allow|available|enabled|recogni[sz]ed|a valid)|invalid (?:beta|field|parameter|header)/;

/**
 * Whether a server says that it does not take a threshold compaction at all: a 400 with an error in it, which names the
 * field, the edit or the beta and turns it down. Any other failure is none, a trigger that is out of bounds included.
 */
export function refusesCompaction({ status, body }: Pick<ErrorResponse, 'status' | 'body'>): boolean {
  if (status !== BAD_REQUEST) return false;
  const said = readText(readField(parseJson(body), 'error'), 'message')?.toLowerCase() ?? '';
  return NAMES.test(said) && REJECTION.test(said);
}
