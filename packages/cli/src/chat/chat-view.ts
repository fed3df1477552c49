import type { ContextHostError, ModelInfo } from '@hermes-context/contract';
import type { TurnEvent, TurnResult } from '@hermes-context/host';

/** What a person should know of a session when it is opened. */
export interface SessionFacts {
  readonly sessionId: string;
  readonly model: ModelInfo;
  readonly engine: string;
  /** Whether the built-in demo answers, since there is no endpoint. */
  readonly isDemo: boolean;
  /** Messages that are there already, where it was resumed. */
  readonly liveMessages: number;
  /** Of the session, not yet printed. */
  readonly cacheStatus: string;
}

/** What came of a slash command. */
export interface CommandResult {
  readonly command: string;
  /** False: it could not be done, and the lines say why. */
  readonly isDone: boolean;
  /** For a person, without control characters; colours where the view has asked for them. */
  readonly lines: readonly string[];
  /** The same for a program. */
  readonly data: unknown;
}

/** Shows a chat, whatever to. Nothing of a model, a tool or a plug-in steers the terminal behind it. */
export interface ChatView {
  opened(facts: SessionFacts): void;
  turnStarts(): void;
  event(event: TurnEvent): void;
  turnEnds(result: TurnResult): void;
  commandEnds(result: CommandResult): void;
  /** Something could not be done, and the chat goes on. */
  problem(error: ContextHostError): void;
  /** One sentence beside the conversation. */
  notice(level: 'info' | 'warning', text: string): void;
  /** @param sessionId - Of the session that was open last. */
  closed(sessionId: string): void;
}
