/** Whose file a value stands in. */
export type FileOrigin = 'user' | 'project';

/** Where a key or a value stands. Lines and columns count from 1. */
export interface Place {
  readonly origin: FileOrigin;
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** A single value, with what its spelling said beyond it. */
export interface ScalarNode {
  readonly kind: 'scalar';
  readonly value: unknown;
  /** Written in quotes or as a block, and so text on purpose. */
  readonly isQuoted: boolean;
  /** As the file spells it: `1.10` is the number 1.1. */
  readonly source: string;
  /** The text before its references to the environment were replaced; `undefined` when it has none. */
  readonly written?: string;
  readonly place: Place;
}

/** A list of values. */
export interface ListNode {
  readonly kind: 'list';
  readonly items: readonly ConfigNode[];
  readonly place: Place;
}

/** One `key: value` of a map. */
export interface MapEntry {
  readonly keyPlace: Place;
  readonly node: ConfigNode;
}

/** Keys and values, in the order of the file. */
export interface MapNode {
  readonly kind: 'map';
  readonly entries: ReadonlyMap<string, MapEntry>;
  readonly place: Place;
}

/** What a config file says, every value with its place. Aliases are resolved: a node may be in several places of the tree. */
export type ConfigNode = ScalarNode | ListNode | MapNode;

/**
 * The plain values of a tree. A node that is shared becomes an object that is shared.
 *
 * @param scalarOf - What stands for a single value. Default: the value.
 */
export function toPlain(root: ConfigNode, scalarOf: (node: ScalarNode) => unknown = ({ value }) => value): unknown {
  const seen = new Map<ConfigNode, unknown>();
  const convert = (node: ConfigNode): unknown => {
    if (node.kind === 'scalar') return scalarOf(node);
    const known = seen.get(node);
    if (known !== undefined) return known;
    const plain = node.kind === 'list' ? node.items.map(convert) : plainMap(node, convert);
    seen.set(node, plain);
    return plain;
  };
  return convert(root);
}

// `fromEntries` defines properties, so that a key `__proto__` is a key like any other.
function plainMap(node: MapNode, convert: (node: ConfigNode) => unknown): Record<string, unknown> {
  return Object.fromEntries(Array.from(node.entries, ([key, entry]) => [key, convert(entry.node)]));
}

/** The entry at a path of keys, or `undefined` where the tree has none. */
export function entryAt(root: ConfigNode, path: readonly string[]): MapEntry | undefined {
  let entry: MapEntry | undefined;
  let node: ConfigNode = root;
  for (const key of path) {
    entry = node.kind === 'map' ? node.entries.get(key) : undefined;
    if (entry === undefined) return undefined;
    node = entry.node;
  }
  return entry;
}

/** A copy of a map with other entries; the same object when every entry stayed. */
export function withEntries(node: MapNode, entries: ReadonlyMap<string, MapEntry>): MapNode {
  const isSame =
    entries.size === node.entries.size && entries.entries().every(([key, entry]) => node.entries.get(key) === entry);
  return isSame ? node : { ...node, entries };
}

/** `over` laid on `base`: maps merge key by key, everything else is replaced. */
export function mergeMaps(base: MapNode, over: MapNode): MapNode {
  const entries = new Map(base.entries);
  for (const [key, entry] of over.entries) {
    const below = base.entries.get(key)?.node;
    const isMerged = below?.kind === 'map' && entry.node.kind === 'map';
    entries.set(key, isMerged ? { ...entry, node: mergeMaps(below, entry.node) } : entry);
  }
  return { ...over, entries };
}
