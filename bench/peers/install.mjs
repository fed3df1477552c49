// Installs the peers of the bench at their pins, without their scripts, into bench/peers/node_modules.
//   node bench/peers/install.mjs           what package-lock.json says; nothing when it is there already
//   node bench/peers/install.mjs --lock    write package-lock.json anew after a pin was changed
// Exit codes: 0 done, 2 npm or the registry did not answer, or the lock file does not fit.
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findPeerProblem } from './installed-peers.ts';

const folder = fileURLToPath(new URL('.', import.meta.url));
const lockFile = fileURLToPath(new URL('package-lock.json', import.meta.url));
const isWindows = process.platform === 'win32';
// Beside the .npmrc of this folder, so that a reader sees them, and with short waits for a registry that is not there.
const FLAGS = ['--ignore-scripts', '--no-audit', '--no-fund', '--omit-lockfile-registry-resolved', '--loglevel=error'];
const WAITS = ['--fetch-retries=2', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000'];

/** Exit code and error text of npm; 127 when there is no npm. */
function runNpm(words) {
  const child = spawn(isWindows ? 'npm.cmd' : 'npm', [...words, ...FLAGS, ...WAITS], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    shell: isWindows,
  });
  let text = '';
  child.stderr.setEncoding('utf8').on('data', (piece) => {
    text += piece;
  });
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ code: 127, text: `npm error code ${error.message}` }));
    child.on('close', (code) => resolve({ code: code ?? 1, text }));
  });
}

/** One line that changes on a terminal, a first line elsewhere. */
function showProgress(text) {
  const started = Date.now();
  if (!process.stderr.isTTY) {
    process.stderr.write(`peers: ${text} …\n`);
    return () => {};
  }
  const draw = () => process.stderr.write(`\rpeers: ${text} … ${Math.round((Date.now() - started) / 1000)} s `);
  draw();
  const timer = setInterval(draw, 1000);
  return () => {
    clearInterval(timer);
    process.stderr.write('\n');
  };
}

/** Addresses of sponsors are not needed for an install, and the lock file names no hosts. */
function stripFunding() {
  const lock = JSON.parse(readFileSync(lockFile, 'utf8'));
  for (const entry of Object.values(lock.packages)) delete entry.funding;
  writeFileSync(lockFile, `${JSON.stringify(lock, undefined, 2)}\n`);
}

async function main() {
  const isLock = process.argv.includes('--lock');
  if (!isLock && findPeerProblem() === undefined) {
    process.stderr.write('peers: installed already.\n');
    return 0;
  }
  const stop = showProgress(isLock ? 'writing package-lock.json' : 'installing from the npm registry, about 250 MB');
  const { code, text } = await runNpm(isLock ? ['install', '--package-lock-only'] : ['ci']);
  stop();
  if (code !== 0) {
    const reason =
      /reason: (.+)/.exec(text)?.[1] ?? /npm error code (.+)/.exec(text)?.[1] ?? `npm ended with code ${code}`;
    process.stderr.write(`peers: not installed: ${reason}. The bench runs without them.\n`);
    return 2;
  }
  if (isLock) stripFunding();
  process.stderr.write('peers: done.\n');
  return 0;
}

process.exitCode = await main();
