import { existsSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const source = '@hermes-context/source';

/** One project a package, so that a failure names its room and one room can be run alone: `npm test -- --project messages`. */
function projectsIn(folder: string) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).map((name) => ({
    extends: true as const,
    test: { name, include: [`${folder}/${name}/src/**/*.test.ts`] },
  }));
}

export default defineConfig({
  resolve: { conditions: [source] },
  ssr: { resolve: { conditions: [source, 'node', 'import', 'module', 'default'] } },
  test: {
    setupFiles: ['./scripts/vitest-setup.ts'],
    reporters: ['default', './scripts/count-reporter.ts'],
    testTimeout: 60_000,
    // Many tests wait for processes of their own, so a machine of two cores has room for two of them.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      ...projectsIn('packages'),
      ...projectsIn('plugins/context_engine'),
      ...projectsIn('examples'),
      { extends: true, test: { name: 'across', include: ['test/src/**/*.test.ts', 'bench/src/**/*.test.ts'] } },
    ],
  },
});
