import type { ToolCall, ToolMessage } from '@hermes-context/contract';
import { contentText } from '../content.ts';
import { commandIn, commandOf, mainArgument, parseArguments } from './call-input.ts';
import { type FailureSigns, findExitCode, findFailure } from './failure-signs.ts';
import { rangeOfInput } from './line-range.ts';
import { filesOfPatches } from './patch-files.ts';
import { readField, readText } from './read-field.ts';
import { type ShellUses, usesOfShell } from './shell-uses.ts';
import type { CommandUse, FileAction, FileUse, ToolHint, ToolHints, ToolUse } from './tool-use.ts';

/** What a call of a tool touched, and what became of it. */
export interface ToolUses {
  /** What the call asked for, in order, whether or not it happened. */
  readonly asked: readonly ToolUse[];
  /**
   * What is known to have happened: nothing without a result; of a failed call its command, and the files that a
   * script had written before it failed.
   */
  readonly uses: readonly ToolUse[];
  /** What the call was about, on one line: its command, path or query. */
  readonly about: string;
  readonly isAnswered: boolean;
  /** Present when the result says that the call failed. */
  readonly failure: FailureSigns | undefined;
}

const PATH_NAMES = [
  'path',
  'file_path',
  'filePath',
  'filename',
  'file_name',
  'file',
  'notebook_path',
  'target_file',
  'output_path',
  'paths',
  'files',
] as const;

const URL_NAMES = ['url', 'uri', 'urls'] as const;
const PATH_MAX_CHARS = 400;

/** What the words in a tool's name do to a file, first match wins. */
const ACTIONS: readonly (readonly [RegExp, FileAction | undefined])[] = [
  [/grep|glob|search|find|list|^ls$|tree/i, undefined],
  [/delete|remove|unlink|^rm$/i, 'deleted'],
  [/move|rename|^mv$/i, 'renamed'],
  [/edit|replace|patch|insert|update|append|modif/i, 'edited'],
  [/create|new_file/i, 'created'],
  [/write|save|put_|upload/i, 'written'],
  [/read|view|open|^cat$|show|get_|load|image/i, 'read'],
];

const SHELL_TOOL = /^(?:bash|sh|shell|terminal|powershell|pwsh|cmd|console)$|execute|exec_|run_|shell|command/i;
/** Tools whose command is none for a shell. */
const NO_SHELL_TOOL = /^task$|agent|skill/i;

/**
 * What a call touched: files, a shell command, addresses. Read from the tool's name and its arguments; the result only
 * tells whether that happened. Names no file because a text says so.
 *
 * @param result - The answer to the call. Absent: nothing is known to have happened.
 * @param hints - Which arguments of tools of one's own name what. A tool with a hint is read by it alone.
 */
export function toolUsesOf(call: ToolCall, result?: ToolMessage, hints: ToolHints = {}): ToolUses {
  const { name, arguments: json } = call.function;
  const input = parseArguments(json);
  const answer = result === undefined ? undefined : contentText(result.content);
  const hint = Object.hasOwn(hints, name) ? hints[name] : undefined;
  const reading = hint === undefined ? readCall(name, input, answer ?? '') : readHinted(input, hint);
  const about = mainArgument(input, pathsOf(reading.files), json);
  const failure = answer === undefined ? undefined : findFailure(name, about, answer);
  return {
    asked: usesOf(reading, reading.files, undefined),
    uses: answer === undefined ? [] : happened(reading, answer, failure),
    about,
    isAnswered: answer !== undefined,
    failure,
  };
}

interface Reading extends ShellUses {
  readonly command: string | undefined;
}

const NOTHING: Reading = { files: [], certain: [], urls: [], command: undefined };

function happened(reading: Reading, answer: string, failure: FailureSigns | undefined): readonly ToolUse[] {
  const exitCode = reading.command === undefined ? undefined : findExitCode(answer);
  if (failure === undefined) return usesOf(reading, withResult(reading.files, answer), exitCode);
  return usesOf({ ...reading, urls: [] }, reading.certain, failure.exitCode ?? exitCode);
}

function usesOf(
  { command, urls }: Reading,
  files: readonly FileUse[],
  exitCode: number | undefined,
): readonly ToolUse[] {
  const ran: readonly CommandUse[] =
    command === undefined ? [] : [{ kind: 'command', command, ...(exitCode === undefined ? {} : { exitCode }) }];
  return [...ran, ...files, ...urls.map((url) => ({ kind: 'url', url }) as const)];
}

const IS_FOLDER = /^<path>[^\n]{0,500}<\/path>\s{0,4}<type>directory|^Here's the files and directories|EISDIR/;
const IS_NEW = /^(?:file )?(?:successfully )?created\b|\bcreated successfully\b/i;

/** A result tells a listing from a file, and a new file from one that was there. */
function withResult(files: readonly FileUse[], answer: string): readonly FileUse[] {
  const start = answer.slice(0, 600);
  if (IS_FOLDER.test(start)) return files.filter((file) => file.action !== 'read');
  const [only] = files;
  return only?.action === 'written' && files.length === 1 && IS_NEW.test(start)
    ? [{ ...only, action: 'created' }]
    : files;
}

function readCall(tool: string, input: object, answer: string): Reading {
  const paths = pathsIn(input, PATH_NAMES);
  const patched = paths.length === 0 || /patch/i.test(tool) ? filesOfPatches(input) : [];
  if (patched.length > 0) return { ...NOTHING, files: patched };
  const command = commandOf(input);
  const isVerb = command !== undefined && !command.includes(' ') && paths.length > 0;
  if (command !== undefined && !isVerb && isShell(tool, command)) return readShell(tool, input, command);
  const action = actionOf(isVerb ? command : tool);
  const files = action === undefined ? [] : filesOf({ action, input, paths, answer });
  return { ...NOTHING, files, urls: urlsIn(input, URL_NAMES) };
}

function isShell(tool: string, command: string): boolean {
  return SHELL_TOOL.test(tool) || (command.includes(' ') && !NO_SHELL_TOOL.test(tool));
}

function readShell(tool: string, input: object, command: string): Reading {
  const folder = readText(input, 'workdir') ?? readText(input, 'cwd');
  const isPowerShell = /power ?shell|pwsh/i.test(tool);
  const uses = usesOfShell(command, {
    dialect: isPowerShell ? 'powershell' : 'posix',
    ...(folder === undefined ? {} : { folder }),
  });
  return { ...uses, command };
}

function actionOf(name: string): FileAction | undefined {
  return ACTIONS.find(([pattern]) => pattern.test(name))?.[1];
}

interface FileCall {
  readonly action: FileAction;
  readonly input: object;
  readonly paths: readonly string[];
  readonly answer: string;
}

function filesOf({ action, input, paths, answer }: FileCall): readonly FileUse[] {
  if (action === 'renamed') return renamedIn(input);
  if (paths.length === 0 && action === 'edited') return openFileOf(input, answer);
  const range = action === 'read' ? rangeOfInput(input) : undefined;
  return paths.map((path) => ({ kind: 'file', path, action, ...(range === undefined ? {} : { range }) }));
}

function renamedIn(input: object): readonly FileUse[] {
  const [path] = pathsIn(input, ['source', 'from', 'old_path', 'src', 'path']);
  const [to] = pathsIn(input, ['destination', 'to', 'new_path', 'dest', 'target']);
  return path === undefined || to === undefined ? [] : [{ kind: 'file', path, action: 'renamed', to }];
}

/** An editor that has a file open is not told its name: the answer's headline or last lines say which one it was. */
function openFileOf(input: object, answer: string): readonly FileUse[] {
  if (Object.keys(input).length === 0) return [];
  const path = /^\(Open file: ([^\n)]{1,400})\)$/m.exec(answer.slice(-600))?.[1] ?? HEADLINE.exec(answer)?.[1];
  return path === undefined || path === 'n/a' ? [] : [{ kind: 'file', path, action: 'edited' }];
}

const HEADLINE = /^\[File: ([^\n]{1,400}) \(\d{1,9} lines total\)\]/;

function readHinted(input: object, hint: ToolHint): Reading {
  const range = rangeOfInput(input);
  const named = (names: readonly string[] | undefined, action: FileAction): readonly FileUse[] =>
    pathsIn(input, names ?? []).map((path) => ({
      kind: 'file',
      path,
      action,
      ...(action === 'read' && range !== undefined ? { range } : {}),
    }));
  const files = [
    ...named(hint.reads, 'read'),
    ...named(hint.creates, 'created'),
    ...named(hint.writes, 'written'),
    ...named(hint.edits, 'edited'),
    ...named(hint.deletes, 'deleted'),
  ];
  const command = hint.command === undefined ? undefined : commandIn(input, hint.command);
  const shell = command === undefined ? NOTHING : { ...usesOfShell(command), command };
  const urls = hint.url === undefined ? [] : urlsIn(input, [hint.url]);
  return { ...shell, files: [...files, ...shell.files], urls: [...urls, ...shell.urls] };
}

function textsIn(input: object, names: readonly string[]): readonly string[] {
  return names
    .flatMap((name) => {
      const value = readField(input, name);
      return Array.isArray(value) ? value.map((each: unknown) => readText(each, 'path') ?? each) : [value];
    })
    .filter((value): value is string => typeof value === 'string');
}

function pathsIn(input: object, names: readonly string[]): readonly string[] {
  return textsIn(input, names).filter(isPath);
}

function urlsIn(input: object, names: readonly string[]): readonly string[] {
  return textsIn(input, names).filter((text) => /^https?:\/\/\S{1,2000}$/.test(text));
}

function isPath(text: string): boolean {
  return text !== '' && text.length <= PATH_MAX_CHARS && !/[\n\r\t]/.test(text) && !/^https?:\/\//.test(text);
}

function pathsOf(files: readonly FileUse[]): readonly string[] {
  return files.map((file) => file.path);
}
