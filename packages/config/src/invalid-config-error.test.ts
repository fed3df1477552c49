import { ContextHostError } from '@hermes-context/contract';
import { describe, expect, it } from 'vitest';
import { configFolders } from './config-folders.fixture.ts';
import { InvalidConfigError } from './invalid-config-error.ts';

async function errorFor(user: string): Promise<InvalidConfigError> {
  const result = await configFolders({ user }).load();
  if (result.kind === 'loaded') throw new Error('expected problems');
  return new InvalidConfigError(result.problems);
}

describe('the error of an invalid configuration', () => {
  it('speaks for its only problem', async () => {
    const error = await errorFor('compression:\n  threshold: 50\n');
    expect(ContextHostError.is(error)).toBe(true);
    expect(error.code).toBe('CTX_CONFIG_INVALID');
    expect(error.facts.problems).toHaveLength(1);
    expect(error.message).toContain('compression.threshold is 50 in ');
    expect(error.explanation.fix).toBe('Did you mean 50 %? Write "threshold: 0.5".');
  });

  it('lists all of several', async () => {
    const { message } = await errorFor('compression:\n  threshold: 50\nprompt_caching:\n  cache_ttl: 1d\n');
    expect(message).toMatch(/^The configuration has 2 problems\.\ncompression\.threshold is 50/);
    expect(message).toContain('\nprompt_caching.cache_ttl is "1d" in ');
    expect(message.endsWith('  fix: Correct them in the order above, and start again.')).toBe(true);
  });
});
