import { readField, readList, readText } from './read-field.ts';
import type { FileAction, FileUse } from './tool-use.ts';

const SCAN_CHARS = 200_000;

const PATCH_START = /^\s{0,20}\*\*\* (?:Begin Patch|(?:Add|Update|Delete) File:)/;
const PATCH_LINE = /^\*\*\* (Add File|Update File|Delete File|Move to): (.{1,400})$/gm;
const PATCH_ACTIONS: Readonly<Record<string, FileAction>> = {
  'Add File': 'created',
  'Update File': 'edited',
  'Delete File': 'deleted',
};

/** Of a file in a unified diff: its old and its new name. */
const DIFF_LINE = /^--- (?:a\/)?(\S{1,400})[^\n]{0,200}\n\+\+\+ (?:b\/)?(\S{1,400})/gm;

/** The files that patches in a call's arguments change, in order: texts with `*** Update File:` lines, and `changes`. */
export function filesOfPatches(input: object): readonly FileUse[] {
  return [...textsOf(input).flatMap(filesOfPatch), ...filesOfChanges(input)];
}

/** The files that a patch with `*** Update File:` lines changes, in order. */
export function filesOfPatch(patch: string): readonly FileUse[] {
  const files: FileUse[] = [];
  for (const [, verb = '', name = ''] of patch.slice(0, SCAN_CHARS).matchAll(PATCH_LINE)) {
    const path = name.trim();
    const action = PATCH_ACTIONS[verb];
    const before = files.at(-1);
    if (action !== undefined) files.push({ kind: 'file', path, action });
    else if (before !== undefined) files.push({ kind: 'file', path: before.path, action: 'renamed', to: path });
  }
  return files;
}

/** The files that a unified diff changes, in order. */
export function filesOfDiff(diff: string): readonly FileUse[] {
  return [...diff.slice(0, SCAN_CHARS).matchAll(DIFF_LINE)].map(([, before = '', after = '']): FileUse => {
    if (before === '/dev/null') return { kind: 'file', path: after, action: 'created' };
    if (after === '/dev/null') return { kind: 'file', path: before, action: 'deleted' };
    return { kind: 'file', path: after, action: 'edited' };
  });
}

function textsOf(input: object): readonly string[] {
  const values: readonly unknown[] = Object.values(input).flat();
  return values.filter((value): value is string => typeof value === 'string' && PATCH_START.test(value));
}

/** A patch as a list of `{ path, kind }`. */
function filesOfChanges(input: object): readonly FileUse[] {
  return readList(input, 'changes').flatMap((change): readonly FileUse[] => {
    const path = readText(change, 'path');
    if (path === undefined || path === '') return [];
    const kind = readField(change, 'kind');
    const to = readText(kind, 'move_path') ?? readText(change, 'move_path');
    const file: FileUse = { kind: 'file', path, action: actionOfKind(readText(kind, 'type') ?? String(kind)) };
    return to === undefined ? [file] : [file, { kind: 'file', path, action: 'renamed', to }];
  });
}

function actionOfKind(kind: string): FileAction {
  if (/add|create/i.test(kind)) return 'created';
  return /delete|remove/i.test(kind) ? 'deleted' : 'edited';
}
