import { describe, expect, it } from 'vitest';
import { contextEngineChecks } from '../engine-checks/context-engine-checks.ts';
import { PROMISE_IDS } from '../engine-checks/promises.ts';
import { type EngineReport, reportOnEngine } from '../engine-checks/report-on-engine.ts';
import type { Mutant } from './mutant.fixture.ts';
import { MUTANTS } from './mutants.fixture.ts';

// Enough to find each of the faults; the seed is no luck, other seeds find them too.
const options = { numRuns: 60, seed: 11, shrink: false };

/** An engine that never answers is not waited for as long as an author would wait. */
const SHORT_TIME_MS = 4_000;

function reportOn({ promise, check, fault, create }: Mutant): Promise<EngineReport> {
  // Time is what P6 measures.
  const patience = promise === 'P6' ? {} : { timeLimitMs: SHORT_TIME_MS };
  return reportOnEngine({ name: fault, create }, { ...options, ...patience, only: [check] });
}

describe.each(PROMISE_IDS)('the kit blames %s', (id) => {
  it.each(MUTANTS.filter(({ promise }) => promise === id))('when an engine $fault: $check', async (mutant) => {
    const { ok, promises } = await reportOn(mutant);
    expect(ok).toBe(false);
    expect(promises.filter((promise) => !promise.ok).map((promise) => promise.id)).toEqual([id]);
  });
});

describe('the mutants', () => {
  it('break every check of the kit, so that each is known to be able to fail', () => {
    const broken = new Set(MUTANTS.map(({ check }) => check));
    expect(contextEngineChecks.map(({ title }) => title).filter((title) => !broken.has(title))).toEqual([]);
  });

  it('are many, and each a fault of its own', () => {
    expect(MUTANTS.length).toBeGreaterThanOrEqual(40);
    expect(new Set(MUTANTS.map(({ promise, check, fault }) => `${promise} ${check} ${fault}`)).size).toBe(
      MUTANTS.length,
    );
  });

  it('name a check of the promise that they break', () => {
    const promiseOf = new Map(contextEngineChecks.map(({ title, promise }) => [title, promise]));
    for (const { check, promise } of MUTANTS) expect([check, promiseOf.get(check)]).toEqual([check, promise]);
  });
});
