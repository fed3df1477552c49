/** Where a provider compacted a conversation by itself: the list here is as it was. */
export interface ServerBoundary {
  /** Milliseconds since 1970, UTC. */
  readonly at: number;
  /** Messages of the list that the provider had been given by then. */
  readonly messages: number;
  /** `codex_app_server`, `openai_responses` or `anthropic_messages`. */
  readonly runtime: string;
  readonly threadId?: string;
  readonly turnId?: string;
}

/** All of them in one conversation. A value that JSON can hold: it is kept with the session. */
export interface ServerRecord {
  readonly count: number;
  /** The newest ones, oldest first. */
  readonly newest: readonly ServerBoundary[];
}

/** More than anybody looks back, and few enough to be written with each change. */
const MAX_NEWEST = 50;

/** The record with one more. */
export function afterBoundary(record: ServerRecord | undefined, boundary: ServerBoundary): ServerRecord {
  const { count = 0, newest = [] } = record ?? {};
  return { count: count + 1, newest: [...newest, boundary].slice(-MAX_NEWEST) };
}
