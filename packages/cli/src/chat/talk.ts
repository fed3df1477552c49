import type { PluginCommand } from '@hermes-context/core';
import type { Host, HostSession } from '@hermes-context/host';
import type { CommandParts } from './chat-command.ts';
import type { ChatInput } from './chat-input.ts';
import type { ChatView } from './chat-view.ts';
import { commandTable } from './command-table.ts';
import { isDemoModel } from './demo-model.ts';
import { cacheLine } from './header.ts';
import { runChat } from './run-chat.ts';

/** A host that is open, and what a chat needs to know of it. */
export interface OpenChat extends Pick<CommandParts, 'modelOf' | 'noticeOf'> {
  readonly host: Pick<Host, 'newSession'>;
  readonly session: HostSession;
  /** What general plug-ins brought. */
  readonly plugins: readonly PluginCommand[];
  /** What the user should know, so far; grows. */
  readonly warnings: () => readonly string[];
}

/** Where the chat takes place. */
export interface Surroundings extends Pick<CommandParts, 'screen'> {
  readonly input: ChatInput;
  readonly view: ChatView;
  readonly isInteractive: boolean;
}

/** Hold a chat, from its first lines to the one that says how to come back. @returns The exit code. */
export async function talk(chat: OpenChat, { input, view, screen, isInteractive }: Surroundings): Promise<number> {
  let session = chat.session;
  let toldCount = 0;
  const tellWarnings = (): void => {
    const warnings = chat.warnings();
    for (const warning of warnings.slice(toldCount)) view.notice('warning', warning);
    toldCount = warnings.length;
  };
  const open = (): void => {
    const { model, engine, cache } = session.status();
    const liveMessages = session.messages().length;
    const isDemo = isDemoModel(model);
    view.opened({ sessionId: session.id, model, engine, isDemo, liveMessages, cacheStatus: cacheLine(cache) });
  };
  open();
  tellWarnings();
  const code = await runChat({
    input,
    view,
    isInteractive,
    afterEach: tellWarnings,
    commands: commandTable(chat.plugins),
    commandParts: {
      host: chat.host,
      modelOf: chat.modelOf,
      noticeOf: chat.noticeOf,
      screen,
      session: () => session,
      enter: (next) => {
        session = next;
        open();
      },
      onEvent: (event) => view.event(event),
    },
  });
  view.closed(session.id);
  return code;
}
