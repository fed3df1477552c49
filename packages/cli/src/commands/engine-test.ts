import { randomInt } from 'node:crypto';
import { styleText } from 'node:util';
import { PROMISE_IDS, type PromiseId } from '@hermes-context/testing/checks';
import { createProgress } from '../compress/progress.ts';
import { checkFolder } from '../engine/check-folder.ts';
import { findEngine } from '../engine/find-engine.ts';
import { passPrintedText } from '../engine/pass-printed-text.ts';
import type { Proof } from '../engine/proof.ts';
import { type ProofRequest, proveEngine } from '../engine/prove-engine.ts';
import { renderProof } from '../engine/render-proof.ts';
import { quoteArgument, quoteForShell } from '../engine/shell-words.ts';
import type { Io } from '../io.ts';
import { EXIT_INTERRUPTED, EXIT_OK } from '../print-error.ts';
import { UsageError } from '../usage-error.ts';

/** The flags of `hermes engine test` as the command line has them. */
export interface EngineTestFlags {
  readonly runs?: string;
  readonly seed?: string;
  readonly promise?: string;
  readonly options?: string;
  readonly json?: boolean;
}

/** At least one promise is broken, or could not be proven. */
const EXIT_BROKEN = 1;

const DEFAULT_RUNS = 100;
const MAX_RUNS = 1_000_000;

/** Generators take seeds of 32 bits. */
const MAX_SEED = 2 ** 31 - 1;

/** `hermes engine test ENGINE`: every promise of a context engine. @returns The exit code. */
export async function runEngineTest(place: string, flags: EngineTestFlags, io: Io): Promise<number> {
  const wanted = readFlags(flags);
  const folder = await findEngine(place, io);
  if (folder !== null) await checkFolder(folder);
  const proof = await prove({ ...wanted, folder, place }, io);
  if (proof === undefined) {
    io.err('hermes: stopped; the engine was not tested to the end.\n');
    return EXIT_INTERRUPTED;
  }
  if (flags.json === true) io.out(`${JSON.stringify(proof, null, 2)}\n`);
  else io.out(renderProof(proof, { command: commandFor(place, flags), paint }));
  return proof.ok ? EXIT_OK : EXIT_BROKEN;
}

type Wanted = Pick<ProofRequest, 'promises' | 'runs' | 'seed' | 'options'>;

/** The report; `undefined` when the user stopped it. */
async function prove(request: ProofRequest, io: Io): Promise<Proof | undefined> {
  const interrupt = new AbortController();
  const onInterrupt = (): void => interrupt.abort(new Error('interrupted'));
  process.once('SIGINT', onInterrupt);
  const progress = createProgress(io);
  const printed = passPrintedText(io);
  try {
    return await proveEngine(request, {
      signal: interrupt.signal,
      onCheck: ({ title, number, count }) => progress.show(progressText(`check ${number} of ${count}: it ${title}`)),
      onPrint: (text) => {
        progress.end();
        printed.add(text);
      },
    });
  } catch (error) {
    if (interrupt.signal.aborted) return undefined;
    throw error;
  } finally {
    progress.end();
    printed.end();
    process.removeListener('SIGINT', onInterrupt);
  }
}

const PROGRESS_CHARS = 76; // on 80 columns a longer line would wrap, and could not be taken back

function progressText(text: string): string {
  return text.length <= PROGRESS_CHARS ? text : text.slice(0, PROGRESS_CHARS);
}

/** Colours where standard output is a terminal that takes them. */
function paint(colour: 'green' | 'red' | 'yellow' | 'bold', text: string): string {
  return styleText(colour, text, { stream: process.stdout });
}

function commandFor(place: string, { options }: EngineTestFlags): string {
  const words = ['hermes', 'engine', 'test', place, ...(options === undefined ? [] : ['--options', options])];
  return words.map(quoteForShell).join(' ');
}

function readFlags({ runs, seed, promise, options }: EngineTestFlags): Wanted {
  return {
    runs: runs === undefined ? DEFAULT_RUNS : readWhole('--runs', runs, { min: 1, max: MAX_RUNS }),
    seed: seed === undefined ? randomInt(MAX_SEED) : readWhole('--seed', seed, { min: -MAX_SEED - 1, max: MAX_SEED }),
    promises: promise === undefined ? PROMISE_IDS : readPromises(promise),
    options: options === undefined ? {} : readOptions(options),
  };
}

function readWhole(flag: string, text: string, { min, max }: { readonly min: number; readonly max: number }): number {
  const value = /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw new UsageError({
    what: `${flag} is ${quoteArgument(text)}.`,
    why: `It takes a whole number from ${min.toLocaleString('en-US')} to ${max.toLocaleString('en-US')}.`,
    fix: `Give it one, such as ${flag} 42, or leave it out.`,
  });
}

function readPromises(text: string): readonly PromiseId[] {
  const asked = text.split(',').map((each) => each.trim().toUpperCase());
  const known = PROMISE_IDS.filter((id) => asked.includes(id));
  if (known.length === new Set(asked).size) return known;
  throw new UsageError({
    what: `--promise is ${quoteArgument(text)}.`,
    why: 'It takes promises from P1 to P8, with a comma between them.',
    fix: 'Give some of them, such as --promise P1,P3, or leave it out for all eight.',
  });
}

function readOptions(text: string): Readonly<Record<string, unknown>> {
  const value = parseJson(text);
  if (isRecord(value)) return value;
  throw new UsageError({
    what: `--options is ${quoteArgument(text)}.`,
    why: 'It takes one JSON object: what would stand under context.options.ENGINE in config.yaml.',
    fix: `Quote it for the shell, such as: --options '{"keep_turns": 3}'`,
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
