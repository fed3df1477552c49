import { type CompressedFile, compressFile } from '../compress/compress-file.ts';
import type { CompressOptions } from '../compress/options.ts';
import { createProgress } from '../compress/progress.ts';
import { renderResult } from '../compress/render-result.ts';
import type { Io } from '../io.ts';
import { parseTokenCount } from '../parse-token-count.ts';
import { EXIT_INTERRUPTED, EXIT_OK } from '../print-error.ts';
import { STDIN_NAME } from '../read-input.ts';
import { UsageError } from '../usage-error.ts';
import { writeOutput } from '../write-output.ts';

/** The flags of `hermes compress` as the command line has them. */
export interface CompressFlags {
  readonly engine?: string;
  readonly model?: string;
  readonly contextLength?: string;
  readonly focus?: string;
  readonly force?: boolean;
  readonly dryRun?: boolean;
  readonly local?: boolean;
  readonly out?: string;
  readonly json?: boolean;
}

/** Compress one transcript: read it, run the engine, print what came of it. @returns The exit code. */
export async function runCompress(file: string, flags: CompressFlags, io: Io): Promise<number> {
  const options = optionsOf(file, flags);
  const interrupt = new AbortController();
  const onInterrupt = (): void => interrupt.abort(new Error('interrupted'));
  process.once('SIGINT', onInterrupt);
  const progress = createProgress(io);
  try {
    const compressed = await compressFile(options, { io, signal: interrupt.signal, progress });
    progress.end();
    await deliver(compressed, { options, json: flags.json === true, io });
    return EXIT_OK;
  } catch (error) {
    progress.end();
    if (!interrupt.signal.aborted) throw error;
    io.err('hermes: stopped; nothing was written.\n');
    return EXIT_INTERRUPTED;
  } finally {
    process.removeListener('SIGINT', onInterrupt);
  }
}

async function deliver(
  { result, text }: CompressedFile,
  { options, json, io }: { readonly options: CompressOptions; readonly json: boolean; readonly io: Io },
): Promise<void> {
  const out = options.dryRun === true ? undefined : options.out;
  if (out !== undefined) await writeOutput(out, text, io);
  const file = options.file === '-' ? STDIN_NAME : options.file;
  const report = json
    ? `${JSON.stringify(result, null, 2)}\n`
    : renderResult(result, { file, out, isDryRun: options.dryRun === true });
  // The messages have standard output to themselves when they go there.
  if (out === '-') io.err(report);
  else io.out(report);
}

function optionsOf(file: string, flags: CompressFlags): CompressOptions {
  const { engine, model, contextLength, focus, force, dryRun, local, out } = flags;
  if (out === '') throw emptyFlag('--out', 'the name of a file, or - for standard output');
  if (engine === '') throw emptyFlag('--engine', 'the name of an engine, such as compressor');
  return {
    file,
    ...(engine === undefined ? {} : { engine }),
    ...(model === undefined ? {} : { model }),
    ...(contextLength === undefined ? {} : { contextTokens: parseTokenCount(contextLength, '--context-length') }),
    ...(focus === undefined ? {} : { focusTopic: focus }),
    ...(force === undefined ? {} : { force }),
    ...(dryRun === undefined ? {} : { dryRun }),
    ...(local === undefined ? {} : { local }),
    ...(out === undefined ? {} : { out }),
  };
}

function emptyFlag(flag: string, expected: string): UsageError {
  return new UsageError({
    what: `${flag} is empty.`,
    why: `It takes ${expected}.`,
    fix: `Give it a value, or leave ${flag} out.`,
  });
}
