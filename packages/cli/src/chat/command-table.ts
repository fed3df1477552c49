import type { PluginCommand } from '@hermes-context/core';
import { renderTable } from '../sessions/render-table.ts';
import { changeCommands } from './change-commands.ts';
import type { ChatCommand } from './chat-command.ts';
import { createStreamCleaner } from './clean-stream.ts';
import { pinCommands } from './pin-commands.ts';
import { showCommands } from './show-commands.ts';

/** Leaves the chat. It is no entry of the table, since the chat itself ends. */
export const QUIT = 'quit';

const QUIT_DESCRIPTION = 'leave; the session stays stored';

/** All commands of a chat but the one that leaves it: its own, those of general plug-ins, and the one that explains them. */
export function commandTable(plugins: readonly PluginCommand[]): readonly ChatCommand[] {
  const commands = [...changeCommands, ...pinCommands, ...showCommands, ...plugins.map(ofPlugin)];
  const help: ChatCommand = {
    name: 'help',
    usage: '',
    description: 'list the commands',
    run: async ({ screen }) => {
      const all = [...commands, help, { name: QUIT, usage: '', description: QUIT_DESCRIPTION }];
      const rows = all.map(({ name, usage, description }) => [`/${name} ${usage}`.trimEnd(), description]);
      const columns = [{ head: 'Command' }, { head: 'What it does', min: 10 }];
      const lines = [...renderTable(columns, rows, screen().columns), ...KEYS];
      return { isDone: true, lines, data: all.map(({ name, usage, description }) => ({ name, usage, description })) };
    },
  };
  return [...commands, help];
}

const KEYS = ['', 'Ctrl-C stops an answer, clears the line, and the second time leaves. Ctrl-D leaves.'];

function ofPlugin({ name, description, plugin, run }: PluginCommand): ChatCommand {
  return {
    name,
    usage: '[text]',
    description: cleanLines(`${description} (plug-in ${plugin})`).join(' '),
    run: async ({ args, signal, session }) => {
      const text = await run(args, { signal, sessionId: session().id });
      return { isDone: true, lines: cleanLines(text), data: text };
    },
  };
}

function cleanLines(text: string): readonly string[] {
  const cleaner = createStreamCleaner();
  return (cleaner.push(text) + cleaner.end()).split('\n');
}
