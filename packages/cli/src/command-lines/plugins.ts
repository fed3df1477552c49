import { closestName } from '@hermes-context/messages';
import type { Command } from 'commander';
import type { PluginsFlags } from '../commands/plugins-list.ts';
import { UsageError } from '../usage-error.ts';
import type { CommandLine } from './command-line.ts';

const PLUGINS_HELP = `
Without a command: a menu, in which Esc goes back and changes nothing.

An engine in a plug-in folder needs no enabling: it runs where context.engine names it. A general
plug-in, which may register engines, commands and listeners, is loaded where plugins.enabled
names it. Folders of engines: this project's plugins/context_engine, $HERMES_HOME/plugins/context_engine,
those in plugins.paths, and what comes with hermes. General plug-ins: $HERMES_HOME/plugins.

Examples:
  $ hermes plugins                      choose in a menu
  $ hermes plugins list --json          every plug-in, with what is wrong with it
  $ hermes plugins use keep-turns       check the engine, then write context.engine
  $ hermes plugins enable notes         check the plug-in, then write plugins.enabled
  $ hermes plugins doctor               load each plug-in in isolation, explain each fault

Exit code: 0 done, 1 failed, or doctor found a fault, 2 wrong usage or config, 130 stopped with Ctrl-C.`;

/** Add `hermes plugins` and its commands. */
export function addPlugins({ program, io, done }: CommandLine): void {
  const plugins = program
    .command('plugins')
    .description('choose a context engine, switch plug-ins, find out what is wrong with one')
    .option('--json', 'print one JSON object: the same as plugins list --json')
    .addHelpText('after', PLUGINS_HELP)
    .allowExcessArguments()
    .action(async (flags: PluginsFlags, command: Command) => {
      const [unknown] = command.args;
      if (unknown !== undefined) throw noSuchCommand(unknown, plugins);
      const { runPluginsMenu } = await import('../commands/plugins-menu.ts');
      done(await runPluginsMenu(flags, io));
    });
  addReading(plugins, { io, done });
  addWriting(plugins, { io, done });
}

type Parts = Omit<CommandLine, 'program'>;

function addReading(plugins: Command, { io, done }: Parts): void {
  plugins
    .command('list')
    .description('print every plug-in: where it is, what it is, what is wrong with it')
    .option('--json', 'print one JSON object')
    .action(async (_, command: Command) => {
      const { runPluginsList } = await import('../commands/plugins-list.ts');
      done(await runPluginsList(command.optsWithGlobals(), io));
    });
  plugins
    .command('doctor')
    .description('load every plug-in in isolation, and explain each fault with a fix')
    .argument('[name]', 'one plug-in alone')
    .option('--json', 'print one JSON object')
    .action(async (name: string | undefined, _, command: Command) => {
      const { runPluginsDoctor } = await import('../commands/plugins-doctor.ts');
      done(await runPluginsDoctor(name, command.optsWithGlobals(), io));
    });
}

function addWriting(plugins: Command, { io, done }: Parts): void {
  plugins
    .command('use')
    .description('check an engine, then write it as context.engine into your config.yaml')
    .argument('<engine>', 'a name of plugins list')
    .option('--json', 'print one JSON object')
    .action(async (engine: string, _, command: Command) => {
      const { runPluginsUse } = await import('../commands/plugins-use.ts');
      done(await runPluginsUse(engine, command.optsWithGlobals(), io));
    });
  plugins
    .command('enable')
    .description('check a general plug-in, then add it to plugins.enabled')
    .argument('<name>', 'a name of plugins list')
    .option('--json', 'print one JSON object')
    .action(async (name: string, _, command: Command) => {
      const { runPluginsEnable } = await import('../commands/plugins-enable.ts');
      done(await runPluginsEnable(name, command.optsWithGlobals(), io));
    });
  plugins
    .command('disable')
    .description('take a general plug-in out of plugins.enabled, and keep it out')
    .argument('<name>', 'a name of plugins list')
    .option('--json', 'print one JSON object')
    .action(async (name: string, _, command: Command) => {
      const { runPluginsDisable } = await import('../commands/plugins-disable.ts');
      done(await runPluginsDisable(name, command.optsWithGlobals(), io));
    });
}

function noSuchCommand(name: string, { commands }: Command): UsageError {
  const names = commands.map((command) => command.name());
  const meant = closestName(name, names);
  return new UsageError({
    what: `hermes plugins has no command "${name}".`,
    why: `These are its commands: ${names.join(', ')}.`,
    fix: meant === undefined ? 'See hermes plugins --help.' : `Did you mean hermes plugins ${meant}?`,
  });
}
