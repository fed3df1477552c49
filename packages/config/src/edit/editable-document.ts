import { type CST, type Document, isAlias, isMap, isScalar, isSeq, type Pair, parseDocument, type YAMLMap } from 'yaml';
import { keyText } from '../read-nodes.ts';

/** A text that is valid YAML, as the parser sees it: with the tokens of each node. */
export type EditableDocument = Document.Parsed;

/** One `key: value` of a map, with what stands around it. */
export interface Slot {
  readonly map: YAMLMap;
  readonly pair: Pair;
  readonly item: CST.CollectionItem;
  /** The entry that the map is the value of; none for the outermost map. */
  readonly parent: Slot | undefined;
}

/** How far the keys of a path lead into a document. Narrow on `kind`. */
export type Location =
  /** The document has an entry for the whole path. */
  | { readonly kind: 'found'; readonly slot: Slot }
  /** A map has no entry for `rest[0]`; none of its own, if a merge key gives it one. */
  | { readonly kind: 'missing'; readonly map: YAMLMap; readonly parent: Slot | undefined; readonly rest: Keys }
  /** An entry is there and has no value, or `null`, so that `rest` may become its value. */
  | { readonly kind: 'empty'; readonly slot: Slot; readonly rest: Keys }
  /** An entry repeats another value (`*name`), which `rest` leads into. */
  | { readonly kind: 'alias'; readonly slot: Slot; readonly rest: Keys }
  /** An entry is a list or a single value, and the path leads on. */
  | { readonly kind: 'blocked'; readonly slot: Slot; readonly rest: Keys }
  /** The document is empty. */
  | { readonly kind: 'blank' };

type Keys = readonly string[];

/** Read a text that is known to be valid, so that its parts can be edited. */
export function readDocument(text: string): EditableDocument {
  return parseDocument(text, { keepSourceTokens: true, uniqueKeys: false, prettyErrors: false, logLevel: 'silent' });
}

/** Follow the keys of a path, each as the file spells it, as far as they lead. */
export function locate(document: EditableDocument, path: Keys): Location {
  const { contents } = document;
  return isMap(contents) ? locateIn(contents, path, undefined) : { kind: 'blank' };
}

function locateIn(map: YAMLMap, path: Keys, parent: Slot | undefined): Location {
  const [key, ...rest] = path;
  const slot = slotsOf(map, parent).find(({ pair }) => keyText(pair.key) === key);
  if (slot === undefined) return { kind: 'missing', map, parent, rest: path };
  if (rest.length === 0) return { kind: 'found', slot };
  const { value } = slot.pair;
  if (isMap(value)) return locateIn(value, rest, slot);
  if (isAlias(value)) return { kind: 'alias', slot, rest };
  const isEmpty = value === null || (isScalar(value) && value.value === null);
  return { kind: isEmpty ? 'empty' : 'blocked', slot, rest };
}

/** The entries of a map, in the order of the file. */
function slotsOf(map: YAMLMap, parent: Slot | undefined): readonly Slot[] {
  return map.items.flatMap((pair) => {
    const item = pair.srcToken;
    return item === undefined ? [] : [{ map, pair, item, parent }];
  });
}

/** Whether a value on the way to an entry, or its own, has a name (`&name`) by which it may be repeated elsewhere. */
export function isShared({ map, pair, parent }: Slot): boolean {
  return hasAnchor(pair.value) || hasAnchor(map) || (parent !== undefined && isShared(parent));
}

export function hasAnchor(node: unknown): boolean {
  return (isMap(node) || isSeq(node) || isScalar(node)) && node.anchor !== undefined;
}
