import { isDeepStrictEqual } from 'node:util';
import { entryAt, type MapNode, toPlain } from '../config-node.ts';
import { InvalidConfigError } from '../invalid-config-error.ts';
import type { ConfigSource } from '../parse-config-text.ts';
import { canonicalPath, settleModel } from '../settle-model.ts';
import { changedBeside } from './changed-paths.ts';
import type { ConfigEdit, ConfigUpdate } from './config-edit.ts';
import { asJson, type Draft, plainAt, readDraft } from './draft.ts';
import { isShared, locate } from './editable-document.ts';
import { giveNameAKey } from './name-alone.ts';
import { cannotEdit, repeatedElsewhere, stillNeeded } from './refusals.ts';
import { setValue } from './set-value.ts';
import { isNameAlone, spelledPaths } from './spelled-path.ts';
import { unsetValue } from './unset-value.ts';

type Keys = readonly string[];

/** What one edit did to a text. */
export interface TextChange {
  /** As the schema spells it. */
  readonly path: Keys;
  /** What the file said, and says now; `undefined` for nothing. */
  readonly before: unknown;
  readonly after: unknown;
  /** Where it stands now, from 1; `undefined` when it is gone. */
  readonly line: number | undefined;
  /** Further paths that changed with it, since they repeat its value (`*name`). */
  readonly alsoChanged: readonly Keys[];
}

/** A text after its edits. */
export interface EditedText {
  readonly text: string;
  /** One for each edit, in their order. */
  readonly changes: readonly TextChange[];
}

/**
 * Edit the text of a config file so that only the lines change that must: comments, order, blank lines, quotes,
 * names (`&name`) and line breaks of all others stay byte for byte. A section that does not exist yet is
 * written on one line. After each edit the text is read again: anything but the wanted change is refused.
 *
 * @throws InvalidConfigError for a text that is not YAML, or no map.
 * @throws ConfigEditRefusedError for an edit that has no place.
 */
export function editConfigText(text: string, edits: readonly ConfigEdit[], source: ConfigSource): EditedText {
  let draft = readDraft(text, source);
  const changes: TextChange[] = [];
  for (const edit of edits) {
    const step = makeEdit(draft, asSettled(decided(draft, edit)));
    draft = step.draft;
    changes.push(step.change);
  }
  return { text: draft.text, changes };
}

type DecidedEdit = Exclude<ConfigEdit, ConfigUpdate>;

function decided(draft: Draft, edit: ConfigEdit): DecidedEdit {
  if (edit.kind !== 'update') return edit;
  const { path } = edit;
  const value = edit.change(plainAt(settled(draft), canonicalPath(path)));
  return value === undefined ? { kind: 'unset', path } : { kind: 'set', path, value };
}

/** The edit in the words of the schema: a text for `model` is its name. */
function asSettled(edit: DecidedEdit): DecidedEdit {
  const isName = edit.kind === 'set' && edit.path.length === 1 && edit.path[0] === 'model';
  const path = isName && typeof edit.value === 'string' ? ['model', 'default'] : canonicalPath(edit.path);
  return edit.kind === 'set' ? { kind: 'set', path, value: asJson(edit.value) } : { kind: 'unset', path };
}

function makeEdit(draft: Draft, edit: DecidedEdit): { readonly draft: Draft; readonly change: TextChange } {
  const text = edit.kind === 'set' ? setIn(draft, edit.path, edit.value) : unsetIn(draft, edit.path);
  const next = text === draft.text ? draft : readAgain(draft, text, edit.path);
  return { draft: next, change: compare(draft, next, edit) };
}

function setIn(draft: Draft, path: Keys, value: unknown): string {
  if (path.length === 0) throw cannotEdit(draft, path);
  const [spelled] = spelledPaths(draft.root, path);
  if (spelled !== undefined) return setValue(draft, spelled, value);
  const isName = path.length === 2 && path[0] === 'model' && path[1] === 'default';
  if (isName && draft.root.entries.get('model') === undefined) return setValue(draft, ['model'], value);
  const isBesideName = path[0] === 'model' && path.length > 1 && isNameAlone(draft.root);
  return isBesideName ? giveNameAKey(draft, path, value) : setValue(draft, path, value);
}

/** All spellings go: without the strongest the next one would come into force. */
function unsetIn(draft: Draft, path: Keys): string {
  let current = draft;
  for (const spelled of spelledPaths(draft.root, path)) {
    current = readAgain(current, unsetValue(current, spelled), path);
  }
  return current.text;
}

/** What an edit left is YAML, or it is not made. */
function readAgain(draft: Draft, text: string, path: Keys): Draft {
  try {
    return readDraft(text, draft.source);
  } catch (error) {
    throw error instanceof InvalidConfigError ? stillNeeded(draft, path, error.facts.problems) : error;
  }
}

function compare(draft: Draft, next: Draft, edit: DecidedEdit): TextChange {
  const { path } = edit;
  const [old, now] = [settled(draft), settled(next)];
  const before = plainAt(old, path);
  const after = plainAt(now, path);
  const alsoChanged = changedBeside(toPlain(old), toPlain(now), path);
  if (edit.kind === 'set' ? !isDeepStrictEqual(after, edit.value) : isStillThere(draft, next, path)) {
    throw cannotEdit(draft, path);
  }
  if (alsoChanged.length > 0 && !isRepeated(draft, path)) throw cannotEdit(draft, path);
  if (alsoChanged.length > 0 && edit.kind === 'unset') throw repeatedElsewhere(draft, path, alsoChanged);
  return { path, before, after, line: entryAt(now, path)?.keyPlace.line, alsoChanged };
}

function settled({ root }: Draft): MapNode {
  return settleModel(root).root;
}

/** A key that is gone may come back from a section that is taken over (`<<`). */
function isStillThere(draft: Draft, next: Draft, path: Keys): boolean {
  return spelledPaths(draft.root, path).some((each) => locate(next.document, each).kind === 'found');
}

function isRepeated(draft: Draft, path: Keys): boolean {
  const [spelled = path] = spelledPaths(draft.root, path);
  const at = locate(draft.document, spelled);
  if (at.kind === 'missing') return at.parent !== undefined && isShared(at.parent);
  return at.kind !== 'blank' && isShared(at.slot);
}
