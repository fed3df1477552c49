import type { Message } from './message.ts';
import type { ModelInfo } from './model-info.ts';
import type { Summarise } from './summarise.ts';

/** Milliseconds since 1970 in UTC. The only clock an engine may read. */
export interface Clock {
  now(): number;
}

/** Where an engine reports to. Ids, counts and codes; never message text. */
export interface Log {
  debug(event: string, facts?: LogFacts): void;
  info(event: string, facts?: LogFacts): void;
  warn(event: string, facts?: LogFacts): void;
}

/** What a log line carries beside its name. */
export type LogFacts = Readonly<Record<string, string | number | boolean | undefined>>;

/** What the host lends to the engine of one session. */
export interface EngineServices {
  readonly sessionId: string;
  /** The model at the start; `updateModel` tells of a switch. */
  readonly model: ModelInfo;
  /** Size of one message, in tokens: an estimate, the same for the same message. Must not throw. */
  readonly countTokens: (message: Message) => number;
  readonly summarise: Summarise;
  readonly log: Log;
  readonly clock: Clock;
  /** A folder for this engine alone, absolute. It may not exist yet: create it before the first write. */
  readonly dataDir: string;
  /** Tell the host's listeners. Names are `engine:<engine>:<event>`; a failing listener never reaches the engine. */
  readonly emit: (event: `engine:${string}`, payload: Readonly<Record<string, unknown>>) => void;
}
