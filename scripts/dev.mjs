// The one entry behind `npm test`, `npm run demo`, `npm run build` …, from a bare clone.
// Plain JavaScript without dependencies, so that any Node from 20 on can start it: it installs
// what the lockfile says (once, until a manifest changes), then runs the task under the pinned Node.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PNPM_VERSION = '12.23.0';
const MIN_NODE = [22, 18]; // type stripping and node:sqlite without flags
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
const bin = join(modules, '.bin');
const isWindows = process.platform === 'win32';

const [task = 'setup', ...rest] = process.argv.slice(2);

/** npm exports its own settings to scripts; nested package managers must not inherit them. */
function cleanEnvironment() {
  const inherited = /^npm_(config_(prefix|local_prefix|global_prefix)|package_|lifecycle_|command)/i;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !inherited.test(name)));
}

function fail(message, status = 1) {
  console.error(`dev: ${message}`);
  process.exit(status);
}

function run(command, args, env) {
  const result = spawnSync(command, args, { cwd: root, env, stdio: 'inherit', shell: isWindows });
  if (result.error) fail(`cannot run ${command}: ${result.error.message}`, 127);
  if (result.signal) process.kill(process.pid, result.signal);
  return result.status ?? 1;
}

function manifests() {
  const rooms = ['packages', 'plugins/context_engine', 'examples'].filter((room) => existsSync(join(root, room)));
  const nested = rooms.flatMap((room) =>
    readdirSync(join(root, room))
      .sort()
      .map((name) => join(room, name, 'package.json')),
  );
  const all = [
    'package.json',
    'pnpm-lock.yaml',
    'pnpm-workspace.yaml',
    join('bench', 'package.json'),
    join('test', 'package.json'),
    ...nested,
  ];
  return all.filter((file) => existsSync(join(root, file)));
}

/** Changes when anything that decides the content of node_modules changes. */
function installStamp() {
  const hash = createHash('sha256').update(PNPM_VERSION + process.platform + process.arch + root);
  for (const file of manifests()) hash.update(file).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

function installWhenStale() {
  const stampFile = join(modules, '.dev-stamp');
  const wanted = installStamp();
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted) return;
  const started = Date.now();
  console.error('dev: installing dependencies (pnpm %s, frozen lockfile) …', PNPM_VERSION);
  // Without node_modules/.bin on PATH: the Node in there may be half-written during the install.
  const path = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((entry) => !entry.endsWith(join('node_modules', '.bin')));
  const env = { ...cleanEnvironment(), PATH: path.join(delimiter), CI: '1' };
  const flags = ['install', '--frozen-lockfile', '--prefer-offline', '--reporter=append-only', '--loglevel=warn'];
  const status = run(isWindows ? 'npx.cmd' : 'npx', ['--prefer-offline', '-y', `pnpm@${PNPM_VERSION}`, ...flags], env);
  if (status !== 0) fail('the install failed; the lines above say why. The first run needs the npm registry.', status);
  mkdirSync(modules, { recursive: true });
  writeFileSync(stampFile, wanted);
  console.error('dev: installed in %s s', ((Date.now() - started) / 1000).toFixed(1));
}

function chooseNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const isNewEnough = major > MIN_NODE[0] || (major === MIN_NODE[0] && minor >= MIN_NODE[1]);
  const pinned = join(bin, isWindows ? 'node.exe' : 'node');
  if (process.env.DEV_NODE === 'system' && isNewEnough) return process.execPath;
  if (existsSync(pinned)) return pinned;
  if (isNewEnough) return process.execPath;
  return fail(
    `Node ${process.versions.node} is too old and no pinned Node exists for ${process.platform}-${process.arch}. Install Node >= ${MIN_NODE.join('.')}.`,
  );
}

installWhenStale();
const node = chooseNode();
const env = { ...cleanEnvironment(), PATH: [dirname(node), bin, process.env.PATH ?? ''].join(delimiter) };
if (!process.stdout.isTTY) env.NO_COLOR = '1'; // some tools colour a pipe where CI is set

/** Run a JavaScript file with the chosen Node; stop the task when it fails. */
function script(file, ...args) {
  const status = run(node, [join(root, file), ...args], env);
  if (status !== 0) process.exit(status);
}

const build = () => script('node_modules/typescript/bin/tsc', '-b');
const tasks = {
  setup() {},
  build,
  test() {
    build();
    script('node_modules/vitest/vitest.mjs', 'run', ...rest);
  },
  check() {
    build();
    script('scripts/check.mjs', ...rest);
  },
  fix() {
    script('node_modules/@biomejs/biome/bin/biome', 'check', '--write', ...rest);
  },
  bench() {
    build();
    script(rest[0] === 'context' ? 'bench/src/context-bench.ts' : 'bench/src/main.ts', ...rest);
  },
  'test:codex'() {
    build();
    script('test/src/codex/main.ts', ...rest);
  },
  demo() {
    build();
    script('examples/demo/src/main.ts', ...rest);
  },
};
if (!Object.hasOwn(tasks, task)) fail(`unknown task "${task}"; one of: ${Object.keys(tasks).join(', ')}`, 2);
tasks[task]();
