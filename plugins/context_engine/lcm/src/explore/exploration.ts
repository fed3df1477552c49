/** What is known of a text without reading it. */
export interface Exploration {
  readonly kind: 'json' | 'json-lines' | 'csv' | 'sql' | 'code' | 'markup' | 'log' | 'prose';
  /** For a model: the first line says kind and size, the others what stands where. Without secrets, well-formed. */
  readonly note: string;
}

/** A text made ready to be looked at: well-formed, without terminal colours, listing numbers and secrets. */
export interface Material {
  readonly text: string;
  /** As many as the original has: an index plus one is a line's number. */
  readonly lines: readonly string[];
  /** What the explorer's lines may add up to, line breaks included, in UTF-16 units. */
  readonly roomChars: number;
}

/** What an explorer found. */
export interface Finding {
  readonly kind: Exploration['kind'];
  /** The kind in words, as `Python code`. */
  readonly title: string;
  readonly lines: readonly string[];
}

/** Looks at a text; `undefined` where it is of another kind. Must not throw. */
export type Explorer = (material: Material) => Finding | undefined;
