import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { renderCachingDoc } from './figures.fixture.ts';

const file = fileURLToPath(new URL('../../../docs/caching.md', import.meta.url));

// Other conversations would give other figures.
// biome-ignore lint/style/noProcessEnv: the variable is for tests alone.
describe.skipIf(process.env['HERMES_DATA'] !== undefined)('docs/caching.md', () => {
  it('has the routes of the table and the figures that the simulator gives (bring it up to date with scripts/render-caching-doc.ts, or npm test -- --project across caching-doc -u)', async () => {
    await expect(renderCachingDoc(readFileSync(file, 'utf8'))).toMatchFileSnapshot(file);
  });

  it('refuses a document that has no place for them', () => {
    expect(() => renderCachingDoc('# Title\n')).toThrow(/no <!-- routes: start/);
    const routesAlone = '<!-- routes: start, made by scripts/render-caching-doc.ts -->\n<!-- routes: end -->\n';
    expect(() => renderCachingDoc(routesAlone)).toThrow(/no <!-- figures: start/);
  });
});
