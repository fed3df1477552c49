import {
  type Alias,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import type { ConfigNode, MapEntry, MapNode, Place, ScalarNode } from './config-node.ts';

/** Values after aliases are written out. A config has a few hundred; only an attack has more than this. */
const MAX_VALUES = 100_000;

/** Something that is valid YAML and no config. */
export interface NodeFault {
  readonly code: 'duplicate-key' | 'broken-yaml';
  readonly place: Place;
  readonly path: readonly string[];
  /** What happened: the end of a sentence that starts with the path or the file. */
  readonly what: string;
  readonly rule: string;
  readonly fix: string;
}

/** A tree and all that is wrong with it. */
export interface NodeReading {
  readonly root: ConfigNode;
  readonly faults: readonly NodeFault[];
}

/**
 * Turn what the YAML parser made into a {@link ConfigNode} tree: aliases and merge keys
 * (`<<`, which the Python Hermes Agent knows too) resolved, keys as text, places by line.
 */
export function readNodes(contents: Node, placeAt: (offset: number) => Place): NodeReading {
  const reader = new NodeReader(placeAt);
  const root = reader.read(contents, { path: [], fallback: placeAt(0) });
  return { root, faults: reader.faults };
}

interface Position {
  readonly path: readonly string[];
  /** Where the value would stand, for one that the file leaves out. */
  readonly fallback: Place;
}

class NodeReader {
  readonly faults: NodeFault[] = [];
  readonly #placeAt: (offset: number) => Place;
  /** Anchors defined so far: one may be defined again further down. */
  readonly #anchors = new Map<string, { readonly node: ConfigNode; readonly size: number }>();
  #valueCount = 0;
  #isTooLarge = false;

  constructor(placeAt: (offset: number) => Place) {
    this.#placeAt = placeAt;
  }

  read(node: unknown, at: Position): ConfigNode {
    if (isAlias(node)) return this.#readAlias(node, at);
    const countBefore = this.#valueCount;
    this.#count(1, at);
    const read = this.#readValue(node, at);
    const anchor = isMap(node) || isSeq(node) || isScalar(node) ? node.anchor : undefined;
    if (anchor !== undefined) this.#anchors.set(anchor, { node: read, size: this.#valueCount - countBefore });
    return read;
  }

  #readValue(node: unknown, at: Position): ConfigNode {
    if (isMap(node)) return this.#readMap(node, at);
    if (isSeq(node)) return this.#readList(node, at);
    if (isScalar(node)) return this.#readScalar(node, at);
    return emptyScalar(at.fallback);
  }

  #readScalar(node: Scalar, at: Position): ScalarNode {
    const isQuoted = node.type !== undefined && node.type !== 'PLAIN';
    return { kind: 'scalar', value: node.value, isQuoted, source: node.source ?? '', place: this.#placeOf(node, at) };
  }

  #readList(node: YAMLSeq, at: Position): ConfigNode {
    const place = this.#placeOf(node, at);
    const items = node.items.map((item, index) =>
      this.read(item, { path: [...at.path, String(index)], fallback: place }),
    );
    return { kind: 'list', items, place };
  }

  #readMap(node: YAMLMap, at: Position): MapNode {
    const entries = new Map<string, MapEntry>();
    const merged: ConfigNode[] = [];
    for (const pair of node.items) {
      if (isMergeKey(pair)) merged.push(this.read(pair.value, at));
      else this.#readPair(pair, entries, at);
    }
    // Counted like any alias, so that merging stays within the limit too.
    if (!this.#isTooLarge) for (const source of merged) addMissing(entries, source);
    return { kind: 'map', entries, place: this.#placeOf(node, at) };
  }

  #readPair(pair: Pair, entries: Map<string, MapEntry>, at: Position): void {
    const key = keyText(pair.key);
    const keyPlace = this.#placeOf(pair.key, at);
    const path = [...at.path, key];
    const first = entries.get(key);
    if (first !== undefined) this.faults.push(duplicate(path, first.keyPlace, keyPlace));
    entries.set(key, { keyPlace, node: this.read(pair.value, { path, fallback: keyPlace }) });
  }

  #readAlias(alias: Alias, at: Position): ConfigNode {
    const place = this.#placeOf(alias, at);
    const target = this.#anchors.get(alias.source);
    if (target === undefined) {
      this.faults.push({
        code: 'broken-yaml',
        place,
        path: at.path,
        what: `refers to *${alias.source}, which does not exist`,
        rule: `An alias repeats a value that was marked &${alias.source} further up in the file, and none was.`,
        fix: 'Mark the value, or put the text in quotes if the asterisk belongs to it.',
      });
      return emptyScalar(place);
    }
    this.#count(target.size, at);
    return target.node;
  }

  /** Reported once, and late enough: a shared node costs nothing until someone walks the tree. */
  #count(values: number, at: Position): void {
    this.#valueCount += values;
    if (this.#isTooLarge || this.#valueCount <= MAX_VALUES) return;
    this.#isTooLarge = true;
    this.faults.push({
      code: 'broken-yaml',
      place: at.fallback,
      path: at.path,
      what: `grows past ${MAX_VALUES} values`,
      rule: 'A config with so many values is a mistake, or aliases that repeat aliases.',
      fix: 'Remove the aliases (the values that start with an asterisk).',
    });
  }

  #placeOf(node: unknown, at: Position): Place {
    const isNode = isMap(node) || isSeq(node) || isScalar(node) || isAlias(node);
    const offset = isNode ? node.range?.[0] : undefined;
    return offset === undefined ? at.fallback : this.#placeAt(offset);
  }
}

function emptyScalar(place: Place): ScalarNode {
  return { kind: 'scalar', value: null, isQuoted: false, source: '', place };
}

export function isMergeKey({ key }: Pair): boolean {
  return isScalar(key) && key.type === 'PLAIN' && key.source === '<<';
}

/** As spelled, since a model may be called `4.10`, which as a number is `4.1`. */
export function keyText(key: unknown): string {
  if (!isScalar(key)) return String(key);
  return key.type === 'PLAIN' && key.source !== undefined ? key.source : String(key.value);
}

/** Lay what a merge key refers to under the map's own keys; of several maps the first wins. */
function addMissing(entries: Map<string, MapEntry>, source: ConfigNode): void {
  if (source.kind === 'list') for (const item of source.items) addMissing(entries, item);
  if (source.kind !== 'map') return;
  for (const [key, entry] of source.entries) if (!entries.has(key)) entries.set(key, entry);
}

function duplicate(path: readonly string[], first: Place, second: Place): NodeFault {
  return {
    code: 'duplicate-key',
    place: second,
    path,
    what: `is set twice, in lines ${first.line} and ${second.line}`,
    rule: 'A key may stand once in its section; of two, one would be ignored without a word.',
    fix: `Remove line ${first.line} or line ${second.line}.`,
  };
}
