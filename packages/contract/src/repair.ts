/** What was wrong with a list of messages, and what was done about it. */
export type RepairKind =
  | 'orphan-result-removed'
  | 'duplicate-result-removed'
  | 'result-moved'
  | 'missing-result-stubbed'
  | 'call-id-renamed'
  | 'arguments-not-json'
  | 'empty-message-removed'
  | 'empty-part-removed'
  | 'lone-surrogate-replaced'
  | 'unreadable-image-replaced'
  | 'user-message-inserted'
  | 'role-converted';

/** One thing that was mended in a list of messages because a provider would have refused it. */
export interface Repair {
  readonly kind: RepairKind;
  /** Where it was, as an index into the list before the repair. */
  readonly index: number;
  /** One sentence for a person, naming the call id or tool where there is one. Never message text. */
  readonly detail: string;
}
