import type { Content } from '@hermes-context/contract';
import { contentText, redactSecrets, truncateText } from '@hermes-context/messages';

/** Where an exit code or an error stands, if at all: at either end of the output. */
const SEARCHED_CHARS = 1_000;
const MAX_ERROR_CHARS = 60;

const EXIT_CODE = /exit[_ ]?(?:code|status)"?[:= ]{1,3}(-?\d{1,6})/i;
const ERROR_LINE = /^.{0,80}?\b(?:error|exception|traceback|fatal|failed|denied|not found|no such file)\b.{0,80}/im;

/** How a call ended, as far as its output says so: an exit code, an error line, or nothing. */
export function describeOutcome(content: Content): string {
  const text = contentText(content);
  const ends =
    text.length <= SEARCHED_CHARS * 2 ? text : `${text.slice(0, SEARCHED_CHARS)}\n${text.slice(-SEARCHED_CHARS)}`;
  const exitCode = EXIT_CODE.exec(ends)?.[1];
  if (exitCode === '0') return 'exit 0';
  const error = ERROR_LINE.exec(ends)?.[0];
  const errorText = error === undefined ? '' : truncateText(redactSecrets(error.trim()), MAX_ERROR_CHARS);
  return [exitCode === undefined ? '' : `exit ${exitCode}`, errorText].filter((each) => each !== '').join(', ');
}
