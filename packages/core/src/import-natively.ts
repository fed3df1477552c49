import { readField } from './read-field.ts';

// A bundler or a test runner rewrites `import(address)` in the files it handles into a loader of its own,
// which strips types by other rules and sees no resolve hook. It leaves this module to Node.
const IMPORTER_MODULE: string = `data:text/javascript,${encodeURIComponent('export const importModule = (url) => import(url);')}`;

/**
 * Import a module with Node's own loader.
 *
 * @param url - A `file:` URL.
 * @returns The module's namespace.
 * @throws Whatever the module, or a module that it imports, throws.
 */
export async function importNatively(url: string): Promise<unknown> {
  const importer: unknown = await import(/* @vite-ignore */ IMPORTER_MODULE);
  const importModule = readField(importer, 'importModule');
  if (typeof importModule !== 'function') throw new TypeError('Node did not load the importing module.');
  return importModule(url);
}
