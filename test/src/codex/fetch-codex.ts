import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The version whose protocol the client was measured with. */
const VERSION = '0.171.0';

/** The program cannot be had. The message is for a person. */
export class NoCodexError extends Error {}

/**
 * The path of the real `codex`, fetched from the registry the first time: a download of some 170 MB.
 *
 * @throws NoCodexError - It cannot be fetched, or not for this platform.
 */
export function fetchCodex(cacheFolder: string): string {
  const folder = join(cacheFolder, `codex-${VERSION}`);
  const known = programIn(folder);
  if (known !== undefined) return known;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  process.stderr.write(`test:codex: fetching @openai/codex@${VERSION} …\n`);
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const flags = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '--prefix', folder];
  const { status, stderr } = spawnSync(npm, [...flags, `@openai/codex@${VERSION}`], { encoding: 'utf8' });
  const program = status === 0 ? programIn(folder) : undefined;
  if (program !== undefined) return program;
  throw new NoCodexError(
    `@openai/codex@${VERSION} could not be fetched for ${process.platform}-${process.arch}. ${reasonIn(stderr)}`.trim(),
  );
}

/** The static program inside the package of the platform, not the script that starts it. */
function programIn(folder: string): string | undefined {
  const [program] = globSync('node_modules/@openai/codex-*/vendor/*/{bin/,codex/,}codex{,.exe}', { cwd: folder });
  const path = program === undefined ? undefined : join(folder, program);
  return path !== undefined && existsSync(path) ? path : undefined;
}

/** What npm says, without the path of its log. */
function reasonIn(stderr: string): string {
  const lines = stderr.split('\n').map((line) => line.replace(/^npm error ?/, '').trim());
  const told = lines.filter((line) => line !== '' && !line.startsWith('A complete log'));
  return told.slice(0, 3).join(' ');
}
