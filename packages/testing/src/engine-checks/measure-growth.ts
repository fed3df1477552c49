import type { Messages } from '@hermes-context/contract';
import { deepFreeze } from '../deep-freeze.ts';
import { turns } from './conversations.ts';
import { requestOf, type Trial } from './trial.ts';

/** How much longer the long list is. */
const GROWTH = 16;
const SHORT_TURN_COUNT = 250;
/** A machine may be busy and memory slow: four times what grows with the list is still taken for linear. */
const MAX_RATIO = GROWTH * 4;
/** Less than this is quick enough at any growth, and too little to measure. */
const NEGLIGIBLE_MS = 60;
/** Repeated, so that both lists are worked on for about as long. */
const LONG_REPETITIONS = 2;
const SHORT_REPETITIONS = LONG_REPETITIONS * GROWTH;
const ATTEMPTS = 3;
/** By so much a short time may be off: what systems count the work of a thread in. */
const TICK_MS = 4;
/** Share of a check's time behind which nothing is measured again. */
const MEASURING_SHARE = 1 / 4;
/** Share of a check's time that one compaction of the short list may take; a slower engine is measured on less. */
const SHORT_SHARE = 1 / 60;
/** So much shorter is the list by which that is found out. */
const PROBE_SHARE = 1 / 8;

/** How the time of a compaction grows, in one sentence; `undefined` where it grows with the list and no faster. */
export async function measureGrowth(trial: Trial): Promise<string | undefined> {
  const end = performance.now() + trial.timeLimitMs * MEASURING_SHARE;
  const turnCount = await affordableTurns(trial);
  const [short, long] = [listOf(turnCount), listOf(turnCount * GROWTH)];
  // Code that has hardly run is slow, and would make the short list look dear.
  await workOn(trial, short, { repetitions: SHORT_REPETITIONS, end });
  let [shortMs, longMs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let attempt = 0; attempt < ATTEMPTS && (attempt === 0 || performance.now() < end); attempt += 1) {
    shortMs = Math.min(shortMs, await workOn(trial, short, { repetitions: SHORT_REPETITIONS, end }));
    longMs = Math.min(longMs, await workOn(trial, long, { repetitions: LONG_REPETITIONS, end }));
    if (longMs < NEGLIGIBLE_MS || longMs <= shortMs * MAX_RATIO) return undefined;
  }
  return `compress works ${shortMs.toFixed(1)} ms on ${short.length} messages and ${longMs.toFixed(1)} ms on ${long.length}: ${Math.round(longMs / shortMs)} times as long for ${GROWTH} times as many.`;
}

/** Turns of the short list, so that the long one fits into the time of a check. */
async function affordableTurns({ use, timeLimitMs }: Trial): Promise<number> {
  const probe = Math.ceil(SHORT_TURN_COUNT * PROBE_SHARE);
  let probeMs = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const start = performance.now();
    await use((engine, services) => engine.compress(requestOf(listOf(probe), services, { force: true })));
    probeMs = Math.min(probeMs, performance.now() - start);
  }
  return probeMs <= timeLimitMs * SHORT_SHARE * PROBE_SHARE ? SHORT_TURN_COUNT : probe;
}

function listOf(turnCount: number): Messages {
  return deepFreeze(turns({ mark: 'rosebud', from: 0, count: turnCount, resultLines: 2 }));
}

/** What one compaction takes, in milliseconds: at most so much where it is short. */
async function workOn(
  { use }: Trial,
  messages: Messages,
  { repetitions, end }: { readonly repetitions: number; readonly end: number },
): Promise<number> {
  let workMs = 0;
  let count = 0;
  while (count < repetitions && (count === 0 || performance.now() < end)) {
    workMs += await use(async (engine, services) => {
      const request = requestOf(messages, services, { force: true });
      const start = threadMs();
      await engine.compress(request);
      return threadMs() - start;
    });
    count += 1;
  }
  return (workMs + TICK_MS) / count;
}

/** Time that this thread has worked, where Node.js tells it: what else keeps a busy machine does not count then. */
function threadMs(): number {
  if (typeof process.threadCpuUsage !== 'function') return performance.now();
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
