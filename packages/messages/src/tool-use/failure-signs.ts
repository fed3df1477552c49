import { oneLine } from './one-line.ts';
import { parseJson, readField, readText } from './read-field.ts';

/** What a failed result says. */
export interface FailureSigns {
  /** Exit code, where one is told. */
  readonly exitCode: number | undefined;
  /** The telling lines, each on one line, clipped; at least one unless the result is empty. */
  readonly lines: readonly string[];
}

const EDGE_CHARS = 400;
const JSON_MAX_CHARS = 20_000;
const LINE_MAX_CHARS = 200;
const MAX_LINES = 3;

/** Tools that show text which may speak of failures without having failed. */
const SHOWS_TEXT = /read|view|open|cat|grep|glob|search|find|list|fetch|browse|web|load|show|get_/i;

const EXIT_CODE =
  /(?:\bexit(?:ed)?(?: with)?(?: exit)?[ _-]?(?:code|status)["\s:=]{0,4}|<returncode>|\breturn ?code["\s:=]{1,4})(-?\d{1,5})/i;

const FAILED_START =
  /^\s*(?:<tool_use_error>|<error>|\[?error\b|errors?:|failed\b|failure\b|fatal:|traceback|exception\b|invalid\b|\w{0,40}(?:Error|Exception):|permission denied|no such file|command not found|the user doesn['’]t want|错误|エラー|오류|fehler:|erreur|ошибка)/i;

const FAILED_END =
  /^(?:error|fatal|panic|[\w.]{0,60}(?:Error|Exception)):|command not found$|No such file or directory$|Permission denied$/i;

/** Around the whole of an error, where a host marks it so. */
const ERROR_TAG = /<\/?(?:tool_use_error|error|output|returncode)>/g;

const TELLING_LINE =
  /error|exception|fail|fatal|panic|not found|no such|denied|refused|cannot|can['’]t|unable|undefined|invalid|timed? ?out|rejected|malformed|conflict|unexpected|missing|doesn['’]t want|错误|失败|エラー|失敗|오류|실패|fehler|erreur|ошибк/i;

/**
 * Whether a result says that its call failed, and in which lines; `undefined` when it does not.
 * Looks at the exit code and at how the result begins and ends, not at what a file that was read happens to say.
 */
export function findFailure(tool: string, about: string, result: string): FailureSigns | undefined {
  const exitCode = SHOWS_TEXT.test(tool) ? undefined : findExitCode(result);
  const failed = exitCode === undefined ? looksFailed(tool, result) : exitCode !== 0;
  if (!failed) return undefined;
  const lines = tellingLines(result);
  const foundNothing = exitCode === 1 && ANSWERS_BY_CODE.test(about) && lines.every(isBareCode);
  return foundNothing ? undefined : { exitCode, lines };
}

/** Commands whose exit code 1 is an answer: nothing found, or not the same. */
const ANSWERS_BY_CODE = /^(?:grep|rg|diff|cmp|test|which|git diff|git grep)\b/;

function isBareCode(line: string): boolean {
  return line.length < 40 && (EXIT_CODE.test(line) || /^-?\d+$/.test(line));
}

/** The exit code that a result tells at its beginning or its end. */
export function findExitCode(result: string): number | undefined {
  const code = EXIT_CODE.exec(result.slice(0, EDGE_CHARS))?.[1] ?? EXIT_CODE.exec(result.slice(-EDGE_CHARS))?.[1];
  return code === undefined ? undefined : Number(code);
}

function looksFailed(tool: string, result: string): boolean {
  if (FAILED_START.test(result.slice(0, EDGE_CHARS)) || saysErrorAsJson(result)) return true;
  if (SHOWS_TEXT.test(tool)) return false;
  const lastLine = result.slice(-EDGE_CHARS).trimEnd().split('\n').at(-1) ?? '';
  return FAILED_END.test(lastLine.trim());
}

function saysErrorAsJson(result: string): boolean {
  if (result.length > JSON_MAX_CHARS || !result.trimStart().startsWith('{')) return false;
  const value = parseJson(result);
  const error = readField(value, 'error');
  return (
    (error !== undefined && error !== null && error !== '' && error !== false) ||
    readField(value, 'success') === false ||
    readField(value, 'is_error') === true ||
    readField(value, 'isError') === true ||
    readText(value, 'status') === 'error'
  );
}

function tellingLines(result: string): readonly string[] {
  const lines = result
    .split('\n')
    .map((line) => oneLine(line.replaceAll(ERROR_TAG, ''), LINE_MAX_CHARS))
    .filter((line) => line !== '');
  const isTelling = (line: string, index: number): boolean =>
    (TELLING_LINE.test(line) && !BARE_LABEL.test(line)) || BARE_LABEL.test(lines[index - 1] ?? '');
  const telling = lines.filter(isTelling);
  const chosen = telling.length > 0 ? telling : lines.filter((line) => !isBareCode(line));
  return endsOf([...new Set(chosen.length > 0 ? chosen : lines)]);
}

/** "ERROR:" on a line of its own, and the beginning of a stack trace, say nothing; what follows does. */
const BARE_LABEL = /^\W*(?:errors?|fatal|failed|failure|traceback \(most recent call last\))\W*$/i;

/** The first lines and the last one: a stack trace ends with what it is about. */
function endsOf(lines: readonly string[]): readonly string[] {
  return lines.length <= MAX_LINES ? lines : [...lines.slice(0, MAX_LINES - 1), ...lines.slice(-1)];
}
