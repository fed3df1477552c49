import { isDeepStrictEqual } from 'node:util';
import { isMap, isScalar, type YAMLMap } from 'yaml';
import { isMergeKey, keyText } from '../read-nodes.ts';
import { type Draft, isPlainMap, plainAt, readDraft, withValue } from './draft.ts';
import { stepTowards } from './edit-list.ts';
import { type Location, locate, type Slot } from './editable-document.ts';
import { insertEntry, insertFirst, insertIntoBlank, type NewEntry } from './insert-entry.ts';
import { cannotEdit, sectionInTheWay } from './refusals.ts';
import { renderEntry } from './render-inline.ts';
import { replaceValue, replaceWith } from './replace-value.ts';
import { applySplices, type Splice } from './splice.ts';
import { unsetValue } from './unset-value.ts';

type Keys = readonly string[];

/** What a path is to be set to. */
interface Setting {
  readonly path: Keys;
  readonly value: unknown;
}

/**
 * The text with a value at a path, whose keys are spelled as in the file. What it means beyond the path is for
 * the caller to compare.
 *
 * @throws ConfigEditRefusedError when something else is in the way.
 */
export function setValue(draft: Draft, path: Keys, value: unknown): string {
  if (isDeepStrictEqual(plainAt(draft.root, path), value)) return draft.text;
  const at = locate(draft.document, path);
  if (at.kind === 'found') return setFound(draft, at.slot, { path, value });
  return applySplices(draft.text, spliceIn(draft, at, { path, value }));
}

/** Maps and lists are edited part by part, for the lines of what stays the same. */
function setFound(draft: Draft, slot: Slot, { path, value }: Setting): string {
  const old: unknown = slot.pair.value;
  if (isMap(old) && isPlainMap(value) && keepsAKey(old, value)) return setEach(draft, old, { path, value });
  const step = Array.isArray(value) ? stepTowards(draft.text, old, value) : undefined;
  if (step === undefined) return applySplices(draft.text, replaceValue(draft.text, slot, value));
  return setValue(readDraft(step, draft.source), path, value);
}

/** Where no key stays, or keys are merged in, the map is written anew. */
function keepsAKey(old: YAMLMap, value: object): boolean {
  return (
    !old.items.some(isMergeKey) && old.items.some(({ key }) => isScalar(key) && Object.hasOwn(value, keyText(key)))
  );
}

function setEach(draft: Draft, old: YAMLMap, { path, value }: Setting & { readonly value: object }): string {
  let current = draft;
  for (const [key, each] of Object.entries(value)) {
    current = readDraft(setValue(current, [...path, key], each), draft.source);
  }
  for (const { key } of old.items) {
    if (Object.hasOwn(value, keyText(key))) continue;
    current = readDraft(unsetValue(current, [...path, keyText(key)]), draft.source);
  }
  return current.text;
}

function spliceIn(
  draft: Draft,
  at: Exclude<Location, { readonly kind: 'found' }>,
  { path, value }: Setting,
): readonly Splice[] {
  const { text, document } = draft;
  switch (at.kind) {
    case 'blank':
      return insertIntoBlank(text, document, entryOf(draft, path, { path, value }));
    case 'missing':
      return insertEntry(text, at, entryOf(draft, at.rest, { path, value }));
    case 'empty':
      return insertFirst(text, at.slot, entryOf(draft, at.rest, { path, value }));
    case 'alias':
      return replaceWith(text, at.slot, overAlias(draft, at, { path, value }));
    case 'blocked':
      throw sectionInTheWay(draft, path.slice(0, -at.rest.length), path);
  }
}

/**
 * What remains of a path as one entry: its first key, and maps around the value. Where the key has a value already,
 * from a section that is taken over, it is copied.
 */
function entryOf(draft: Draft, [key, ...rest]: Keys, { path, value }: Setting): NewEntry {
  if (key === undefined) throw cannotEdit(draft, path);
  if (rest.length === 0) return { key, value };
  const section = path.slice(0, -rest.length);
  const old = plainAt(draft.root, section) ?? {};
  if (!isPlainMap(old)) throw sectionInTheWay(draft, section, path);
  return { key, value: withValue(old, rest, value) };
}

/** `{ <<: *name, key: value }`: what is repeated, with one key of its own. */
function overAlias(
  draft: Draft,
  { slot, rest }: Extract<Location, { readonly kind: 'alias' }>,
  setting: Setting,
): string {
  const section = setting.path.slice(0, -rest.length);
  const old = plainAt(draft.root, section);
  if (!isPlainMap(old)) throw sectionInTheWay(draft, section, setting.path);
  const { key, value } = entryOf(draft, rest, setting);
  const alias = slot.item.value !== undefined && 'source' in slot.item.value ? slot.item.value.source : '';
  return `{ <<: ${alias}, ${renderEntry(key, value, { isInFlow: true })} }`;
}
