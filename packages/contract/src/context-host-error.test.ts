import { describe, expect, it } from 'vitest';
import { ContextHostError, type Explanation } from './context-host-error.ts';
import { InvalidOptionError } from './invalid-option-error.ts';

class LostError extends ContextHostError {
  override readonly name = 'LostError';
  readonly code = 'CTX_TEST_LOST';
  constructor(explanation: Explanation) {
    super(explanation);
  }
}

describe('ContextHostError', () => {
  const cause = new Error('disk');
  const error = new LostError({ what: 'The file is gone.', why: 'Somebody removed it.', fix: 'Restore it.', cause });

  it('says what, why and fix, in the message and apart', () => {
    expect(String(error)).toBe('LostError: The file is gone.\n  why: Somebody removed it.\n  fix: Restore it.');
    expect(error.explanation).toEqual({ what: 'The file is gone.', why: 'Somebody removed it.', fix: 'Restore it.' });
    expect(error.cause).toBe(cause);
  });

  it('is recognised from another copy of this package, and nothing else is', () => {
    const brand = Symbol.for('hermes-context.error');
    expect(ContextHostError.is(error)).toBe(true);
    expect(ContextHostError.is({ [brand]: true })).toBe(true);
    for (const other of [null, undefined, 'CTX_TEST_LOST', new Error('x'), {}])
      expect(ContextHostError.is(other)).toBe(false);
  });
});

describe('InvalidOptionError', () => {
  it('names the option, its value, the rule, an example, and where the value stands', () => {
    const facts = {
      option: 'compression.threshold',
      received: 50,
      expected: 'a ratio above 0, at most 1',
      example: 0.5,
    };
    expect(new InvalidOptionError(facts).message).toBe(
      'compression.threshold is 50.\n  why: It must be a ratio above 0, at most 1.\n  fix: Set it to a value such as 0.5, or remove it for the default.',
    );
    expect(new InvalidOptionError({ ...facts, source: 'config.yaml:7' }).message).toContain('is 50 in config.yaml:7.');
  });
});
