import type { SlashCommand, SlashCommandCall } from '@hermes-context/contract';
import { describeCause } from '../describe-cause.ts';
import { DuplicateCommandError } from './duplicate-command-error.ts';
import type { PluginCommand } from './general-plugin.ts';
import { PluginCommandError } from './plugin-command-error.ts';

/** The commands of one plug-in. */
export interface CommandBearer {
  readonly name: string;
  /** Absolute. */
  readonly folder: string;
  readonly commands: readonly SlashCommand[];
}

/** Which commands are in force, and which are contested. */
export interface CommandSettlement {
  /** By name. */
  readonly commands: readonly PluginCommand[];
  /** By name of the command. */
  readonly conflicts: readonly DuplicateCommandError[];
}

/** Give each name to the one plug-in that wants it; to none where several do. Pure. */
export function settleCommands(bearers: readonly CommandBearer[]): CommandSettlement {
  const claims = bearers.flatMap(({ name: plugin, folder, commands }) =>
    commands.map((command) => ({ plugin, folder, command })),
  );
  const byName = Map.groupBy(claims, ({ command }) => command.name);
  const commands: PluginCommand[] = [];
  const conflicts: DuplicateCommandError[] = [];
  for (const name of Array.from(byName.keys()).toSorted()) {
    const [only, ...others] = byName.get(name) ?? [];
    if (only === undefined) continue;
    if (others.length === 0) commands.push(guardCommand(only.plugin, only.command));
    else {
      const claimants = [only, ...others].map(({ plugin, folder }) => ({ plugin, folder }));
      conflicts.push(new DuplicateCommandError({ command: name, claims: claimants }));
    }
  }
  return { commands, conflicts };
}

function guardCommand(plugin: string, { name, description, run }: SlashCommand): PluginCommand {
  return {
    plugin,
    name,
    description,
    async run(args, call) {
      const answer = await runCommand(() => run(args, call), { plugin, command: name, signal: call.signal });
      if (typeof answer === 'string') return answer;
      throw new PluginCommandError({ plugin, command: name, problem: 'Its run did not answer in text.' });
    },
  };
}

async function runCommand(
  run: () => unknown,
  { plugin, command, signal }: Pick<SlashCommandCall, 'signal'> & { readonly plugin: string; readonly command: string },
): Promise<unknown> {
  signal.throwIfAborted();
  try {
    return await run();
  } catch (cause) {
    signal.throwIfAborted();
    throw new PluginCommandError({ plugin, command, problem: `Its run threw: ${describeCause(cause)}`, cause });
  }
}
