// `npm run bench -- context`: generated conversations, led through our engines and our peers, and docs/benchmarks made anew.
// `--no-peers` leaves the peers out, `--sizes 8k` measures less; both write to the folder that `--out` names, or nowhere.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { main, processIo } from '@hermes-context/cli';
import { FAMILIES, failedGates, type RunResult, renderReport } from '@hermes-context/eval';

const PEERS = fileURLToPath(new URL('../peers', import.meta.url));
const REPORT = fileURLToPath(new URL('../../docs/benchmarks', import.meta.url));

/** Families side by side: one process for each core of a small machine. */
const PARTS: readonly (readonly string[])[] = [
  ['coding', 'preferences', 'pictures', 'resumes'],
  ['operations', 'multilingual', 'parallel', 'hostile'],
];

const { values: options } = parseArgs({
  args: process.argv.slice(2).filter((word) => word !== 'context'),
  options: {
    'no-peers': { type: 'boolean', default: false },
    sizes: { type: 'string', default: '8k,64k,400k' },
    out: { type: 'string' },
    part: { type: 'string' },
    to: { type: 'string' },
  },
});

if (options.part === undefined) await measureAll();
else await measurePart(options.part, options.to ?? '');

/** One part, in a process of its own: the same command that a user has. */
async function measurePart(families: string, to: string): Promise<void> {
  const pieces: string[] = [];
  const io = { ...processIo(), out: (piece: string) => void pieces.push(piece) };
  const peers = options['no-peers'] ? [] : ['--rows', join(PEERS, 'index.ts')];
  const words = ['bench', '--families', families, '--sizes', options.sizes, '--faults', '--json', ...peers];
  process.exitCode = await main(words, io);
  writeFileSync(to, pieces.join(''));
}

async function measureAll(): Promise<void> {
  const hasPeers = !options['no-peers'] && installPeers();
  const startedMs = performance.now();
  const folder = mkdtempSync(join(tmpdir(), 'context-bench-'));
  try {
    const parts = await Promise.all(PARTS.map((families, index) => runPart(families, join(folder, `${index}.json`))));
    const results = parts.flat().toSorted((one, other) => placeOf(one) - placeOf(other));
    const isWhole = hasPeers && options.sizes === '8k,64k,400k';
    const out = options.out ?? (isWhole ? REPORT : undefined);
    const files = renderReport(results, { date: today(), versions: versionsOf(results), limits: [] });
    if (out !== undefined) write(out, files);
    process.stdout.write(`${files.get('README.md') ?? ''}\n`);
    for (const gate of failedGates(results.filter(({ version }) => version === ourVersion(results))))
      process.stdout.write(`missed: ${gate}\n`);
    process.stdout.write(`${Math.round((performance.now() - startedMs) / 1_000)} s\n`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function installPeers(): boolean {
  const { status } = spawnSync(process.execPath, [join(PEERS, 'install.mjs')], { stdio: 'inherit' });
  return status === 0;
}

async function runPart(families: readonly string[], to: string): Promise<readonly RunResult[]> {
  const words = ['--part', families.join(','), '--to', to, '--sizes', options.sizes];
  const flags = options['no-peers'] ? ['--no-peers'] : [];
  const child = spawn(process.execPath, [...process.execArgv, fileURLToPath(import.meta.url), ...words, ...flags], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`A part of the bench failed: ${families.join(', ')}.`);
  return JSON.parse(readFileSync(to, 'utf8')).results;
}

function placeOf({ family }: RunResult): number {
  return FAMILIES.map(String).indexOf(family);
}

function ourVersion(results: readonly RunResult[]): string {
  return results.find(({ row }) => row === 'compressor')?.version ?? '';
}

function versionsOf(results: readonly RunResult[]): Readonly<Record<string, string>> {
  const others = results.filter(({ version }) => version !== ourVersion(results));
  return {
    'hermes-context': ourVersion(results),
    node: process.versions.node,
    ...Object.fromEntries(others.map(({ row, version }) => [row, version])),
  };
}

function today(): string {
  return new Date().toISOString().slice(0, 'YYYY-MM-DD'.length);
}

function write(folder: string, files: ReadonlyMap<string, string>): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of files) writeFileSync(join(folder, name), text);
}
