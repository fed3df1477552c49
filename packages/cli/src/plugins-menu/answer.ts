/** What came of a question. Narrow on `kind`. */
export type Answer<Value> =
  | { readonly kind: 'chosen'; readonly value: Value }
  /** Esc, or Ctrl-D: one level up, nothing changed. */
  | { readonly kind: 'back' }
  /** Ctrl-C: out of it, nothing changed. */
  | { readonly kind: 'interrupted' };
