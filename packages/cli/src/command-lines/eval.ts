import type { BenchFlags } from '../commands/bench.ts';
import type { EvalFlags } from '../commands/eval.ts';
import type { CommandLine } from './command-line.ts';

const EVAL_HELP = `
Leads a recorded conversation through engines, request by request, each in a host as a chat has it, and
says what survives: the goal and the rules, files, errors, identifiers, numbers. Nothing is sent and no key
is needed: summaries are extracted without a model, by the same stand-in for each engine.

Examples:
  $ hermes eval chat.json                                which engine to use for conversations like this
  $ hermes eval chat.json --model claude-sonnet-5        in the window of that model
  $ hermes eval chat.json --context-length 32k --threshold 0.75
  $ hermes eval chat.json --engines compressor,keep-turns+lcm --json

Without --model and --context-length the window is one at which the conversation is compacted some three
times: in a larger one nothing would have to be done.

Exit code: 0 done, 2 wrong usage, input or config.`;

const BENCH_HELP = `
Makes conversations of eight families from a seed, with planted items: goals, rules, approvals, paths, errors,
numbers, secrets, orders in what tools answer. Leads them through engines and prints tables of what was
kept, found again, leaked, and what it would have cost. The same seed gives the same figures.

Examples:
  $ hermes bench                                         all families, short conversations: a minute or two
  $ hermes bench --sizes 8k,64k,400k --faults            the longer ones too, and summarizers that fail: some minutes
  $ hermes bench --engines my-engine,compressor --families coding,hostile
  $ hermes bench --seed 7 --out report                   tables, CSV and charts into a folder

Families: coding, operations, preferences, multilingual, pictures, parallel, resumes, hostile.

Exit code: 0 done, 2 wrong usage or config.`;

/** Add `hermes eval` and `hermes bench`. */
export function addEval({ program, io, done }: CommandLine): void {
  program
    .command('eval')
    .description('which engine suits a recorded conversation: what each keeps, and what it costs')
    .argument('<file>', 'the transcript, or - for standard input')
    .option('--engines <names>', 'engines with commas, stages of a pipeline with + (default: those of the program)')
    .option('--model <name>', 'whose window it is')
    .option('--context-length <tokens>', 'size of the window, such as 128k')
    .option('--threshold <share>', 'share of the window at which a compaction is due (default: 0.5)')
    .option('--json', 'print one JSON object')
    .addHelpText('after', EVAL_HELP)
    .action(async (file: string, flags: EvalFlags) => {
      const { runEval } = await import('../commands/eval.ts');
      done(await runEval(file, flags, io));
    });
  program
    .command('bench')
    .description('what engines keep of generated conversations, measured without a model')
    .option('--engines <names>', 'engines with commas, stages of a pipeline with + (default: those of the program)')
    .option('--families <names>', 'families of conversations, with commas (default: all)')
    .option('--sizes <names>', '8k, 64k, 400k, with commas (default: 8k)')
    .option('--seed <number>', 'from which the conversations are made (default: 1)')
    .option('--faults', 'with summarizers that fail too')
    .option('--rows <module>', 'a module whose benchRows() gives other rows (its code is run)')
    .option('--out <folder>', 'write the report there: Markdown, CSV, SVG')
    .option('--json', 'print one JSON object, with every run')
    .addHelpText('after', BENCH_HELP)
    .action(async (flags: BenchFlags) => {
      const { runBench } = await import('../commands/bench.ts');
      done(await runBench(flags, io));
    });
}
