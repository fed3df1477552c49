import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { LcmFigures } from './lcm-figures.ts';
import { lcmQueries } from './lcm-queries.ts';
import { lcmRatios } from './lcm-ratios.ts';
import { scanCorpus } from './lcm-scan.ts';
import { lcmRemarks, lcmTable } from './lcm-table.ts';

const MESSAGES = 200_000;
const LARGE_MESSAGES = 1_000_000;

/** How it runs. */
export interface LcmBenchOptions {
  readonly isLarge: boolean;
  readonly isJson: boolean;
  /** What the process that is weighed gets to see of the surroundings. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** In MiB. Left to itself, it follows the memory of the machine, and reaches 128 where there is plenty. */
const SEMI_SPACE_MIB = 8;

/** Measure the lcm engine and print what came out. False where a promise was missed. */
export async function benchLcm({ isLarge, isJson, env }: LcmBenchOptions): Promise<boolean> {
  const figures = await runApart(isLarge ? LARGE_MESSAGES : MESSAGES, env);
  process.stderr.write('bench: a plain scan of the same rows …\n');
  const sizes = figures.checkpoints.map(({ messages }) => messages);
  const scans = scanCorpus(sizes, lcmQueries());
  const ratios = lcmRatios(figures, scans);
  if (isJson) {
    const scanMs = Object.fromEntries([...scans].map(([size, each]) => [size, Object.fromEntries(each)]));
    process.stdout.write(`${JSON.stringify({ figures, scanMs, ratios }, null, 2)}\n`);
  } else {
    console.table(lcmTable(figures.checkpoints));
    console.table(
      ratios.map(({ name, value, target, toTexts }) => ({
        ratio: name,
        value,
        'at most': Number(target.toPrecision(3)),
        ok: value <= target ? 'yes' : 'NO',
        ...(toTexts !== undefined && { 'all in memory': toTexts }),
      })),
    );
    for (const remark of lcmRemarks(figures)) console.log(remark);
  }
  return ratios.every(({ value, target }) => value <= target);
}

/** In a process of its own, since its memory is weighed. An interrupt ends that one, and the folder goes all the same. */
async function runApart(count: number, env: LcmBenchOptions['env']): Promise<LcmFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'hermes-context-lcm-bench-'));
  // Compiled before anything is weighed: to strip types, Node loads what takes more memory than the engine.
  const surroundings = { ...env, NODE_COMPILE_CACHE: join(folder, 'compiled') };
  try {
    await childOutput([join(folder, 'first'), '0'], surroundings);
    return JSON.parse(await childOutput([join(folder, 'second'), String(count)], surroundings));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function childOutput(given: readonly string[], env: LcmBenchOptions['env']): Promise<string> {
  const file = fileURLToPath(new URL('./lcm-run.ts', import.meta.url));
  const nodeArguments = [`--max-semi-space-size=${SEMI_SPACE_MIB}`, file, ...given];
  const child = spawn(process.execPath, nodeArguments, { stdio: ['ignore', 'pipe', 'inherit'], env });
  const stop = (): void => {
    child.kill();
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
  try {
    const [printed, [code, signal]] = await Promise.all([text(child.stdout), once(child, 'close')]);
    if (code !== 0) throw new Error(`the lcm bench ended with ${code ?? signal}`);
    return printed;
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
  }
}
