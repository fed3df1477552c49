/**
 * One event of a turn, as JSON. Its type becomes the name of the server-sent event: lower-case letters, digits and `-`. The
 * gateway's own names (`accepted`, `dropped`, `done`, `error`) are sent as `event`.
 */
export interface GatewayEvent {
  readonly type: string;
}

/** What each piece of work is given. */
export interface GatewayCall {
  /** Aborts when it is stopped: by a request, by a client that hung up, or because the gateway shuts down. */
  readonly signal: AbortSignal;
  /** Passes an event on to the client. Never throws, and never waits: what a slow client cannot take is dropped. */
  readonly onEvent: (event: GatewayEvent) => void;
}

/** One message to answer. */
export interface GatewayTurn extends GatewayCall {
  readonly text: string;
  /** Names this delivery: the same message delivered twice must be stored once. */
  readonly messageId?: string;
}

/**
 * The conversations behind a gateway, by keys of the chat platform such as `telegram:4711`. For one key, the gateway calls
 * `run` and `compress` one after another; it waits for each to settle, so they must settle soon after their signal aborts.
 *
 * What they reject with reaches the client as what, why and fix if it is a `ContextHostError`, with secrets masked;
 * anything else is reported without any detail.
 */
export interface GatewaySessions {
  /** One turn; begins the conversation if there is none. @returns The result, as JSON: what the client gets last. */
  run(key: string, turn: GatewayTurn): Promise<unknown>;
  /** Compact now. @returns The report, as JSON. */
  compress(key: string, call: GatewayCall & { readonly focus?: string }): Promise<unknown>;
  /** Where the conversation stands, as JSON; `undefined` if there is none. Called while turns run, too. */
  status(key: string): Promise<unknown>;
  /** Stop what goes on beside a turn, such as a compaction in the background. @returns Whether there was something. */
  stop(key: string): Promise<boolean>;
}
