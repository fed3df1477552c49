import type { EngineCommandResult } from '@hermes-context/contract';
import type { Io } from '../io.ts';
import { EXIT_FAILED, EXIT_OK, printError } from '../print-error.ts';
import { jsonText } from '../sessions/json-text.ts';
import { UsageError } from '../usage-error.ts';
import { type CommandName, EngineCommandError } from './engine-command-error.ts';
import { terminalText } from './terminal-text.ts';

/** How a result is to be printed. */
export interface ResultView {
  readonly name: CommandName;
  readonly io: Io;
  readonly json: boolean;
  /** The command wrote to standard output itself, which then is its alone. */
  readonly hasWritten: boolean;
}

/** Print what came of a command. @returns The exit code. */
export function printResult(result: EngineCommandResult, view: ResultView): number {
  const { name, io } = view;
  switch (result.kind) {
    case 'done':
      printReport(result, view);
      return EXIT_OK;
    case 'failed': {
      const json = view.json && !view.hasWritten && result.data === undefined;
      if (!json) printReport(result, view);
      printError(new EngineCommandError({ ...name, explanation: result.problem }), { io, json });
      return EXIT_FAILED;
    }
    case 'usage':
      return printError(new UsageError(result.problem), { io, json: view.json && !view.hasWritten });
  }
}

function printReport(
  { text = '', data }: { readonly text?: string; readonly data?: unknown },
  { io, json, hasWritten }: ResultView,
): void {
  if (!json && hasWritten) io.err(terminalText(text));
  else if (!json) io.out(terminalText(text));
  else if (!hasWritten) io.out(jsonText(data ?? null));
}
