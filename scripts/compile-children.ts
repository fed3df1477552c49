import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** What the processes import that tests start and kill. Neither does anything when it is imported without a task. */
const ENTRIES = ['packages/core/src/probe/probe-process.ts', 'packages/cli/src/main.ts'];

/** Has Node compile it into its cache once, beside the first tests: a process that is killed leaves nothing there. */
export function setup(): void {
  const root = join(import.meta.dirname, '..');
  const urls = ENTRIES.map((entry) => JSON.stringify(pathToFileURL(join(root, entry)).href));
  const script = urls.map((url) => `await import(${url});`).join(' ');
  const options = ['--conditions=@hermes-context/source', '--input-type=module', '--eval', script];
  spawn(process.execPath, options, { cwd: root, stdio: 'ignore' }).unref();
}
