import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type BenchRow, FAMILIES, failedGates, renderReport, runPlan, type Size } from '@hermes-context/eval';
import { loadRows } from '../eval/load-rows.ts';
import { rowsFor } from '../eval/our-rows.ts';
import type { Io } from '../io.ts';
import { openConfig } from '../open-config.ts';
import { openPlugins } from '../plug-ins/open-plugins.ts';
import { EXIT_OK } from '../print-error.ts';
import { jsonText } from '../sessions/json-text.ts';
import { lateProgress } from '../sessions/late-progress.ts';
import { UsageError } from '../usage-error.ts';
import { readVersion } from '../version.ts';

/** The flags of `hermes bench` as the command line has them. */
export interface BenchFlags {
  readonly engines?: string;
  readonly families?: string;
  readonly sizes?: string;
  readonly seed?: string;
  readonly faults?: boolean;
  readonly rows?: string;
  readonly out?: string;
  readonly json?: boolean;
}

const ALL_SIZES: readonly Size[] = ['8k', '64k', '400k'];
const DATE_CHARS = 'YYYY-MM-DD'.length;

/** `hermes bench`: generated conversations with planted items, led through engines. @returns The exit code. */
export async function runBench(flags: BenchFlags, io: Io): Promise<number> {
  const families = chosen(flags.families, FAMILIES, '--families');
  const sizes = chosen(flags.sizes ?? '8k', ALL_SIZES, '--sizes');
  const seed = seedOf(flags.seed);
  const loaded = await openConfig(io);
  const plugins = await openPlugins(loaded, io);
  const progress = lateProgress(io);
  try {
    const others = flags.rows === undefined ? NO_OTHERS : await loadRows(flags.rows, io);
    const rows = [...rowsFor(flags.engines, { plugins, loaded }), ...others.rows];
    const results = await runPlan(
      { rows, families, sizes, seed, hasFaults: flags.faults === true },
      {
        nowMs: () => performance.now(),
        signal: new AbortController().signal,
        onRun: ({ index, of, row, conversation }) => progress.show(`run ${index} of ${of}: ${conversation}, ${row}`),
      },
    );
    progress.end();
    const date = new Date().toISOString().slice(0, DATE_CHARS);
    const files = renderReport(results, {
      date,
      versions: { 'hermes-context': readVersion(), ...versionsOf(others.rows) },
      limits: [],
    });
    if (flags.out !== undefined) await writeReport(resolve(io.cwd, flags.out), files);
    if (flags.json === true) io.out(jsonText({ seed, results, failedGates: failedGates(results) }));
    else io.out(files.get('README.md') ?? '');
    return EXIT_OK;
  } finally {
    progress.end();
    plugins.dispose();
  }
}

const NO_OTHERS = { rows: [] } as const;

/** Packages of rows that are not ours, and their versions. */
function versionsOf(rows: readonly BenchRow[]): Readonly<Record<string, string>> {
  return Object.fromEntries(rows.map(({ name, version }) => [name, version]));
}

async function writeReport(folder: string, files: ReadonlyMap<string, string>): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [name, text] of files) await writeFile(join(folder, name), text);
}

function chosen<Name extends string>(text: string | undefined, all: readonly Name[], option: string): readonly Name[] {
  if (text === undefined) return all;
  const names = text.split(',').map((name) => name.trim());
  const wrong = names.find((name) => !all.some((each) => each === name));
  if (wrong === undefined) return all.filter((name) => names.includes(name));
  throw new UsageError({
    what: `${option} ${text} cannot be.`,
    why: `There is no "${wrong}"; there are ${all.join(', ')}.`,
    fix: `Name some of these, with commas between them, such as ${option} ${all.slice(0, 2).join(',')}.`,
  });
}

function seedOf(text = '1'): number {
  const seed = Number(text);
  if (Number.isInteger(seed) && seed >= 0 && seed < 2 ** 31) return seed;
  throw new UsageError({
    what: `--seed ${text} cannot be.`,
    why: 'It is a whole number from 0 on, from which all conversations are made.',
    fix: 'Give one, such as --seed 7.',
  });
}
