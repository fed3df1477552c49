import type { ModelInfo } from '@hermes-context/contract';
import type { Host, HostSession, TurnEvent } from '@hermes-context/host';
import type { ChatModel } from '@hermes-context/providers';
import type { CommandResult } from './chat-view.ts';
import type { ContextScreen } from './render-context.ts';

/** What commands work with. One a chat. */
export interface CommandParts {
  readonly host: Pick<Host, 'newSession'>;
  /** The session that the chat is in. */
  readonly session: () => HostSession;
  /** Put another session in its place. */
  readonly enter: (session: HostSession) => void;
  /** The model of this name, at another address where one is given. @throws ContextHostError where it cannot be reached. */
  readonly modelOf: (name: string, baseUrl: string | undefined) => Promise<ChatModel>;
  /** What the user is to be told, now that the session goes on with this model; `undefined` for nothing. */
  readonly noticeOf: (model: ModelInfo) => Promise<string | undefined>;
  readonly onEvent: (event: TurnEvent) => void;
  /** Asked for at each drawing: a window may have changed its size. */
  readonly screen: () => ContextScreen;
}

/** One call of a command. */
export interface CommandCall extends CommandParts {
  /** What stands behind its name, trimmed. */
  readonly args: string;
  readonly signal: AbortSignal;
}

/** A command that is typed with a "/" in front. */
export interface ChatCommand {
  readonly name: string;
  /** What may stand behind it, such as `[focus]`; `''` where nothing does. */
  readonly usage: string;
  /** For `/help`: what it does, a few words. */
  readonly description: string;
  /** @throws ContextHostError when it cannot be done. */
  readonly run: (call: CommandCall) => Promise<Omit<CommandResult, 'command'>>;
}
