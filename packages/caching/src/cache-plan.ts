/** How long a marked prefix lives unread: five minutes, or an hour at a dearer write. */
export type CacheTtl = '5m' | '1h';

/** Where a marker stands in a {@link WirePrompt}. */
export type MarkerPlace =
  | { readonly part: 'tools'; readonly index: number }
  /** `index` is 0 for a system prompt that is a string. */
  | { readonly part: 'system'; readonly index: number }
  /** `block` is the index in a content that is a list, 0 for a string; absent: on the message itself. */
  | { readonly part: 'messages'; readonly index: number; readonly block?: number };

/** What a marker is for. `prefix`, `epoch`, `anchor` and `tail` are those of `peat`, the others of `system_and_3`. */
export type CacheSlot = 'prefix' | 'epoch' | 'anchor' | 'tail' | 'system' | 'recent';

/** One breakpoint. */
export interface CacheMarker {
  readonly place: MarkerPlace;
  readonly ttl: CacheTtl;
  readonly slot: CacheSlot;
  /** One sentence for a person: why here. */
  readonly why: string;
}

/** Where the breakpoints of one request go, in the order of the prompt, and what became of the rest. */
export interface CachePlan {
  readonly markers: readonly CacheMarker[];
  /** Slots that stay empty, each with one sentence why. */
  readonly skipped: readonly { readonly slot: CacheSlot; readonly why: string }[];
  /** What was set otherwise than asked for, such as a lifetime that would have broken the order. */
  readonly notes: readonly string[];
}
