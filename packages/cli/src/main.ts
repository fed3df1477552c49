import { Command, CommanderError } from 'commander';
import { addCache } from './command-lines/cache.ts';
import { addChat } from './command-lines/chat.ts';
import type { CommandLine } from './command-lines/command-line.ts';
import { addCompress } from './command-lines/compress.ts';
import { addConfig } from './command-lines/config.ts';
import { addEngine } from './command-lines/engine.ts';
import { addEval } from './command-lines/eval.ts';
import { addGateway } from './command-lines/gateway.ts';
import { addPlugins } from './command-lines/plugins.ts';
import { addSessions } from './command-lines/sessions.ts';
import { type Io, processIo } from './io.ts';
import { EXIT_OK, EXIT_USAGE, printError } from './print-error.ts';
import { UsageError } from './usage-error.ts';
import { readVersion } from './version.ts';

const MAIN_HELP = `
Start here:
  $ hermes compress conversation.json       shorten a recorded conversation, see what it saves
  $ hermes compress --help                  all its options, with examples
  $ hermes chat                             talk to a model, and see the window being kept
  $ hermes cache simulate conversation.json what the provider's prompt cache would save on it

Engines bring commands of their own: hermes ENGINE --help, such as hermes lcm --help.`;

/** Run the command line. Never throws; what went wrong is printed. @returns The exit code. */
export async function main(argv: readonly string[], io: Io = processIo()): Promise<number> {
  const json = argv.includes('--json');
  try {
    return await parse(argv, io);
  } catch (error) {
    if (error instanceof CommanderError) return afterCommander(error, { io, json });
    if (io.env['HERMES_DEBUG'] === '1' && error instanceof Error) io.err(`${error.stack ?? ''}\n`);
    return printError(error, { io, json });
  }
}

async function parse(argv: readonly string[], io: Io): Promise<number> {
  let exitCode = EXIT_OK;
  const program = new Command('hermes')
    .description('Keeps long agent conversations inside the model’s window.')
    .version(readVersion())
    .addHelpText('after', MAIN_HELP);
  const line: CommandLine = {
    program,
    io,
    done: (code) => {
      exitCode = code;
    },
  };
  addCache(line);
  addChat(line);
  addCompress(line);
  addConfig(line);
  addEngine(line);
  addEval(line);
  addGateway(line);
  addPlugins(line);
  addSessions(line);
  quietly(program, io);
  const engineCode = await ofEngine(argv, program, io);
  if (engineCode !== undefined) return engineCode;
  await program.parseAsync([...argv], { from: 'user' });
  return exitCode;
}

/** The first word may be an engine's name, which is looked for only where it is no command of ours. */
async function ofEngine(
  [word = '-', ...words]: readonly string[],
  program: Command,
  io: Io,
): Promise<number | undefined> {
  const ours = [...program.commands.map((command) => command.name()), 'help'];
  if (word.startsWith('-') || ours.includes(word)) return undefined;
  const { runEngineCommand } = await import('./engine-commands/run-engine-command.ts');
  return runEngineCommand({ word, words, ours }, io);
}

/** Errors are ours to print, three sentences each, and nothing of it exits the process. */
function quietly(command: Command, io: Io): void {
  command.exitOverride().configureOutput({
    writeOut: (text) => io.out(text),
    writeErr: (text) => io.err(text),
    outputError: () => undefined,
  });
  command.showSuggestionAfterError(true);
  for (const child of command.commands) quietly(child, io);
}

const HELP_CODES = ['commander.helpDisplayed', 'commander.version', 'commander.help'];

/** The rule that was broken, by commander's code. */
const WHYS: ReadonlyMap<string, string> = new Map([
  ['commander.unknownOption', 'This command has no such option, and a misspelt one is not ignored.'],
  ['commander.unknownCommand', 'The first words choose the command, and hermes has none of this name.'],
  ['commander.missingArgument', 'This command cannot run without it.'],
  ['commander.excessArguments', 'What stands after the last argument would be ignored; one with spaces needs quotes.'],
  ['commander.optionMissingArgument', 'This option takes a value, which stands right after it.'],
  ['commander.missingMandatoryOptionValue', 'This command cannot run without that option.'],
  ['commander.conflictingOption', 'The two options contradict each other.'],
  ['commander.invalidArgument', 'The value is none of those that are allowed there.'],
]);

function afterCommander(error: CommanderError, { io, json }: { readonly io: Io; readonly json: boolean }): number {
  if (HELP_CODES.includes(error.code)) return error.code === 'commander.help' ? EXIT_USAGE : EXIT_OK;
  const [what = '', ...hints] = error.message.replace(/^error: /, '').split('\n');
  const suggestion = hints.join(' ').trim();
  return printError(
    new UsageError({
      what: `${what.charAt(0).toUpperCase()}${what.slice(1).replace(/\.$/, '')}.`,
      why: WHYS.get(error.code) ?? 'hermes cannot take the command line as it stands.',
      fix: suggestion === '' ? 'See hermes --help, or hermes COMMAND --help.' : suggestion.replace(/^\(|\)$/g, ''),
    }),
    { io, json },
  );
}
