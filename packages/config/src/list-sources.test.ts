import { expect, it } from 'vitest';
import { loadUser } from './config-folders.fixture.ts';
import { getValue } from './get-value.ts';
import { listSources } from './list-sources.ts';

it('lists who decided each setting, maps of the user key by key, under paths that can be asked for', async () => {
  const loaded = await loadUser(
    'compression:\n  model_thresholds:\n    glm-5.2: 0.3\n    big: 0.4\n  threshold: 0.6\n',
  );
  const sources = listSources(loaded);
  const written = sources.filter(({ source }) => source.kind !== 'default');
  expect(written.map(({ path, source }) => [path, 'line' in source && source.line])).toEqual([
    ['compression.threshold', 5],
    ['compression.model_thresholds."glm-5.2"', 3],
    ['compression.model_thresholds.big', 4],
  ]);
  for (const { path, source } of sources) expect(getValue(loaded, path)).toMatchObject({ kind: 'value', source });
});
