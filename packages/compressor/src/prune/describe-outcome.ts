import type { Content } from '@hermes-context/contract';
import { contentText, redactSecrets, truncateText } from '@hermes-context/messages';

/** Where an exit code or an error stands, if at all: at either end of the output. */
const SEARCHED_CHARS = 500;
const MAX_ERROR_CHARS = 60;

const EXIT_CODE = /exit[_ ]?(?:code|status)"?[:= ]{1,3}(-?\d{1,6})/i;
const ERROR_WORD = /\b(?:error|exception|traceback|fatal|failed|denied|not found|no such file)\b/i;

/** How a call ended, as far as its output says so: an exit code, an error line, or nothing. */
export function describeOutcome(content: Content): string {
  const text = contentText(content);
  const ends =
    text.length <= SEARCHED_CHARS * 2 ? text : `${text.slice(0, SEARCHED_CHARS)}\n${text.slice(-SEARCHED_CHARS)}`;
  const exitCode = EXIT_CODE.exec(ends)?.[1];
  if (exitCode === '0') return 'exit 0';
  const parts = [exitCode === undefined ? '' : `exit ${exitCode}`, findErrorLine(ends)];
  return parts.filter((each) => each !== '').join(', ');
}

/** The first line with a word of failure in it, clipped; masked first, since nobody recognises half a secret. */
function findErrorLine(text: string): string {
  const word = ERROR_WORD.exec(text);
  if (word === null) return '';
  const lineEnd = text.indexOf('\n', word.index);
  const line = text.slice(text.lastIndexOf('\n', word.index) + 1, lineEnd === -1 ? text.length : lineEnd).trim();
  return line.length > MAX_ERROR_CHARS ? truncateText(redactSecrets(line), MAX_ERROR_CHARS) : line;
}
