// The checks that are not tests, each by name, all of them even when one fails: format and lint,
// types of the tests, floors, unused code, publishable packages, the command where it is installed.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const packages = readdirSync(join(root, 'packages')).sort();
const inModules = (file) => join(root, 'node_modules', file);

const checks = [
  ['format and lint', inModules('@biomejs/biome/bin/biome'), ['ci', '--colors=off', '--error-on-warnings']],
  ['types of tests', inModules('typescript/bin/tsc'), ['-p', 'tsconfig.test.json']],
  [
    'floors',
    inModules('dependency-cruiser/bin/dependency-cruiser.mjs'),
    ['--config', '.dependency-cruiser.cjs', 'packages', 'plugins', 'bench', 'examples'],
  ],
  ['documents', join(root, 'scripts/check-docs.mjs'), []],
  ['unused code', inModules('knip/bin/knip.js'), []],
  ...packages.map((name) => [
    `publishable: ${name}`,
    inModules('publint/src/cli.js'),
    ['run', join('packages', name), '--strict', '--pack', 'npm'],
  ]),
  ['installed: cli', join(root, 'scripts/check-install.mjs'), []],
];

const failed = [];
for (const [name, file, args] of checks) {
  const result = spawnSync(process.execPath, [file, ...args], { cwd: root, encoding: 'utf8' });
  const isFine = result.status === 0;
  console.log(`${isFine ? 'ok  ' : 'FAIL'} ${name}`);
  if (isFine) continue;
  failed.push(name);
  console.log(`${result.stdout}${result.stderr}`);
}
if (failed.length > 0) {
  console.error(`${failed.length} of ${checks.length} checks failed: ${failed.join('; ')}`);
  process.exit(1);
}
