import { createRequire, registerHooks } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { readField } from './read-field.ts';

/** What a folder may import without installing it: the contract and the pure functions beside it. */
const LENT_PACKAGES: readonly string[] = ['@hermes-context/contract', '@hermes-context/messages'];

const NOT_FOUND_CODES: readonly unknown[] = ['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND'];

// Node knows one chain of resolve hooks a process, so what they look at is one a process too.
const borrowers = new Set<string>();

/**
 * Let the files of a plug-in's folder import `@hermes-context/contract` and `@hermes-context/messages`
 * although nothing installed them there: they get the host's own copies. A copy that the folder can find
 * by itself wins. All other imports, and all other importers, resolve as if this had never been called.
 *
 * @param folder - Absolute, links followed.
 */
export function lendHostPackages(folder: string): void {
  if (borrowers.size === 0) registerHooks({ resolve: resolveForBorrower });
  borrowers.add(folder);
}

const resolveForBorrower: Parameters<typeof registerHooks>[0]['resolve'] = (specifier, context, nextResolve) => {
  if (!LENT_PACKAGES.includes(specifier) || !isBorrower(context.parentURL)) return nextResolve(specifier, context);
  try {
    return nextResolve(specifier, context);
  } catch (cause) {
    if (!NOT_FOUND_CODES.includes(readField(cause, 'code'))) throw cause;
  }
  // What this file would get: the copy that the host runs on. The same for `import` and for `require`.
  const path = createRequire(import.meta.url).resolve(specifier);
  return { url: pathToFileURL(path).href, shortCircuit: true };
};

function isBorrower(importer: string | undefined): boolean {
  if (importer === undefined || !importer.startsWith('file:')) return false;
  let folder = dirname(fileURLToPath(importer));
  while (!borrowers.has(folder)) {
    const parent = dirname(folder);
    if (parent === folder) return false;
    folder = parent;
  }
  return true;
}
