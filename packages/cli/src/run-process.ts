import { ContextHostError } from '@hermes-context/contract';
import { processIo } from './io.ts';
import { main } from './main.ts';
import { EXIT_OK, printError } from './print-error.ts';

/** Code of a plug-in threw in a timer or a callback, where nothing waits for it. */
class StrayError extends ContextHostError {
  override readonly name = 'StrayError';
  readonly code = 'CTX_STRAY_ERROR';

  constructor(cause: unknown) {
    const text = cause instanceof Error ? cause.message : String(cause);
    super({
      what: `Something threw where nothing waits for it: ${text.split('\n', 1)[0]}`,
      why: 'Most likely code of a plug-in, in a timer or a callback. What it belonged to may be half done, so the command was stopped.',
      fix: 'Run hermes plugins doctor. With HERMES_DEBUG=1 the stack is shown.',
      cause,
    });
  }
}

/** Run the command line as this process, and end it: nothing that a plug-in left running keeps it alive. */
export async function runProcess(argv: readonly string[]): Promise<never> {
  const io = processIo();
  // Whoever reads it has read enough, as head does.
  process.stdout.on('error', () => process.exit(EXIT_OK));
  process.on('uncaughtException', (error) => {
    if (io.env['HERMES_DEBUG'] === '1') io.err(`${error.stack ?? ''}\n`);
    process.exit(printError(new StrayError(error), { io, json: false }));
  });
  const exitCode = await main(argv, io);
  await Promise.all([process.stdout, process.stderr].map(flushed));
  process.exit(exitCode);
}

/** A pipe takes what was written only bit by bit. */
function flushed(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    stream.write('', () => resolve());
  });
}
