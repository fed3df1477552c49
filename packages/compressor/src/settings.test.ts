import { InvalidOptionError } from '@hermes-context/contract';
import { describe, expect, it } from 'vitest';
import { parseSettings } from './settings.ts';

describe('parseSettings', () => {
  it('fills an empty section with the defaults of the description', () => {
    expect(parseSettings({})).toEqual({
      enabled: true,
      thresholdRatio: 0.5,
      modelThresholds: {},
      smallContextFloor: 'overrides',
      codexAutoraise: true,
      targetRatio: 0.2,
      tailMode: 'legacy',
      protectFirst: 3,
      protectLast: 20,
      minTailUserMessages: 1,
      pruneStyle: 'informative',
    });
  });

  it('S-033 clamps target_ratio to 0.10–0.80 and refuses a threshold outside 0–1', () => {
    expect(parseSettings({ target_ratio: 0.05 }).targetRatio).toBe(0.1);
    expect(parseSettings({ target_ratio: 0.95 }).targetRatio).toBe(0.8);
    expect(() => parseSettings({ threshold: 50 })).toThrow(InvalidOptionError);
    expect(() => parseSettings({ threshold: 0 })).toThrow(InvalidOptionError);
  });

  it('says what a percentage would have to be', () => {
    expect(() => parseSettings({ threshold: 50 })).toThrow(
      'compression.threshold is 50.\n  why: It must be a ratio above 0, at most 1 (0.5 means half).\n  fix: Set it to a value such as 0.5, or remove it for the default.',
    );
  });

  it.each([
    [{ enabled: 'yes' }, 'compression.enabled'],
    [{ protect_last_n: -1 }, 'compression.protect_last_n'],
    [{ protect_last_n: 1.5 }, 'compression.protect_last_n'],
    [{ tail_mode: 'short' }, 'compression.tail_mode'],
    [{ model_thresholds: [0.4] }, 'compression.model_thresholds'],
    [{ model_thresholds: { 'glm-5.2': 40 } }, 'compression.model_thresholds."glm-5.2"'],
  ])('names the key of %o', (raw, key) => {
    expect(() => parseSettings(raw)).toThrow(key);
  });
});
