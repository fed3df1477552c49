import { readField, readList, readText } from '../read-field.ts';
import { commandOf } from './call-argument.ts';
import type { FileAction, FileUse } from './file-use.ts';

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

const PATCH_SCAN_CHARS = 200_000;
const COMMAND_SCAN_CHARS = 4_000;
const PATH_MAX_CHARS = 200;

/** What the words in a tool's name do to a file, first match wins. */
const ACTIONS: readonly (readonly [RegExp, FileAction | undefined])[] = [
  [/grep|glob|search|find|list|^ls$|tree/i, undefined],
  [/delete|remove|unlink|^rm$/i, 'deleted'],
  [/edit|replace|patch|insert|update|append|modif/i, 'edited'],
  [/create|new_file/i, 'created'],
  [/write|save|put_|upload/i, 'written'],
  [/read|view|open|^cat$|show|get_|load|image/i, 'read'],
];

/** The files that a successful call touched, by the tool's name and its arguments; shell commands only where they are plain. */
export function filesOfCall(tool: string, input: object): readonly FileUse[] {
  const patched = [...[...patchTexts(input)].flatMap(filesOfPatch), ...filesOfChanges(input)];
  if (patched.length > 0) return patched;
  const action = actionOf(tool, input);
  if (action !== undefined) return pathsOf(input).map((path) => ({ path, action }));
  const command = commandOf(input);
  return command === undefined || !command.includes(' ') ? [] : filesOfCommand(command.slice(0, COMMAND_SCAN_CHARS));
}

function actionOf(tool: string, input: object): FileAction | undefined {
  const verb = readText(input, 'command') ?? '';
  const isVerb = verb !== '' && !verb.includes(' ') && pathsOf(input).length > 0;
  const name = isVerb ? verb : tool;
  return ACTIONS.find(([pattern]) => pattern.test(name))?.[1];
}

function pathsOf(input: object): readonly string[] {
  return PATH_NAMES.flatMap((name) => {
    const value = readField(input, name);
    return Array.isArray(value) ? value : [value];
  }).filter((value): value is string => typeof value === 'string' && isPath(value));
}

function isPath(text: string): boolean {
  return text.length > 1 && text.length <= PATH_MAX_CHARS && !/[\n\r\t]/.test(text) && !text.endsWith('/');
}

function* patchTexts(input: object): Generator<string> {
  for (const value of Object.values(input)) {
    if (typeof value === 'string' && value.includes('*** ')) yield value.slice(0, PATCH_SCAN_CHARS);
  }
}

const PATCH_LINE = /^\*\*\* (Add|Update|Delete) File: (.{1,200})$/gm;
const PATCH_ACTIONS: Readonly<Record<string, FileAction>> = { Add: 'created', Update: 'edited', Delete: 'deleted' };

function filesOfPatch(patch: string): readonly FileUse[] {
  return [...patch.matchAll(PATCH_LINE)].flatMap(([, verb = '', path = '']) => {
    const action = PATCH_ACTIONS[verb];
    return action === undefined ? [] : [{ path: path.trim(), action }];
  });
}

/** A patch as a list of `{ path, kind }`. */
function filesOfChanges(input: object): readonly FileUse[] {
  return readList(input, 'changes').flatMap((change) => {
    const path = readText(change, 'path');
    return path === undefined || !isPath(path) ? [] : [{ path, action: actionOfKind(readText(change, 'kind') ?? '') }];
  });
}

function actionOfKind(kind: string): FileAction {
  if (/add|create/i.test(kind)) return 'created';
  return /delete|remove/i.test(kind) ? 'deleted' : 'edited';
}

const FILE = String.raw`["']?([\w./~@%+-]{1,200}\.[A-Za-z]\w{0,7})["']?(?=$|[\s;&|)])`;
/** Plain commands alone: what a script does inside is anybody's guess. */
const COMMANDS: readonly (readonly [RegExp, FileAction])[] = [
  [new RegExp(String.raw`(?:^|[\s;&|])(?:>>?|tee|tee -a) ?${FILE}`, 'g'), 'written'],
  [new RegExp(String.raw`(?:^|[;&|\n] ?)(?:rm|rm -f|git rm) ${FILE}`, 'g'), 'deleted'],
  [new RegExp(String.raw`(?:^|[;&|\n] ?)sed -i[^;&|\n]{0,300}? ${FILE}`, 'g'), 'edited'],
  [
    new RegExp(
      String.raw`(?:^|[;&|\n] ?)(?:cat|nl|nl -ba|head|tail|(?:head|tail) -n? ?\d+|sed -n \S{1,40}) ${FILE}`,
      'g',
    ),
    'read',
  ],
];

function filesOfCommand(command: string): readonly FileUse[] {
  const plain = withoutHereDocuments(command);
  return COMMANDS.flatMap(([pattern, action]) =>
    [...plain.matchAll(pattern)].map(([, path = '']) => ({ path, action })),
  ).filter(({ path }) => !path.startsWith('/dev/'));
}

/** The lines of here-documents are a file's content, not commands. */
function withoutHereDocuments(command: string): string {
  const kept: string[] = [];
  let end: string | undefined;
  for (const line of command.split('\n')) {
    if (end === undefined) kept.push(line);
    if (end === undefined) end = /<<-?\s*["']?(\w{1,40})/.exec(line)?.[1];
    else if (line.trim() === end) end = undefined;
  }
  return kept.join('\n');
}
