import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BenchRow } from '@hermes-context/eval';
import type { Io } from '../io.ts';
import { UsageError } from '../usage-error.ts';

/**
 * Rows of a module of the user's, which exports `benchRows()`.
 *
 * @throws UsageError for a module that cannot be loaded, or that gives no rows.
 */
export async function loadRows(
  file: string,
  { cwd }: Pick<Io, 'cwd'>,
): Promise<{ readonly rows: readonly BenchRow[] }> {
  const loaded = await importModule(file, cwd);
  const make: unknown = loaded['benchRows'];
  const rows: unknown = typeof make === 'function' ? await make() : undefined;
  if (Array.isArray(rows) && rows.every(isRow)) return { rows };
  throw new UsageError({
    what: `${file} gives no rows.`,
    why: 'It must export a function benchRows that gives a list of rows: name, variant, version, can, open.',
    fix: 'See BenchRow of @hermes-context/eval.',
  });
}

async function importModule(file: string, cwd: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    return await import(pathToFileURL(resolve(cwd, file)).href);
  } catch (error) {
    throw new UsageError({
      what: `Cannot load ${file}.`,
      why: error instanceof Error ? error.message : 'It failed.',
      fix: 'Name a module of JavaScript, or of TypeScript whose types can be stripped.',
    });
  }
}

function isRow(value: unknown): value is BenchRow {
  if (typeof value !== 'object' || value === null) return false;
  const has = (name: string, type: string): boolean => name in value && typeof Reflect.get(value, name) === type;
  return (
    has('name', 'string') &&
    has('variant', 'string') &&
    has('version', 'string') &&
    has('can', 'object') &&
    has('open', 'function')
  );
}
