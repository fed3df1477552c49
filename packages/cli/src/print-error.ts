import { ContextHostError } from '@hermes-context/contract';
import type { Io } from './io.ts';
import { plainText } from './terminal/plain-text.ts';

/** Done. */
export const EXIT_OK = 0;
/** It was tried, and failed. */
export const EXIT_FAILED = 1;
/** The command line, the input or the configuration must be corrected first. */
export const EXIT_USAGE = 2;
/** A person stopped it: as shells have it for Ctrl-C. */
export const EXIT_INTERRUPTED = 130;

/** What went right up to the last step, which the system or another program refused: nothing to correct in the command. */
const FAILED_CODES: readonly string[] = [
  'CTX_CONFIG_LOCKED',
  'CTX_CONFIG_UNWRITABLE',
  'CTX_EDITOR_FAILED',
  'CTX_ENGINE_COMMAND_FAILED',
  'CTX_OUTPUT_UNWRITABLE',
  'CTX_STRAY_ERROR',
  'CTX_UNEXPECTED',
];

/** How an error reads with `--json`. */
export interface ErrorJson {
  readonly error: { readonly code: string; readonly what: string; readonly why: string; readonly fix: string };
}

/** Tell a person (and with `json` a program) what went wrong. Never a stack trace. @returns The exit code. */
export function printError(error: unknown, { io, json }: { readonly io: Io; readonly json: boolean }): number {
  const facts = explain(error);
  if (json) io.out(`${JSON.stringify({ error: facts } satisfies ErrorJson, null, 2)}\n`);
  io.err(`hermes: ${shown(facts.what)}\n  why: ${shown(facts.why)}\n  fix: ${shown(facts.fix)}\n`);
  return FAILED_CODES.includes(facts.code) ? EXIT_FAILED : EXIT_USAGE;
}

/** Several faults stand on lines of their own; what a plug-in or a file put in may not steer the terminal. */
function shown(text: string): string {
  return text
    .split('\n')
    .map((line) => `${/^ */.exec(line)?.[0] ?? ''}${plainText(line)}`)
    .join('\n');
}

function explain(error: unknown): ErrorJson['error'] {
  if (ContextHostError.is(error)) return { code: error.code, ...error.explanation };
  const message = error instanceof Error ? error.message : String(error);
  return {
    code: 'CTX_UNEXPECTED',
    what: message.split('\n', 1)[0] ?? 'Something went wrong.',
    why: 'This is a fault of hermes or of a plug-in, not of the command line. Nothing was written.',
    fix: 'Run it again with HERMES_DEBUG=1 for the stack, and report it together with the command.',
  };
}
