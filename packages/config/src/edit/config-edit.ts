/** One change to a config file. A path is a list of keys, as `parseKeyPath` reads it: `['compression', 'threshold']`. */
export type ConfigEdit =
  /** Give a key this value, made of JSON's types; the key and its sections are added where they are missing. */
  | { readonly kind: 'set'; readonly path: readonly string[]; readonly value: unknown }
  /** Remove a key, and the sections that become empty by it. */
  | { readonly kind: 'unset'; readonly path: readonly string[] };
