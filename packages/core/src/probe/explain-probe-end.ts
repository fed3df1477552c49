import { describeCause } from '../describe-cause.ts';
import type { PluginLoadFailure } from '../plugin-load-error.ts';
import type { ProbeStep } from './probe-message.ts';

type Explained = Pick<PluginLoadFailure, 'reason' | 'problem' | 'fix'>;

const WORDS = { import: 'Importing it', register: 'Its register' } as const;

/** A step that was still going on at the deadline, so that its process was killed. Pure. */
export function explainHang(step: ProbeStep, timeoutMs: number): Explained {
  return {
    reason: step === 'import' ? 'import-timeout' : 'register-timeout',
    problem: `${WORDS[step]} did not end within ${timeoutMs} ms and let nothing else run: most likely a loop without an end.`,
    fix: 'Correct the plug-in: a file that is imported should only define, and register only register.',
  };
}

/** Something that failed later, while the step was still going on. Pure. */
export function explainLeftover(step: ProbeStep, cause: unknown): Explained {
  return {
    reason: step === 'import' ? 'import-threw' : 'register-threw',
    problem: `${WORDS[step]} left something behind that failed: ${describeCause(cause)}`,
    fix: 'Correct the plug-in: handle the error where it occurs.',
  };
}

/** The process never came to run the plug-in. Pure. */
export function explainNoStart(detail: string): Explained {
  return {
    reason: 'import-threw',
    problem: `The process in which it was to be tried did not start: ${detail}.`,
    fix: 'Try again when the machine has less to do.',
  };
}

/** How a process ended, as Node tells it. */
export interface ProcessEnd {
  readonly code: number | null;
  readonly signal: string | null;
}

/**
 * The process ended without a word of its own. Pure.
 *
 * @param step - What it was at; `undefined` before the plug-in's code ran.
 */
export function explainEnd(step: ProbeStep | undefined, { code, signal }: ProcessEnd): Explained {
  const how = signal === null ? `with code ${code ?? 'unknown'}` : `by ${signal}`;
  if (step === undefined) return explainNoStart(`it ended ${how}`);
  // How V8 ends where there is no memory left; a shell in between turns the signal into a code.
  if (signal === 'SIGABRT' || code === ABORTED) {
    return {
      reason: 'out-of-memory',
      problem: `${WORDS[step]} ended the process that did it, ${how}: most likely it used up the memory that a plug-in may take to be loaded.`,
      fix: 'Correct the plug-in: load large data when it is needed.',
    };
  }
  return {
    reason: 'process-ended',
    problem: `${WORDS[step]} ended the process that did it, ${how}, as process.exit does.`,
    fix: 'Remove the call: a plug-in runs in the process of its host, which it must not end.',
  };
}

/** 128 and the number of SIGABRT. */
const ABORTED = 134;
