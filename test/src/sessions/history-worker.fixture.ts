import { writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Lease, openSqliteStore, type SessionStore } from '@hermes-context/sessions';
import type { HistoryEntry } from './check-history.fixture.ts';
import { chooseOperation, commitUnder, type Done, type Operation, perform } from './operations.fixture.ts';
import { type Random, seededRandom } from './seeded-random.fixture.ts';

/** What a worker is told to do. */
export interface WorkerJob {
  readonly path: string;
  readonly worker: string;
  readonly seed: number;
  readonly operations: number;
  readonly sessionIds: readonly string[];
}

/** Nanoseconds of a clock that all processes of the machine share. */
function now(): number {
  return Number(process.hrtime.bigint());
}

async function work(job: WorkerJob): Promise<void> {
  const random = seededRandom(job.seed);
  const store = await openSqliteStore(job.path);
  for (let step = 0; step < job.operations; step += 1) {
    const sessionId = job.sessionIds[random(job.sessionIds.length)] ?? '';
    const entry = await attempt(store, { sessionId, random, worker: job.worker, key: `${job.worker}-${step}` });
    writeSync(1, `${JSON.stringify(entry)}\n`);
  }
  await store.close();
}

interface Step {
  readonly sessionId: string;
  readonly random: Random;
  readonly worker: string;
  readonly key: string;
}

/** One operation, and when it began and ended. An error is written down, not thrown. */
async function attempt(store: SessionStore, step: Step): Promise<HistoryEntry> {
  const { sessionId, worker } = step;
  try {
    if (step.random(10) === 0) return await lookAt(store, step);
    const operation = await chooseOperation(store, sessionId, { ...step, rotates: false });
    if (operation.kind === 'commit') return await compact(store, step);
    return await timed(worker, operation, () => perform(store, operation, worker));
  } catch (error) {
    return { worker, invoked: now(), answered: now(), operation: { kind: 'look', sessionId }, done: failed(error) };
  }
}

async function timed(worker: string, operation: Operation, run: () => Promise<Done>): Promise<HistoryEntry> {
  const invoked = now();
  const done = await run().catch(failed);
  return { worker, invoked, answered: now(), operation, done };
}

async function lookAt(store: SessionStore, { sessionId, worker }: Step): Promise<HistoryEntry> {
  const invoked = now();
  const { revision, sequence, messages } = await store.load(sessionId);
  const list = messages.map(({ _context }) => Number(_context?.id?.slice(sessionId.length + 1)));
  const done = { kind: 'looked', revision, sequence, list } as const;
  return { worker, invoked, answered: now(), operation: { kind: 'look', sessionId }, done };
}

/** As a chat does: take the lease, read the list, write its compaction, give the lease back. */
async function compact(store: SessionStore, { sessionId, random, worker, key }: Step): Promise<HistoryEntry> {
  const lease = await leaseOf(store, sessionId, worker);
  const { messages, revision, sequence } = await store.load(sessionId);
  const head = random(3);
  const tail = random(Math.max(1, messages.length - head));
  const operation = { kind: 'commit', sessionId, key, revision, sequence, head, tail } as const;
  await sleep(random(4)); // while the summary is written, the other one appends
  const entry = await timed(worker, operation, () => commitUnder(store, operation, lease));
  await store.releaseLease(lease);
  return entry;
}

async function leaseOf(store: SessionStore, sessionId: string, holder: string): Promise<Lease> {
  for (;;) {
    const leased = await store.acquireLease({ sessionId, holder });
    if (leased.kind === 'acquired') return leased.lease;
    await sleep(2);
  }
}

function failed(error: unknown): Done & { readonly detail: string } {
  return { kind: 'failed', detail: String(error) };
}

for await (const line of createInterface({ input: process.stdin })) {
  await work(JSON.parse(line));
  break;
}
process.stdin.destroy();
