import { describe, expect, it } from 'vitest';
import { loadUser } from './config-folders.fixture.ts';
import { getValue } from './get-value.ts';

const loaded = () =>
  loadUser(
    'compression:\n  threshold: 0.4\n  model_thresholds:\n    glm-5.2: 0.3\nmodel: big-one\nagent:\n  max_turns: 90\n',
  );

describe('asking for a value', () => {
  it('answers with the value and its source', async () => {
    const config = await loaded();
    const file = config.files.user;
    expect(getValue(config, 'compression.threshold')).toEqual({
      kind: 'value',
      path: 'compression.threshold',
      value: 0.4,
      shown: 0.4,
      source: { kind: 'user', file, line: 2 },
    });
    expect(getValue(config, 'compression.in_place')).toMatchObject({ value: true, source: { kind: 'default' } });
    expect(getValue(config, 'auxiliary.compression.model')).toMatchObject({ kind: 'value', value: null });
    expect(getValue(config, 'compression.model_thresholds."glm-5.2"')).toMatchObject({
      value: 0.3,
      source: { line: 4 },
    });
  });

  it('answers with a section as a whole, and with keys of other programs', async () => {
    const config = await loaded();
    expect(getValue(config, 'prompt_caching')).toMatchObject({
      value: { cache_ttl: '5m' },
      source: { kind: 'default' },
    });
    expect(getValue(config, 'agent.max_turns')).toMatchObject({ value: 90, source: { kind: 'user', line: 7 } });
    expect(getValue(config, 'model.name')).toMatchObject({ path: 'model.default', value: 'big-one' });
  });

  it.each([
    ['compression.treshold', 'compression.threshold'],
    ['compresion.threshold', 'compression.threshold'],
    ['threshold', 'compression.threshold'],
    ['compression.model_thresholds.glm-5.2', 'compression.model_thresholds."glm-5.2"'],
    ['compression.model_thresholds."glm-5.3"', 'compression.model_thresholds."glm-5.2"'],
    ['agent.maxTurns', 'agent.max_turns'],
    ['modle', 'model'],
    ['something.else.entirely', undefined],
    ['compression.threshold.value', undefined],
    ['__proto__', undefined],
    ['constructor.name', undefined],
  ])('answers %s with what was probably meant: %s', async (path, suggestion) => {
    expect(getValue(await loaded(), path)).toMatchObject({ kind: 'unknown-key', suggestion });
  });

  it('answers a path that is none with the reason', async () => {
    expect(getValue(await loaded(), 'compression.')).toMatchObject({
      kind: 'invalid-path',
      problem: { column: 13, reason: 'There is no key on one side of a dot.' },
    });
  });
});
