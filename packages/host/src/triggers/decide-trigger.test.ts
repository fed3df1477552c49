import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TriggerSite } from '../compaction-report.ts';
import { decideTrigger, type TriggerFacts } from './decide-trigger.ts';

/** A request at the threshold, and nothing in the way. */
const DUE: TriggerFacts = {
  site: 'turn-start',
  isEnabled: true,
  isInFlight: false,
  size: { tokens: 5_000, basis: 'reported' },
  isAwaiting: false,
  limitTokens: 8_000,
  engineWants: true,
  attempts: 0,
  maxAttempts: 3,
};
const HUGE = { size: { tokens: 8_001, basis: 'estimated' } } as const;
const BLOCKED = { reason: 'ineffective', detail: 'The last passes saved too little.' } as const;
const SITES: readonly TriggerSite[] = [
  'turn-start',
  'before-request',
  'after-tools',
  'overflow',
  'model-switch',
  'idle',
  'manual',
  'hygiene',
];

type Verdict = string;

function verdictOn(facts: Partial<TriggerFacts>): Verdict {
  const verdict = decideTrigger({ ...DUE, ...facts });
  if (verdict.action === 'proceed') return verdict.reason;
  return verdict.force ? 'compact, forced' : 'compact';
}

describe('the decision table', () => {
  it.each<[string, Partial<TriggerFacts>, Verdict]>([
    ['the engine wants it', {}, 'compact'],
    ['… when tools have answered', { site: 'after-tools' }, 'compact'],
    ['… before a further request', { site: 'before-request' }, 'compact'],
    ['… when nobody has said anything', { site: 'idle' }, 'compact'],
    ['the engine sees no need', { engineWants: false }, 'below-threshold'],
    ['the engine waits, and says why', { engineWants: false, engineBlock: BLOCKED }, 'ineffective'],

    ['a compaction runs', { isInFlight: true }, 'in-flight'],
    ['… and somebody asks by hand', { isInFlight: true, site: 'manual' }, 'in-flight'],
    ['… and the provider refuses', { isInFlight: true, site: 'overflow' }, 'in-flight'],
    ['… and the request cannot fit', { isInFlight: true, ...HUGE }, 'in-flight'],

    ['asked by hand', { site: 'manual', engineWants: false }, 'compact, forced'],
    ['… though it is switched off', { site: 'manual', isEnabled: false }, 'compact, forced'],
    ['… in the cooldown', { site: 'manual', cooldownMs: 1 }, 'compact, forced'],
    ['… though it did not help before', { site: 'manual', futile: 'No.' }, 'compact, forced'],
    ['… though no size was reported yet', { site: 'manual', isAwaiting: true }, 'compact, forced'],

    ['it is switched off', { isEnabled: false }, 'disabled'],
    ['… and the provider refuses', { isEnabled: false, site: 'overflow' }, 'disabled'],
    ['… and the request cannot fit', { isEnabled: false, ...HUGE }, 'disabled'],

    ['the turn has compacted as often as it may', { attempts: 3 }, 'attempts'],
    ['… and the provider refuses', { attempts: 3, site: 'overflow' }, 'attempts'],
    ['… and the request cannot fit', { attempts: 4, ...HUGE }, 'attempts'],
    ['the last try of a turn', { attempts: 2 }, 'compact'],

    ['the provider refuses', { site: 'overflow', engineWants: false }, 'compact, forced'],
    ['… in the cooldown', { site: 'overflow', cooldownMs: 60_000 }, 'compact, forced'],

    ['the request cannot fit', HUGE, 'compact, forced'],
    ['… in the cooldown', { ...HUGE, cooldownMs: 60_000 }, 'compact, forced'],
    ['… and no size was reported yet', { ...HUGE, isAwaiting: true }, 'compact, forced'],
    ['… and the engine sees no need', { ...HUGE, engineWants: false }, 'compact, forced'],
    ['… though it did not help before', { ...HUGE, futile: 'No.' }, 'compact, forced'],
    ['… into the window of the new model', { ...HUGE, site: 'model-switch' }, 'compact, forced'],
    ['the request just fits', { size: { tokens: 8_000, basis: 'reported' } }, 'compact'],

    ['it fits the new window', { site: 'model-switch' }, 'below-threshold'],
    ['the last one failed', { cooldownMs: 12_345 }, 'cooldown'],
    ['… and no size was reported yet', { cooldownMs: 1, isAwaiting: true }, 'cooldown'],
    ['no size was reported since the last one', { isAwaiting: true }, 'awaiting'],
    ['… and it did not help before', { isAwaiting: true, futile: 'No.' }, 'awaiting'],
    ['it did not help before', { futile: 'It left 7,000 tokens.' }, 'ineffective'],
  ])('%s', (_, facts, verdict) => {
    expect(verdictOn(facts)).toBe(verdict);
  });

  it('S-046 fires when the engine says that the threshold is reached, and holds no verdict for a warning before', () => {
    expect(verdictOn({ engineWants: true })).toBe('compact');
    expect(verdictOn({ engineWants: false, size: { tokens: 4_999, basis: 'reported' } })).toBe('below-threshold');
    const actions = [true, false].map((engineWants) => decideTrigger({ ...DUE, engineWants }).action);
    expect(actions).toEqual(['compact', 'proceed']);
  });

  it('tells figures, and how sure it is of them', () => {
    expect(decideTrigger(DUE).detail).toBe(
      "The request takes 5,000 tokens, which is at or above the engine's threshold.",
    );
    expect(decideTrigger({ ...DUE, ...HUGE }).detail).toBe(
      'The request takes about 8,001 tokens, and 8,000 fit the window.',
    );
    expect(decideTrigger({ ...DUE, cooldownMs: 12_345 }).detail).toBe(
      'The last compaction failed; the next try is in 13 s, or at once by /compress.',
    );
  });

  it('says something of its own where the engine that waits says nothing', () => {
    const verdict = decideTrigger({ ...DUE, engineWants: false, engineBlock: { reason: 'declined', detail: ' ' } });
    expect(verdict).toMatchObject({ reason: 'declined', detail: expect.stringMatching(/\w{3}/) });
  });

  it('has one verdict with a reason for every combination of facts, the same each time', () => {
    const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
    const facts = fc
      .record({
        site: fc.constantFrom(...SITES),
        isEnabled: fc.boolean(),
        isInFlight: fc.boolean(),
        size: fc.record({
          tokens: fc.constantFrom(1, 5_000, 8_000, 8_001),
          basis: fc.constantFrom('reported', 'anchored', 'scaled', 'estimated'),
        }),
        isAwaiting: fc.boolean(),
        engineWants: fc.boolean(),
        attempts: fc.nat(4),
        engineBlock: optional(fc.constantFrom(BLOCKED, { reason: 'pinned', detail: '' } as const)),
        cooldownMs: optional(fc.constantFrom(1, 900_000)),
        futile: optional(fc.constant('It would win nothing.')),
      })
      .map(
        ({ engineBlock, cooldownMs, futile, ...rest }): TriggerFacts => ({
          ...rest,
          limitTokens: 8_000,
          maxAttempts: 3,
          ...(engineBlock === undefined ? {} : { engineBlock }),
          ...(cooldownMs === undefined ? {} : { cooldownMs }),
          ...(futile === undefined ? {} : { futile }),
        }),
      );
    fc.assert(
      fc.property(facts, (given) => {
        const verdict = decideTrigger(given);
        expect(verdict.detail).toMatch(/\w.*\.$/);
        expect(decideTrigger(given)).toEqual(verdict);
        if (verdict.action === 'compact') {
          expect(given.isInFlight).toBe(false);
          expect(given.site === 'manual' || (given.isEnabled && given.attempts < 3)).toBe(true);
        } else {
          // Nothing that is known to be refused is sent on without a try.
          const mustShrink = given.site === 'overflow' || given.size.tokens > 8_000;
          const isBarred = given.isInFlight || !given.isEnabled || given.attempts >= 3;
          expect(mustShrink && !isBarred).toBe(false);
        }
      }),
    );
  });
});
