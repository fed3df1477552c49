import { Command, CommanderError } from 'commander';
import type { CompressFlags } from './commands/compress.ts';
import type { ConfigFlags } from './commands/config.ts';
import { type Io, processIo } from './io.ts';
import { EXIT_OK, EXIT_USAGE, printError } from './print-error.ts';
import { UsageError } from './usage-error.ts';
import { readVersion } from './version.ts';

const COMPRESS_HELP = `
FILE is recognised by its content: OpenAI chat ([...] or {messages}), Anthropic Messages,
OpenAI Responses items, or JSONL of any of them. - reads standard input.

Examples:
  $ hermes compress chat.json                         what would be won, nothing written
  $ hermes compress chat.json --out short.json        write the shorter conversation
  $ hermes compress chat.json --context-length 32k --json
  $ cat chat.jsonl | hermes compress - --focus "the parser" --force --out -

Without OPENAI_API_KEY or auxiliary.compression.base_url the summary is extracted locally,
without a model; the output says so. Nothing leaves this machine then.

Exit code: 0 done (also when nothing had to change), 1 failed, 2 wrong usage, input or config.`;

const CONFIG_HELP = `
Settings live in $HERMES_HOME/config.yaml (default ~/.hermes); a project's .hermes-context.yaml
may override most of them. docs/configuration.md lists every key.

Examples:
  $ hermes config get compression.threshold
  $ hermes config get 'compression.model_thresholds."glm-5.2"'
  $ hermes config schema > ~/.hermes/config.schema.json`;

const MAIN_HELP = `
Start here:
  $ hermes compress conversation.json       shorten a recorded conversation, see what it saves
  $ hermes compress --help                  all its options, with examples`;

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
  addCompress(program, async (file, flags) => {
    const { runCompress } = await import('./commands/compress.ts');
    exitCode = await runCompress(file, flags, io);
  });
  addConfig(program, io, (code) => {
    exitCode = code;
  });
  quietly(program, io);
  await program.parseAsync([...argv], { from: 'user' });
  return exitCode;
}

function addCompress(program: Command, run: (file: string, flags: CompressFlags) => Promise<void>): void {
  program
    .command('compress')
    .description('shorten a recorded conversation so that it fits the window, and stays valid')
    .argument('<file>', 'the transcript, or - for standard input')
    .option('--engine <name>', 'context engine to use (default: context.engine of the configuration)')
    .option('--model <name>', 'model the conversation is for: decides window and threshold')
    .option('--context-length <tokens>', 'window of that model, such as 32000 or 128k')
    .option('--focus <topic>', 'what the summary should dwell on')
    .option('--force', 'compress below the threshold too')
    .option('--local', 'ask no model: extract the summary on this machine')
    .option('--dry-run', 'write nothing and ask no model')
    .option('--out <file>', 'where to write the messages; - for standard output')
    .option('--json', 'print one JSON object instead of tables')
    .addHelpText('after', COMPRESS_HELP)
    .action((file: string, flags: CompressFlags) => run(file, flags));
}

function addConfig(program: Command, io: Io, done: (exitCode: number) => void): void {
  const config = program
    .command('config')
    .description('where settings come from, and what they are')
    .addHelpText('after', CONFIG_HELP);
  const commands = async (): Promise<typeof import('./commands/config.ts')> => import('./commands/config.ts');
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
      what: `${what.charAt(0).toUpperCase()}${what.slice(1)}.`,
      why: WHYS.get(error.code) ?? 'hermes cannot take the command line as it stands.',
      fix: suggestion === '' ? 'See hermes --help, or hermes COMMAND --help.' : suggestion.replace(/^\(|\)$/g, ''),
    }),
    { io, json },
  );
}
