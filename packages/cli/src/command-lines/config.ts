import type { Command } from 'commander';
import type { ConfigFlags } from '../commands/config.ts';
import type { CommandLine } from './command-line.ts';

const CONFIG_HELP = `
Settings live in $HERMES_HOME/config.yaml (default ~/.hermes); a project's .hermes-context.yaml
may override most of them. docs/configuration.md lists every key. set, unset and edit write your
own file, and touch only the lines that must change.

A key with a dot in it goes in quotes, and a shell needs quotes around those. The schema of the key
says what a value means: 0.5, -5, null, true, [a, b], or a text. A text that starts with a dash
goes behind --.

Examples:
  $ hermes config get compression.threshold
  $ hermes config set compression.threshold 0.6
  $ hermes config set 'compression.model_thresholds."glm-5.2"' 0.4
  $ hermes config unset compression.threshold
  $ hermes config check
  $ hermes config schema > ~/.hermes/config.schema.json

Exit code: 0 done, 1 failed, 2 wrong usage, value or config.`;

type Parts = Omit<CommandLine, 'program'>;

/** Add `hermes config` and its commands. */
export function addConfig({ program, io, done }: CommandLine): void {
  const config = program
    .command('config')
    .description('what the settings are and where they come from; change them')
    .addHelpText('after', CONFIG_HELP);
  addReading(config, { io, done });
  addWriting(config, { io, done });
  addChecking(config, { io, done });
}

function addReading(config: Command, { io, done }: Parts): void {
  const commands = async (): Promise<typeof import('../commands/config.ts')> => import('../commands/config.ts');
  config
    .command('path')
    .description('print where the configuration files are')
    .option('--json', 'print one JSON object')
    .action(async (flags: ConfigFlags) => done(await (await commands()).runConfigPath(flags, io)));
  config
    .command('show')
    .description('print every setting in force, and who decided it')
    .option('--json', 'print one JSON object')
    .action(async (flags: ConfigFlags) => done(await (await commands()).runConfigShow(flags, io)));
  config
    .command('get')
    .description('print one setting')
    .argument('<key>', 'such as compression.threshold')
    .option('--json', 'print one JSON object')
    .action(async (key: string, flags: ConfigFlags) => done(await (await commands()).runConfigGet(key, flags, io)));
}

function addWriting(config: Command, { io, done }: Parts): void {
  config
    .command('set')
    .description('write one setting into your config.yaml')
    .argument('<key>', 'such as compression.threshold')
    .argument('<value>', 'such as 0.6, -5, null, true, [a, b], or a text')
    .option('--json', 'print one JSON object')
    .action(async (key: string, value: string, flags: ConfigFlags) => {
      const { runConfigSet } = await import('../commands/config-set.ts');
      done(await runConfigSet({ key, value }, flags, io));
    });
  config
    .command('unset')
    .description('remove one setting from your config.yaml: its default holds again')
    .argument('<key>', 'such as compression.threshold')
    .option('--json', 'print one JSON object')
    .action(async (key: string, flags: ConfigFlags) => {
      const { runConfigUnset } = await import('../commands/config-unset.ts');
      done(await runConfigUnset(key, flags, io));
    });
  config
    .command('edit')
    .description('open your config.yaml in $VISUAL or $EDITOR, and check it afterwards')
    .option('--json', 'print one JSON object when the editor is closed')
    .action(async (flags: ConfigFlags) => {
      const { runConfigEdit } = await import('../commands/config-edit.ts');
      done(await runConfigEdit(flags, io));
    });
}

function addChecking(config: Command, { io, done }: Parts): void {
  config
    .command('check')
    .description('list every fault of the config files, with line and fix')
    .option('--json', 'print one JSON object')
    .action(async (flags: ConfigFlags) => {
      const { runConfigCheck } = await import('../commands/config-check.ts');
      done(await runConfigCheck(flags, io));
    });
  config
    .command('schema')
    .description('print a JSON Schema for editors')
    .option('--json', 'the same: the schema is JSON')
    .action(async () => {
      const { runConfigSchema } = await import('../commands/config.ts');
      done(await runConfigSchema(io));
    });
}
