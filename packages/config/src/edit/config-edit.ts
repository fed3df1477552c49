/** An edit that is decided by what the file says when its turn comes, under the lock: such as one more item of a list. */
export interface ConfigUpdate {
  readonly kind: 'update';
  readonly path: readonly string[];
  /** The new value for the old one (`undefined` for nothing, both ways). Pure: it may be asked more than once. */
  readonly change: (before: unknown) => unknown;
}

/** One change to a config file. A path is a list of keys, as `parseKeyPath` reads it: `['compression', 'threshold']`. */
export type ConfigEdit =
  | ConfigUpdate
  /** Give a key this value, made of JSON's types; the key and its sections are added where they are missing. */
  | { readonly kind: 'set'; readonly path: readonly string[]; readonly value: unknown }
  /** Remove a key, and the sections that become empty by it. */
  | { readonly kind: 'unset'; readonly path: readonly string[] };
