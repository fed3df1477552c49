import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The plug-ins that come with the command, beside its own folder in a checkout and in it when installed. */
const BUNDLED_PLUGINS = ['../../../../plugins/context_engine', '../../plugins/context_engine'];

/** The folder of the plug-ins that come with the command, absolute; `undefined` where there are none. */
export function findBundledFolder(): string | undefined {
  return BUNDLED_PLUGINS.map((path) => fileURLToPath(new URL(path, import.meta.url))).find((path) => existsSync(path));
}
