import { ContextHostError } from './context-host-error.ts';

/** What was wrong with an option, as facts. */
export interface InvalidOption {
  /** Full path of the key, such as `compression.threshold`. */
  readonly option: string;
  readonly received: unknown;
  /** The rule, to follow "It must be": `a ratio above 0, at most 1`. */
  readonly expected: string;
  readonly example: unknown;
  /** Where the value stands, such as `/home/me/.hermes/config.yaml:7`. */
  readonly source?: string;
}

/** A config value that its owner cannot accept. */
export class InvalidOptionError extends ContextHostError {
  override readonly name = 'InvalidOptionError';
  readonly code = 'CTX_OPTION_INVALID';
  readonly facts: InvalidOption;

  constructor(facts: InvalidOption) {
    const { option, received, expected, example, source } = facts;
    super({
      what: `${option} is ${JSON.stringify(received)}${source === undefined ? '' : ` in ${source}`}.`,
      why: `It must be ${expected}.`,
      fix: `Set it to a value such as ${JSON.stringify(example)}, or remove it for the default.`,
    });
    this.facts = facts;
  }
}
