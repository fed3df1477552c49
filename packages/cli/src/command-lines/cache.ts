import type { CachePlanFlags } from '../commands/cache-plan.ts';
import type { CacheSimulateFlags } from '../commands/cache-simulate.ts';
import type { CommandLine } from './command-line.ts';

const CACHE_HELP = `
A provider reads again for a tenth of the price or less what it has cached of a prompt, up to marks
that are set in the request. simulate plays a recorded conversation through a model of its cache, plan
shows where the marks go. Nothing is sent, and no key is needed.

Examples:
  $ hermes cache simulate chat.json                    what each strategy would have cost
  $ hermes cache simulate chat.json --gap 20           with 20 minutes between your messages
  $ hermes cache simulate chat.json --model claude-opus-5-5 --strategy system_and_3,peat_1h --json
  $ cat chat.jsonl | hermes cache simulate - --provider openrouter
  $ hermes cache plan chat.json                        where the marks go, and why
  $ hermes cache plan chat.json --provider openrouter --model anthropic/claude-sonnet-5 --ttl 1h

FILE is recognised by its content: OpenAI chat ([...] or {messages}), Anthropic Messages, OpenAI
Responses items, or JSONL of any of them. Costs are those of the prompts, not of the answers.

Exit code: 0 done, 2 wrong usage, input or config.`;

const SIMULATE_HELP = `
Examples:
  $ hermes cache simulate chat.json            none, system_and_3 and peat, with lifetimes of 5 minutes
  $ hermes cache simulate chat.json --gap 20   with 20 minutes between your messages; peat_1h, peat_auto too
  $ hermes cache simulate chat.json --model claude-opus-5-5 --strategy system_and_3,peat_1h --json
  $ cat chat.jsonl | hermes cache simulate - --provider openrouter

_1h keeps what was cached for an hour, for a dearer write; peat_auto learns from the pauses which is cheaper.
Costs are those of the prompts, not of the answers: in dollars where the price is known, else in tokens.

Exit code: 0 done, 2 wrong usage, input or config.`;

const PLAN_HELP = `
Examples:
  $ hermes cache plan chat.json                as the configuration has it
  $ hermes cache plan chat.json --strategy system_and_3 --ttl 1h
  $ hermes cache plan chat.json --provider openrouter --model anthropic/claude-sonnet-5 --json

Where the file ends with an answer, the next request has one more message of the user. With --json the
indices of a place begin at 0.

Exit code: 0 done, 2 wrong usage, input or config.`;

/** Add `hermes cache` and its commands. */
export function addCache({ program, io, done }: CommandLine): void {
  const cache = program
    .command('cache')
    .description('what a provider caches of a conversation: where it is marked, what that saves')
    .addHelpText('after', CACHE_HELP);
  cache
    .command('simulate')
    .description('what a recorded conversation would have cost, by strategy')
    .argument('<file>', 'the transcript, or - for standard input')
    .option('--strategy <names>', 'none, system_and_3, system_and_3_1h, peat, peat_1h, peat_auto; several with commas')
    .option('--model <name>', 'whose prices and rules (default: model.default, else claude-sonnet-5)')
    .option('--provider <name>', 'who serves it (default: model.provider, else the maker of the model)')
    .option('--gap <minutes>', 'time between an answer and the next message of the user (default: 1)')
    .option('--json', 'print one JSON object')
    .addHelpText('after', SIMULATE_HELP)
    .action(async (file: string, flags: CacheSimulateFlags) => {
      const { runCacheSimulate } = await import('../commands/cache-simulate.ts');
      done(await runCacheSimulate(file, flags, io));
    });
  cache
    .command('plan')
    .description('where the breakpoints of its next request go, and why')
    .argument('<file>', 'the transcript, or - for standard input')
    .option('--strategy <name>', 'peat, system_and_3 or none (default: prompt_caching.strategy)')
    .option('--ttl <ttl>', '5m or 1h (default: prompt_caching.cache_ttl)')
    .option('--model <name>', 'the model (default: model.default, else claude-sonnet-5)')
    .option('--provider <name>', 'who serves it (default: model.provider, else the maker of the model)')
    .option('--json', 'print one JSON object')
    .addHelpText('after', PLAN_HELP)
    .action(async (file: string, flags: CachePlanFlags) => {
      const { runCachePlan } = await import('../commands/cache-plan.ts');
      done(await runCachePlan(file, flags, io));
    });
}
