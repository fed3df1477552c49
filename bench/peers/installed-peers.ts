import { readFileSync } from 'node:fs';
import manifest from './package.json' with { type: 'json' };

/** A peer that the bench pins. */
export type PeerName = keyof typeof manifest.dependencies;

/** Name and pinned version, such as `ai 7.0.173`: a row runs at no other, see {@link findPeerProblem}. */
export function peerVersion(name: PeerName): string {
  return `${name} ${manifest.dependencies[name]}`;
}

/** Why the peers cannot run, as one sentence; `undefined` when each is installed at its pin. */
export function findPeerProblem(): string | undefined {
  for (const [name, pin] of Object.entries(manifest.dependencies)) {
    const found = installedVersion(name);
    if (found === pin) continue;
    const state = found === undefined ? 'is not installed' : `is installed as ${found}`;
    return `The peers do not run: ${name} ${pin} ${state}; run "node bench/peers/install.mjs".`;
  }
  return undefined;
}

function installedVersion(name: string): string | undefined {
  const file = new URL(`./node_modules/${name}/package.json`, import.meta.url);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return undefined; // no such folder: not installed
  }
  const read: unknown = JSON.parse(text);
  const version = typeof read === 'object' && read !== null && 'version' in read ? read.version : undefined;
  return typeof version === 'string' ? version : undefined;
}
