import type { ConfigFlags } from '../commands/config.ts';
import type { CommandLine } from './command-line.ts';

const CONFIG_HELP = `
Settings live in $HERMES_HOME/config.yaml (default ~/.hermes); a project's .hermes-context.yaml
may override most of them. docs/configuration.md lists every key.

Examples:
  $ hermes config get compression.threshold
  $ hermes config get 'compression.model_thresholds."glm-5.2"'
  $ hermes config schema > ~/.hermes/config.schema.json`;

/** Add `hermes config` and its commands. */
export function addConfig({ program, io, done }: CommandLine): void {
  const config = program
    .command('config')
    .description('where settings come from, and what they are')
    .addHelpText('after', CONFIG_HELP);
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
  config
    .command('schema')
    .description('print a JSON Schema for editors')
    .option('--json', 'the same: the schema is JSON')
    .action(async () => done(await (await commands()).runConfigSchema(io)));
}
