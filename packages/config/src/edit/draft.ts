import { type ConfigNode, entryAt, type MapNode, toPlain } from '../config-node.ts';
import { InvalidConfigError } from '../invalid-config-error.ts';
import { type ConfigSource, parseConfigText } from '../parse-config-text.ts';
import { type EditableDocument, readDocument } from './editable-document.ts';

/** A text under edit, with what it means. */
export interface Draft {
  readonly text: string;
  readonly document: EditableDocument;
  /** Aliases and merge keys resolved; keys as the file spells them. */
  readonly root: MapNode;
  readonly source: ConfigSource;
}

/** @throws InvalidConfigError when the text is no YAML, or no map. */
export function readDraft(text: string, source: ConfigSource): Draft {
  const parsed = parseConfigText(text, source);
  if (parsed.kind === 'broken') throw new InvalidConfigError(parsed.problems);
  return { text, document: readDocument(text), root: parsed.root, source };
}

/** The node at a path, or `undefined` where the file says nothing. */
export function nodeIn(root: MapNode, path: readonly string[]): ConfigNode | undefined {
  return path.length === 0 ? root : entryAt(root, path)?.node;
}

/** The plain value at a path, or `undefined` where the file says nothing. */
export function plainAt(root: MapNode, path: readonly string[]): unknown {
  const node = nodeIn(root, path);
  return node && toPlain(node);
}

/** A plain map with a value at a path of keys; the map given stays as it is. */
export function withValue(root: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  const map = isPlainMap(root) ? root : {};
  return { ...map, [key]: withValue(Object.hasOwn(map, key) ? map[key] : undefined, rest, value) };
}

/** A plain map without the key at a path; the map given stays as it is. */
export function withoutValue(root: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined || !isPlainMap(root) || !Object.hasOwn(root, key)) return root;
  const { [key]: old, ...others } = root;
  return rest.length === 0 ? others : { ...root, [key]: withoutValue(old, rest) };
}

export function isPlainMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A copy of a value of JSON's types that compares equal to what a file says. */
export function asJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asJson);
  if (!isPlainMap(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, asJson(each)]));
}
