import type { ChatFlags } from '../chat/open-chat.ts';
import type { CommandLine } from './command-line.ts';

const CHAT_HELP = `
On a terminal: a prompt with commands (/help lists them). Ctrl-C stops an answer and keeps the
session; at the prompt it clears the line, and twice in an empty line it leaves. Ctrl-D leaves.

Otherwise each line of standard input is one turn. The answers go to standard output and all else
to standard error; with --json standard output has one JSON object a line, and "turn" ends a turn.

Without an address and without a key the built-in demo answers, in a window of 8,000 tokens.
The key comes from model.api_key or the environment: OPENAI_API_KEY,
OPENROUTER_API_KEY, ANTHROPIC_API_KEY.

Examples:
  $ hermes chat                                              the demo, to see a compaction
  $ hermes chat --model gpt-5                                with OPENAI_API_KEY set
  $ hermes chat --base-url http://127.0.0.1:11434/v1 --model qwen3 --context-length 32k
  $ hermes chat --resume 20310520_09                         go on with a stored session
  $ hermes chat --message 'What is a context window?'        one turn, plain text

Exit code: 0 left, 1 outside of a terminal a turn failed, 2 wrong usage or config, 130 left with Ctrl-C.`;

/** Add `hermes chat`. */
export function addChat({ program, io, done }: CommandLine): void {
  program
    .command('chat')
    .description('talk with a model, and see its window being kept')
    .option('--model <name>', 'the model, as its provider spells it, or demo (default: model.default)')
    .option('--base-url <url>', 'address of an OpenAI-compatible server (default: model.base_url)')
    .option('--context-length <tokens>', 'size of its window, such as 128k (default: what is known of it)')
    .option('--engine <name>', 'the context engine (default: context.engine)')
    .option('--resume <session>', 'go on with a session: its id, the beginning of it, or its title')
    .option('--system <text>', 'instructions to the model, the first message of a new session')
    .option('--message <text>', 'one turn with this text, then leave')
    .option('--json', 'print one JSON object a line')
    .addHelpText('after', CHAT_HELP)
    .action(async (flags: ChatFlags) => {
      const { runChatCommand } = await import('../commands/chat.ts');
      done(await runChatCommand(flags, io));
    });
}
