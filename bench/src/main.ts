// `npm run bench`: ratios of one run on this machine. Absolute times are printed for orientation only.
// `npm run bench -- lcm [--large]`: those of the lcm engine alone. `--json` prints all figures as JSON.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Messages } from '@hermes-context/contract';
import { estimateMessagesTokens } from '@hermes-context/messages';
import { benchCaching } from './caching-bench.ts';
import { compressOnce } from './compress-once.ts';
import { benchHost } from './host-bench.ts';
import { benchLcm } from './lcm-bench.ts';
import { fastestOf } from './measure.ts';
import { benchSessions, type SessionFigures } from './session-bench.ts';
import { syntheticList } from './synthetic-list.ts';

setFlagsFromString('--expose-gc');
const collect: unknown = runInNewContext('gc');
if (typeof collect === 'function') globalThis.gc = Object.assign(async () => collect(), {});

interface Row {
  readonly count: number;
  readonly stringifyMs: number;
  readonly coldMs: number;
  readonly seenMs: number;
  readonly estimateColdMs: number;
  readonly estimateSeenMs: number;
}

async function measure(count: number): Promise<Row> {
  const runs = count >= 100_000 ? 3 : 15;
  const fresh = (): Messages => syntheticList(count);
  const seen = fresh();
  await compressOnce(seen);
  estimateMessagesTokens(seen);
  const [stringifyMs = 0, coldMs = 0, seenMs = 0, estimateColdMs = 0, estimateSeenMs = 0] = await fastestOf(
    [
      { prepare: fresh, work: (list) => JSON.stringify(list) },
      { prepare: fresh, work: compressOnce },
      { prepare: () => seen, work: compressOnce },
      { prepare: fresh, work: estimateMessagesTokens },
      { prepare: () => seen, work: estimateMessagesTokens },
    ],
    { runs },
  );
  return { count, stringifyMs, coldMs, seenMs, estimateColdMs, estimateSeenMs };
}

/** In a process of its own, since a peak cannot be reset. */
function measureMemory(count: number): { readonly listBytes: number; readonly extraBytes: number } {
  const file = fileURLToPath(new URL('./memory.ts', import.meta.url));
  const child = spawnSync(process.execPath, ['--expose-gc', file, String(count)], { encoding: 'utf8' });
  if (child.status !== 0) throw new Error(`memory bench failed: ${child.stderr}`);
  return JSON.parse(child.stdout);
}

interface Ratio {
  readonly name: string;
  readonly value: number;
  readonly target: number;
}

const ratio = (name: string, value: number, target: number): Ratio => ({
  name,
  value: Number(value.toPrecision(3)),
  target,
});

/** All benches but those that have a name. */
async function benchAll(isJson: boolean): Promise<void> {
  const rows: Row[] = [];
  for (const count of [1_000, 10_000, 100_000]) {
    if (!isJson) process.stderr.write(`bench: ${count.toLocaleString('en-US')} messages …\n`);
    rows.push(await measure(count));
  }
  const [, middle, large] = rows;
  if (middle === undefined || large === undefined) throw new Error('unreachable: three sizes were measured');
  const memory = measureMemory(100_000);
  if (!isJson) process.stderr.write('bench: a session of 100,000 messages …\n');
  const sessions = await benchSessions();
  if (!isJson) process.stderr.write('bench: 1,000 turns of 50 sessions …\n');
  const host = await benchHost();
  const caching = benchCaching();
  const ratios = [
    ratio('compress 10,000 cold / JSON.stringify', middle.coldMs / middle.stringifyMs, 2),
    ratio('compress 10,000 once seen / JSON.stringify', middle.seenMs / middle.stringifyMs, 0.5),
    ratio('estimate 10,000 seen / first', middle.estimateSeenMs / middle.estimateColdMs, 1 / 20),
    ratio('compress 100,000 / 10,000, cold', large.coldMs / middle.coldMs, 12),
    // Once seen, what is left is reading memory, which is slower by the byte for a list that no cache holds.
    ratio(
      'the same once seen, by the growth of JSON.stringify',
      large.seenMs / middle.seenMs / (large.stringifyMs / middle.stringifyMs),
      1.5,
    ),
    ratio('peak memory for 100,000 / the list', (memory.listBytes + memory.extraBytes) / memory.listBytes, 3),
    ...sessionRatios(sessions),
    ratio(
      'a turn without the model / encoding its request, 99th percentiles',
      host.overheadP99Ms / host.encodeP99Ms,
      2,
    ),
    ratio('plan breakpoints of 10,000 messages / structuredClone of them', caching.planMs / caching.cloneMs, 1 / 200),
    ratio('the same with comparing and marking them', caching.prepareMs / caching.cloneMs, 1 / 50),
  ];

  if (isJson) process.stdout.write(`${JSON.stringify({ rows, memory, sessions, host, caching, ratios }, null, 2)}\n`);
  else printTables(rows, ratios);
  // What was promised and is missed must not pass unnoticed in a script.
  if (ratios.some(({ value, target }) => value > target)) process.exitCode = 1;
}

function printTables(rows: readonly Row[], ratios: readonly Ratio[]): void {
  console.table(
    rows.map((row) => Object.fromEntries(Object.entries(row).map(([key, value]) => [key, Number(value.toFixed(2))]))),
  );
  console.table(
    ratios.map(({ name, value, target }) => ({
      ratio: name,
      value,
      'at most': target,
      ok: value <= target ? 'yes' : 'NO',
    })),
  );
}

function sessionRatios(figures: SessionFigures): readonly Ratio[] {
  const { appendTenthsMs, sizeRatio, rareWordMs, scanMs, commit50Ms, commit5000Ms, openSmallMs, openLargeMs } = figures;
  return [
    ratio(
      'append: the last tenth of 100,000 / the first',
      (appendTenthsMs.at(-1) ?? 0) / (appendTenthsMs[0] ?? 0),
      1.2,
    ),
    ratio('size of the store / the messages as JSON', sizeRatio, 1.8),
    ratio('search for a rare word / a scan of all texts in memory', rareWordMs / scanMs, 1 / 100),
    ratio('commit that replaces 5,000 / 50', commit5000Ms / commit50Ms, 3),
    ratio('open and load 200 live of 100,000 / of 1,000', openLargeMs / openSmallMs, 1.5),
  ];
}

/** Benches that are asked for by name, since they take minutes. */
const NAMES = ['lcm'];

const words = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const OPTIONS = ['--json', '--large'];
const unknownOption = process.argv
  .slice(2)
  .find((argument) => argument.startsWith('--') && !OPTIONS.includes(argument));
const unknown = words.find((word, index) => index > 0 || !NAMES.includes(word));
const isJson = process.argv.includes('--json');
if (unknownOption !== undefined) {
  process.stderr.write(
    `bench: there is no option ${unknownOption}; --json prints JSON, lcm --large takes 1,000,000 messages.\n`,
  );
  process.exitCode = 2;
} else if (unknown !== undefined) {
  process.stderr.write(`bench: there is no bench "${unknown}"; one of: ${NAMES.join(', ')}, or none for all others.\n`);
  process.exitCode = 2;
} else if (words[0] === 'lcm') {
  const isLarge = process.argv.includes('--large');
  // biome-ignore lint/style/noProcessEnv: an entry point; it goes on to the process that is weighed
  if (!(await benchLcm({ isLarge, isJson, env: process.env }))) process.exitCode = 1;
} else {
  await benchAll(isJson);
}
