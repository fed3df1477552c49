import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resolveModelThreshold, SMALL_CONTEXT_TOKENS, type ThresholdRequest } from './resolve-model-threshold.ts';

const MILLION = 1_000_000;
const GLM = { threshold: 0.5, modelThresholds: { 'glm-5.2': 0.4, 'glm-5.2-1M': 0.25, 'claude-sonnet': 0.35 } };

const ratios = fc.double({ min: 0.01, max: 1, noNaN: true });
const requests: fc.Arbitrary<ThresholdRequest> = fc.record(
  {
    model: fc.constantFrom('glm-5.2', 'glm-5.2-1M', 'claude-sonnet-5', 'gpt-6-sol', 'gpt-5.5', ''),
    contextTokens: fc.oneof(fc.constantFrom(511_999, 512_000), fc.integer({ min: 1, max: 2 * MILLION })),
    threshold: ratios,
    modelThresholds: fc.dictionary(fc.constantFrom('glm', 'glm-5', '5.2', 'claude', 'gpt-6', 'GLM', ''), ratios),
    smallContextFloor: fc.constantFrom('overrides', 'always', 'off'),
    provider: fc.constantFrom('openai-codex', 'openai', 'openrouter'),
    codexAutoraise: fc.boolean(),
  },
  { requiredKeys: ['model', 'contextTokens', 'threshold'] },
);

describe('resolveModelThreshold', () => {
  it('S-010 answers a plug-in engine with a ratio, the reason, and the key that matched', () => {
    expect(resolveModelThreshold({ model: 'claude-sonnet-5', contextTokens: MILLION, ...GLM })).toEqual({
      ratio: 0.35,
      because: 'override',
      key: 'claude-sonnet',
    });
  });

  it('S-042 keeps the longest matching key', () => {
    const ask = (model: string) => resolveModelThreshold({ model, contextTokens: MILLION, ...GLM });
    expect(ask('glm-5.2-1M')).toMatchObject({ ratio: 0.25, key: 'glm-5.2-1M' });
    expect(ask('z-ai/glm-5.2')).toMatchObject({ ratio: 0.4, key: 'glm-5.2' });
  });

  it('S-042 gives the same answer in whatever order the map is written', () => {
    fc.assert(
      fc.property(requests, (request) => {
        const entries = Object.entries(request.modelThresholds ?? {}).toReversed();
        const reversed = { ...request, modelThresholds: Object.fromEntries(entries) };
        expect(resolveModelThreshold(reversed)).toEqual(resolveModelThreshold(request));
      }),
    );
    const tie = { sonnet: 0.9, claude: 0.8 };
    expect(
      resolveModelThreshold({ model: 'claude-sonnet-5', contextTokens: MILLION, threshold: 0.5, modelThresholds: tie })
        .key,
    ).toBe('claude');
  });

  it('S-042 matches a part of the name that no other matching key is longer than', () => {
    fc.assert(
      fc.property(requests, (request) => {
        const { key } = resolveModelThreshold(request);
        const matching = Object.keys(request.modelThresholds ?? {}).filter(
          (each) => each !== '' && request.model.includes(each),
        );
        expect(key === undefined).toBe(matching.length === 0);
        expect(key?.length).toBe(matching.length === 0 ? undefined : Math.max(...matching.map((each) => each.length)));
      }),
    );
  });

  it.each([
    ['no key matches', { 'glm-5.2': 0.4 }],
    ['the case differs', { 'GPT-6': 0.4 }],
    ['the map is empty', {}],
    ['the key is empty', { '': 0.4 }],
  ])('S-043 takes the global threshold when %s', (_, modelThresholds) => {
    const answer = resolveModelThreshold({
      model: 'gpt-6-sol',
      contextTokens: MILLION,
      threshold: 0.5,
      modelThresholds,
    });
    expect(answer).toEqual({ ratio: 0.5, because: 'global' });
  });

  it('S-043 takes the global threshold without a map', () => {
    expect(resolveModelThreshold({ model: 'x', contextTokens: 200_000, threshold: 0.5 })).toEqual({
      ratio: 0.5,
      because: 'global',
    });
  });

  it('S-044 is resolved anew on a switch, and returns to the global threshold without a key', () => {
    const session = ['glm-5.2-1M', 'gpt-6-sol', 'claude-sonnet-5', 'gpt-6-sol'];
    const answers = session.map((model) => resolveModelThreshold({ model, contextTokens: MILLION, ...GLM }));
    expect(answers.map(({ ratio }) => ratio)).toEqual([0.25, 0.5, 0.35, 0.5]);
    expect(answers.map(({ because }) => because)).toEqual(['override', 'global', 'override', 'global']);
  });

  it.each([
    [0.4, 200_000, 0.75, 'small-context-floor'],
    [0.8, 200_000, 0.8, 'override'],
    [0.75, 200_000, 0.75, 'override'],
    [0.4, SMALL_CONTEXT_TOKENS - 1, 0.75, 'small-context-floor'],
    [0.4, SMALL_CONTEXT_TOKENS, 0.4, 'override'],
  ])('S-045 makes an override of %d on a window of %i a trigger of %d', (...row) => {
    const [override, contextTokens, ratio, because] = row;
    const request = { model: 'glm-5.2', contextTokens, threshold: 0.5, modelThresholds: { glm: override } };
    expect(resolveModelThreshold(request)).toEqual({ ratio, because, key: 'glm' });
  });

  it('S-045 leaves the global threshold of a small window alone, unless told to raise it as well', () => {
    const request = { model: 'gpt-6-sol', contextTokens: 200_000, threshold: 0.5 };
    expect(resolveModelThreshold(request).ratio).toBe(0.5);
    expect(resolveModelThreshold({ ...request, smallContextFloor: 'overrides' }).ratio).toBe(0.5);
    expect(resolveModelThreshold({ ...request, smallContextFloor: 'always' })).toEqual({
      ratio: 0.75,
      because: 'small-context-floor',
    });
  });

  it('S-045 raises nothing when the floor is off', () => {
    const request = { model: 'glm-5.2', contextTokens: 64_000, threshold: 0.5, modelThresholds: { glm: 0.3 } };
    expect(resolveModelThreshold({ ...request, smallContextFloor: 'off' })).toMatchObject({
      ratio: 0.3,
      because: 'override',
    });
  });

  it('S-045 only ever raises, and never beyond what was configured or the floor', () => {
    fc.assert(
      fc.property(requests, (request) => {
        const plain = resolveModelThreshold({ ...request, smallContextFloor: 'off' });
        const { ratio } = resolveModelThreshold(request);
        expect(ratio).toBeGreaterThanOrEqual(plain.ratio);
        expect([plain.ratio, 0.75]).toContain(ratio);
      }),
    );
  });

  describe('for gpt-5.5 on Codex OAuth', () => {
    const codex = { model: 'gpt-5.5', provider: 'openai-codex', contextTokens: 272_000, threshold: 0.5 };

    it('S-080 raises the trigger to 85 %, about 231,000 tokens of 272,000', () => {
      const { ratio, ...why } = resolveModelThreshold(codex);
      expect(Math.trunc(272_000 * ratio)).toBe(231_200);
      expect(why).toEqual({ because: 'codex-autoraise', raisedFrom: 0.5 });
    });

    it.each([
      ['another provider', { ...codex, provider: 'openai' }],
      ['a router', { ...codex, provider: 'openrouter', model: 'openai/gpt-5.5' }],
      ['nobody having said who serves it', { model: 'gpt-5.5', contextTokens: 272_000, threshold: 0.5 }],
      ['a provider whose name begins like it', { ...codex, provider: 'openai-codex-relay' }],
      ['a smaller relative', { ...codex, model: 'gpt-5.5-mini' }],
      ['the fast relative', { ...codex, model: 'gpt-5.5-spark' }],
      ['the next family', { ...codex, model: 'gpt-5.6' }],
      ['another version', { ...codex, model: 'gpt-5.55' }],
    ])('S-080 keeps the global threshold with %s', (_case, request) => {
      expect(resolveModelThreshold(request)).toEqual({ ratio: 0.5, because: 'global' });
    });

    it('S-080 knows the model with a date behind it, and the provider in capitals', () => {
      expect(
        resolveModelThreshold({ ...codex, model: 'GPT-5.5-2026-04-23', provider: ' OpenAI-Codex ' }),
      ).toMatchObject({ ratio: 0.85 });
    });

    it('S-080 lowers nothing: a higher threshold of the user holds', () => {
      expect(resolveModelThreshold({ ...codex, threshold: 0.9 })).toEqual({ ratio: 0.9, because: 'global' });
      fc.assert(
        fc.property(requests, (request) => {
          const without = resolveModelThreshold({ ...request, codexAutoraise: false });
          expect(resolveModelThreshold(request).ratio).toBeGreaterThanOrEqual(without.ratio);
        }),
      );
    });

    it('S-081 keeps the global threshold where it is switched off', () => {
      expect(resolveModelThreshold({ ...codex, codexAutoraise: false })).toEqual({ ratio: 0.5, because: 'global' });
    });
  });
});
