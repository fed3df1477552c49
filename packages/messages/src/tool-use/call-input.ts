import { oneLine } from './one-line.ts';
import { parseJson, readField, readList, readText } from './read-field.ts';

/** Longest main argument, in characters. */
const ARGUMENT_MAX_CHARS = 120;

/** Of a call whose arguments say nothing by name, how many are shown. */
const SHOWN_PAIRS = 3;
const PAIR_MAX_CHARS = 40;

/** Arguments that say what a call was about, most telling first. */
const TELLING = [
  'command',
  'cmd',
  'script',
  'file_path',
  'filePath',
  'path',
  'filename',
  'file_name',
  'file',
  'notebook_path',
  'paths',
  'pattern',
  'query',
  'q',
  'url',
  'description',
  'subject',
  'title',
  'name',
] as const;

/** The object that a call was given; an empty one where its arguments are no JSON object. */
export function parseArguments(json: string): object {
  const value = parseJson(json);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}

/**
 * What a call was about, on one line: its command, path or query; else its files, or its first plain arguments.
 *
 * @param files - Paths that the call touched, for a call that names them in no argument of its own.
 */
export function mainArgument(input: object, files: readonly string[], json: string): string {
  const command = commandOf(input);
  const path = readText(input, 'path') ?? readText(input, 'file_path');
  // Editors take a verb as their command, and the path beside it.
  if (command !== undefined && path !== undefined && !command.includes(' ')) return line(`${command} ${path}`);
  if (command !== undefined) return line(withoutPreamble(command));
  for (const name of TELLING) {
    const text = textOf(readField(input, name));
    if (text !== undefined) return line(text);
  }
  if (files.length > 0) return line(files.join(', '));
  const pairs = plainPairs(input);
  return pairs === '' && json.trim() !== '{}' && Object.keys(input).length === 0 ? line(json) : pairs;
}

/** A shell command; a list of words as its last one, which is the script in `["bash", "-lc", "…"]`. */
export function commandOf(input: object): string | undefined {
  for (const name of ['command', 'cmd', 'script']) {
    const command = commandIn(input, name);
    if (command !== undefined) return command;
  }
  return undefined;
}

/** The shell command in one argument: a text, or a list of words. */
export function commandIn(input: object, name: string): string | undefined {
  const words = readList(input, name).filter((word): word is string => typeof word === 'string');
  const isScript = /^(?:.*\/)?(?:ba|z|da)?sh$/.test(words[0] ?? '');
  const command = readText(input, name) ?? (isScript ? words.at(-1) : words.join(' '));
  return command === '' ? undefined : command;
}

/** Without the steps in front that only set up the shell: `cd src && export X=1 && npm test` is `npm test`. */
export function withoutPreamble(command: string): string {
  let rest = SHELL_CALL.exec(command)?.[2] ?? command.trimStart();
  for (let match = PREAMBLE.exec(rest); match !== null; match = PREAMBLE.exec(rest)) rest = rest.slice(match[0].length);
  return rest === '' ? command : rest;
}

/** A shell that is given its script in quotation marks. */
const SHELL_CALL = /^\s*(?:\/bin\/)?(?:ba|z)?sh -\w{0,3}c (['"])(.*)\1\s*$/s;

const PREAMBLE = /^(?:cd|export|source|\.|\[|set|unset) [^&\n]{0,300}(?:&& ?|\n)/;

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string' && value !== '') return value;
  if (!Array.isArray(value)) return undefined;
  const texts = value.filter((each): each is string => typeof each === 'string');
  return texts.length === 0 ? undefined : texts.join(', ');
}

function plainPairs(input: object): string {
  return Object.entries(input)
    .filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value) && value !== '')
    .slice(0, SHOWN_PAIRS)
    .map(([name, value]) => `${name}=${oneLine(String(value), PAIR_MAX_CHARS)}`)
    .join(', ');
}

function line(text: string): string {
  return oneLine(text, ARGUMENT_MAX_CHARS);
}
