import type { EngineNewFlags } from '../commands/engine-new.ts';
import type { EngineTestFlags } from '../commands/engine-test.ts';
import type { CommandLine } from './command-line.ts';

const NEW_HELP = `
The folder holds a whole engine in TypeScript that runs as it is, without a build:
it keeps the newest messages, and a summary of everything before them.

Examples:
  $ hermes engine new my-engine
  $ hermes engine new my-engine --dir ~/.hermes/plugins/context_engine`;

const TEST_HELP = `
The engine is the folder of a plug-in, its entry file, or the name of an installed
engine. It runs in a process of its own: one that never ends is stopped, and that
is reported too. Nothing is written.

Exit code: 0 all promises hold, 1 one is broken, 2 the engine cannot be loaded.

Examples:
  $ hermes engine test ./my-engine
  $ hermes engine test my-engine --promise P2 --seed 42   see a failure again
  $ hermes engine test keep-turns --options '{"keep_turns": 3}' --json`;

/** Add `hermes engine` and its commands. */
export function addEngine({ program, io, done }: CommandLine): void {
  const engine = program.command('engine').description('write a context engine of your own, and prove it');
  engine
    .command('new')
    .description('make the folder of a new engine')
    .argument('<name>', 'lower-case letters, digits, "-" and "_"')
    .option('--dir <folder>', 'where to make it (default: here)')
    .option('--json', 'print one JSON object')
    .addHelpText('after', NEW_HELP)
    .action(async (name: string, flags: EngineNewFlags) => {
      const { runEngineNew } = await import('../commands/engine-new.ts');
      done(await runEngineNew(name, flags, io));
    });
  engine
    .command('test')
    .description('try an engine on generated conversations, promise by promise')
    .argument('<engine>', 'a folder, a file, or a name')
    .option('--runs <n>', 'conversations a check (default: 100: about 20 s)')
    .option('--seed <n>', 'the conversations of an earlier run')
    .option('--promise <ids>', 'only these, such as P2 or P1,P3')
    .option('--options <json>', 'options of the engine, as in config.yaml (default: {})')
    .option('--json', 'print one JSON object')
    .addHelpText('after', TEST_HELP)
    .action(async (place: string, flags: EngineTestFlags) => {
      const { runEngineTest } = await import('../commands/engine-test.ts');
      done(await runEngineTest(place, flags, io));
    });
}
