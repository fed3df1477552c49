import type { Explanation } from './context-host-error.ts';
import type { Clock } from './engine-services.ts';
import type { Message } from './message.ts';

/**
 * A command that an engine adds to the command line: `hermes ENGINE COMMAND`. It works on what the engine keeps, whether
 * a session runs or not; other processes may be working on the same.
 */
export interface EngineCommand<Options = unknown> {
  /** Its word on the command line: `^[a-z][a-z0-9-]{0,31}$`. Not `help`. */
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** Its arguments, for the help: `SESSION [--limit N]`; `''` for none. */
  readonly usage: string;
  /** Further lines for its help: options, examples. */
  readonly details?: readonly string[];
  /**
   * Do it.
   *
   * @param args - What stands behind the command's name, word by word; without `--json` and `--help`, which are the host's.
   * @throws ContextHostError to say in three sentences why it cannot: the host shows them, exit code 1. Anything else is
   *   reported as a defect of the plug-in.
   */
  run(args: readonly string[], services: EngineCommandServices<Options>): Promise<EngineCommandResult>;
}

/** What a host lends to a command of an engine. */
export interface EngineCommandServices<Options = unknown> {
  /** The folder that the engine's sessions get, absolute. It may not exist yet: create it before the first write. */
  readonly dataDir: string;
  /** What `parseOptions` made of the engine's section of the config. */
  readonly options: Options;
  readonly clock: Clock;
  /** Aborts when a person stops it. Leave nothing half done. */
  readonly signal: AbortSignal;
  /** Where relative paths among the arguments begin, absolute. */
  readonly cwd: string;
  /**
   * Standard output, for what is too long for one text, such as an export. What a command writes is then all that stands
   * there: the `text` of its result goes to standard error, and its `data` nowhere.
   */
  readonly write: (text: string) => void;
  /** Says what is going on, in a line that comes and goes on a terminal; nothing is seen of it elsewhere. */
  readonly progress: (text: string) => void;
  /**
   * What was said in a session of the host's store, oldest first; `undefined` where it has no such session. Read as it is
   * asked for, so that a long session needs no memory.
   */
  readonly readSession: (sessionId: string) => Promise<AsyncIterable<SessionMessage> | undefined>;
}

/** A message as the host's store keeps it, in the live list or in the archive. Nothing that a compaction wrote. */
export interface SessionMessage {
  /** As it was said, with the store's id under `_context.id`. */
  readonly message: Message;
  /** When it was said, in milliseconds since 1970, UTC. */
  readonly at: number;
  /** A rewind or an undo took it back: what follows was said in its place. */
  readonly isTakenBack: boolean;
}

/** What came of a command. Narrow on `kind`. */
export type EngineCommandResult =
  /** Exit code 0. */
  | {
      readonly kind: 'done';
      /** For people, any number of lines. */
      readonly text: string;
      /** For `--json`, complete: one value that JSON can hold. */
      readonly data: unknown;
    }
  /** It was tried, and did not come out well. Exit code 1. */
  | {
      readonly kind: 'failed';
      readonly problem: Explanation;
      /** What came of it nevertheless, such as the findings of a check; shown as for `done`. */
      readonly text?: string;
      readonly data?: unknown;
    }
  /** The arguments must be corrected first; nothing was done. Exit code 2. */
  | { readonly kind: 'usage'; readonly problem: Explanation };
