import { existsSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

const source = '@hermes-context/source';

// Processes that tests start, and Node's own part of the workers, find what they import compiled and without types.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules', '.cache', 'compiled');

/** Whose tests share no state through the modules that they import: those are loaded once a worker, not once a file. */
const SHARES_MODULES = new Set([
  'caching',
  'compressor',
  'config',
  'contract',
  'core',
  'messages',
  'models',
  'providers',
  'sessions',
  'summarizer',
  'testing',
]);

/** Who starts processes that are killed, and so leave nothing compiled for the next one. */
const STARTS_PROCESSES = new Set(['cli', 'core']);

/** One project a package, so that a failure names its room and one room can be run alone: `npm test -- --project messages`. */
function projectsIn(folder: string) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).map((name) => ({
    extends: true as const,
    test: {
      name,
      include: [`${folder}/${name}/src/**/*.test.ts`],
      isolate: !SHARES_MODULES.has(name),
      ...(STARTS_PROCESSES.has(name) ? { globalSetup: ['./scripts/compile-children.ts'] } : {}),
    },
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
      {
        extends: true,
        test: { name: 'across', include: ['test/src/**/*.test.ts', 'bench/src/**/*.test.ts', 'bench/peers/*.test.ts'] },
      },
    ],
  },
});
