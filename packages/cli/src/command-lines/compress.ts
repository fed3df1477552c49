import type { CompressFlags } from '../commands/compress.ts';
import type { CommandLine } from './command-line.ts';

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

/** Add `hermes compress`. */
export function addCompress({ program, io, done }: CommandLine): void {
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
    .action(async (file: string, flags: CompressFlags) => {
      const { runCompress } = await import('../commands/compress.ts');
      done(await runCompress(file, flags, io));
    });
}
