import { ContextHostError } from '@hermes-context/contract';
import { type ConfigProblem, formatProblem } from './config-problem.ts';

/** The configuration cannot be used. For callers that throw; `loadConfig` itself returns its problems. */
export class InvalidConfigError extends ContextHostError {
  override readonly name = 'InvalidConfigError';
  readonly code = 'CTX_CONFIG_INVALID';
  /** All that is wrong, in the order of the files. */
  readonly facts: { readonly problems: readonly ConfigProblem[] };

  constructor(problems: readonly ConfigProblem[]) {
    super(explain(problems));
    this.facts = { problems };
  }
}

function explain(problems: readonly ConfigProblem[]) {
  const [only, ...others] = problems;
  if (only !== undefined && others.length === 0) return { what: only.what, why: only.rule, fix: only.fix };
  return {
    what: `The configuration has ${problems.length} problems.\n${problems.map(formatProblem).join('\n')}`,
    why: 'Nothing runs on a guess at what these settings were meant to be.',
    fix: 'Correct them in the order above, and start again.',
  };
}
