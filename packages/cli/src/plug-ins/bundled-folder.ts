import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** In a checkout: the sources. What is packed is laid beside the command for a moment, and is not meant. */
const OF_CHECKOUT = '../../../../plugins/context_engine';
const CHECKOUT_MARK = '../../../../pnpm-workspace.yaml';
/** In an installation: within the command's own package, compiled. */
const OF_PACKAGE = '../../plugins/context_engine';

/** The folder of the plug-ins that come with the command, absolute; `undefined` where there are none. */
export function findBundledFolder(): string | undefined {
  const folder = placeOf(existsSync(placeOf(CHECKOUT_MARK)) ? OF_CHECKOUT : OF_PACKAGE);
  return existsSync(folder) ? folder : undefined;
}

function placeOf(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}
