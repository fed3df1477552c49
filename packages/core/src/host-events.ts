/**
 * A session was compacted: its list, which is stored, or what the provider holds of it, and then the list is as it was.
 * Names as consumers know them, whatever our own style.
 */
export interface SessionCompressEvent {
  /** Whether the session kept its id. The one way to learn the mode: never compare ids. */
  readonly in_place: boolean;
  /** The id before a rotation; `''` in place. */
  readonly old_session_id: string;
  /** The id from here on. */
  readonly session_id: string;
  /** Compactions of this conversation so far, this one included. */
  readonly compression_count: number;
  /** Where the conversation comes from, such as `cli`, where the host says so. */
  readonly platform?: string;
  /** Who compacted, where it was the provider: `codex_app_server`, `openai_responses` or `anthropic_messages`. */
  readonly runtime?: string;
  /** The provider's own names for the conversation and the turn, where it holds the conversation. */
  readonly thread_id?: string;
  readonly turn_id?: string;
}

/** A session changed its model, because somebody asked for it: a host never does so on its own (S-110). */
export interface SessionModelEvent {
  readonly session_id: string;
  readonly from: string;
  readonly to: string;
  /** Always true: what the provider kept of the prompt so far is of no use to another model. */
  readonly cache_lost: true;
}

/** The engine in use is not the one that was asked for, or not from where it should come. */
export interface EngineFallbackEvent {
  readonly requested: string;
  /** The name of the engine that runs instead. */
  readonly used: string;
  /** Code of the notice, such as `CTX_ENGINE_NOT_FOUND`. */
  readonly code: string;
  /** The notice in three sentences. */
  readonly message: string;
}

/** Events of a host, by name. A host that has more of them extends this. */
export interface HostEvents {
  readonly 'session:compress': SessionCompressEvent;
  readonly 'session:model': SessionModelEvent;
  readonly 'engine:fallback': EngineFallbackEvent;
  /** What an engine told through `services.emit`. */
  readonly [name: EngineEventName]: Readonly<Record<string, unknown>>;
}

/** `engine:<engine>:<event>`. */
export type EngineEventName = `engine:${string}:${string}`;

/**
 * Whether `name` is one under which `engine` may speak: a host passes on nothing else, so that no
 * engine can speak for another one, or for the host.
 */
export function isEngineEventName(name: string, engine: string): name is EngineEventName {
  const prefix = `engine:${engine}:`;
  return name.startsWith(prefix) && name.length > prefix.length;
}
