import { ContextHostError } from '@hermes-context/contract';
import type { ConfigProblem } from '../config-problem.ts';

/** A setting would get a value that it cannot have. Nothing was written. */
export class InvalidSettingError extends ContextHostError {
  override readonly name = 'InvalidSettingError';
  readonly code = 'CTX_SETTING_INVALID';
}

/** The error for a value that the schema refuses. */
export function invalidSetting(problem: ConfigProblem, fix = problem.fix): InvalidSettingError {
  const what = `${problem.path} cannot be ${valueInWords(problem)}; nothing was changed.`;
  return new InvalidSettingError({ what, why: problem.rule, fix });
}

/** There is no setting of this name, but one of a name that is near. Nothing was written. */
export class UnknownSettingError extends ContextHostError {
  override readonly name = 'UnknownSettingError';
  readonly code = 'CTX_SETTING_UNKNOWN';
  readonly facts: { readonly path: string; readonly suggestion: string };

  constructor(facts: { readonly path: string; readonly suggestion: string }) {
    super({
      what: `There is no setting ${facts.path}; nothing was changed.`,
      why: 'A setting that nobody reads would have no effect.',
      fix: `Did you mean ${facts.suggestion}? A key of another program can be added with: hermes config edit`,
    });
    this.facts = facts;
  }
}

/** The value of a problem, for a sentence that it ends: `50`, `"5 minutes"`, `a list or a map there`. */
function valueInWords({ value, code }: ConfigProblem): string {
  if (value === undefined) return code === 'wrong-type' ? 'a list or a map there' : 'this';
  return typeof value === 'string' && value !== '[hidden]' ? JSON.stringify(value) : String(value);
}
