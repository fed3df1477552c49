import type { ContextHostError } from '@hermes-context/contract';
import type { ErrorJson } from '../print-error.ts';
import { plainText } from '../terminal/plain-text.ts';

/** What is wrong with a plug-in, as a list and `--json` show it. One line each, fit for a terminal. */
export type Problem = ErrorJson['error'];

/** An error as facts. A plug-in's own words may be among them. */
export function toProblem({ code, explanation }: ContextHostError): Problem {
  const { what, why, fix } = explanation;
  return { code, what: plainText(what), why: plainText(why), fix: plainText(fix) };
}

/** A problem in three sentences, each a line of its own. */
export function problemSentences({ what, why, fix }: Problem): readonly string[] {
  return [what, `why: ${why}`, `fix: ${fix}`];
}
