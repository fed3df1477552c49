import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Message, Messages } from '@hermes-context/contract';
import { openSqliteStore, type SessionStore } from '@hermes-context/sessions';
import { chatter } from './chatter.ts';

const MESSAGES = 100_000;
const TURN_MESSAGES = 5;
const NEEDLE = 'needle7f3a';
/** A search takes so little that the first hundred runs measure the compiler. */
const SEARCH_RUNS = 300;
/** Repetitions of what is short; the median counts, since a disk has moods. */
const RUNS = 15;

/** What the session store costs, in one run on this machine. Times in milliseconds. */
export interface SessionFigures {
  /** Work of the processor, system calls included: how long the disk lets one wait is its own matter, and changes from second to second. */
  readonly appendTenthsMs: readonly number[];
  /** Size of the file by the JSON of the messages, in UTF-8. */
  readonly sizeRatio: number;
  readonly rareWordMs: number;
  readonly scanMs: number;
  readonly commit50Ms: number;
  readonly commit5000Ms: number;
  readonly openSmallMs: number;
  readonly openLargeMs: number;
}

/** Measure all of it, in a folder of its own that is removed afterwards. */
export async function benchSessions(): Promise<SessionFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'hermes-context-bench-'));
  try {
    const large = join(folder, 'large.db');
    const small = join(folder, 'small.db');
    const { appendTenthsMs, contentBytes } = await fill(large, MESSAGES);
    await fill(small, 1_000);
    return {
      appendTenthsMs,
      sizeRatio: statSync(large).size / contentBytes,
      ...(await searchBench(large)),
      ...(await openBench({ small, large })),
      commit50Ms: await commitBench(join(folder, '50.db'), 50),
      commit5000Ms: await commitBench(join(folder, '5000.db'), 5_000),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** One session of many messages; its live list is the last 200 of them. */
async function fill(path: string, count: number): Promise<{ appendTenthsMs: number[]; contentBytes: number }> {
  const store = await openSqliteStore(path);
  const { id } = await store.create({ title: 'bench' });
  const messages = chatter();
  const appendTenthsMs: number[] = [];
  let contentBytes = 0;
  for (let tenth = 0; tenth < 10; tenth += 1) {
    let spentMs = 0;
    for (let done = 0; done < count / 10; done += TURN_MESSAGES) {
      const turn = take(messages, TURN_MESSAGES).map(
        (message, index): Message =>
          // One message in the middle of it all holds the word that will be looked for.
          tenth === 4 && done === 0 && index === 0 ? { ...message, content: `${message.content} ${NEEDLE}` } : message,
      );
      contentBytes += turn.reduce((total, message) => total + Buffer.byteLength(JSON.stringify(message)), 0);
      const before = process.cpuUsage();
      await store.append(id, turn);
      const { user, system } = process.cpuUsage(before);
      spentMs += (user + system) / 1_000;
    }
    appendTenthsMs.push(spentMs);
  }
  await compact(store, { id, kept: 199 });
  await store.close(); // the last one to close a database puts its log into it
  return { appendTenthsMs, contentBytes };
}

async function compact(store: SessionStore, { id, kept }: { id: string; kept: number }): Promise<number> {
  const { revision, sequence, messages } = await store.load(id);
  const leased = await store.acquireLease({ sessionId: id, holder: 'bench' });
  if (leased.kind === 'busy') throw new Error('unreachable: nobody else has this store');
  const summary: Message = {
    role: 'user',
    content: `[CONTEXT COMPACTION] ${revision}`,
    _context: { mark: { kind: 'summary', summary: { source: 'model', coveredCount: messages.length - kept } } },
  };
  const outcome = { kind: 'compressed' as const, messages: [summary, ...messages.slice(messages.length - kept)] };
  const started = performance.now();
  const { kind } = await store.commit({
    sessionId: id,
    expectedRevision: revision,
    expectedSequence: sequence,
    outcome,
    lease: leased.lease,
    key: `commit ${revision}`,
    engine: 'bench',
  });
  const spentMs = performance.now() - started;
  if (kind !== 'committed') throw new Error(`unreachable: the commit came out as ${kind}`);
  await store.releaseLease(leased.lease);
  return spentMs;
}

/** A compaction of `replaced` messages to a summary, again and again: undone in between, so that the list is the same. */
async function commitBench(path: string, replaced: number): Promise<number> {
  const store = await openSqliteStore(path);
  const { id } = await store.create();
  await store.append(id, take(chatter(), replaced + 20));
  const times: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    times.push(await compact(store, { id, kept: 20 }));
    await store.undo({ sessionId: id });
  }
  await store.close();
  return medianOf(times);
}

async function searchBench(path: string): Promise<Pick<SessionFigures, 'rareWordMs' | 'scanMs'>> {
  const store = await openSqliteStore(path);
  const { items } = await store.list();
  const id = items[0]?.id ?? '';
  await store.search({ text: NEEDLE }); // the first query brings the index up to date
  const times: number[] = [];
  for (let run = 0; run < SEARCH_RUNS; run += 1) {
    const started = performance.now();
    const { hits } = await store.search({ text: NEEDLE });
    times.push(performance.now() - started);
    if (hits.length !== 1) throw new Error(`unreachable: ${hits.length} messages hold the needle`);
  }
  const texts: string[] = [];
  for (let after = 0; ; ) {
    const page = await store.read(id, { after, limit: 1_000 });
    texts.push(...page.items.map(({ message }) => (typeof message.content === 'string' ? message.content : '')));
    if (page.next === undefined) break;
    after = Number(page.next);
  }
  await store.close();
  // The scan is given what it would have to read first: all texts, already in memory.
  const scans = Array.from({ length: RUNS }, () => {
    const started = performance.now();
    const found = texts.filter((text) => new RegExp(`\\b${NEEDLE}\\b`, 'i').test(text));
    const spentMs = performance.now() - started;
    if (found.length !== 1) throw new Error(`unreachable: the scan found ${found.length}`);
    return spentMs;
  });
  return { rareWordMs: medianOf(times), scanMs: medianOf(scans) };
}

async function openBench(paths: {
  small: string;
  large: string;
}): Promise<Pick<SessionFigures, 'openSmallMs' | 'openLargeMs'>> {
  const open = async (path: string): Promise<number> => {
    const started = performance.now();
    const store = await openSqliteStore(path);
    const { items } = await store.list({ title: 'bench' });
    const list: Messages = (await store.load(items[0]?.id ?? '')).messages;
    const spentMs = performance.now() - started;
    if (list.length !== 200) throw new Error(`unreachable: ${list.length} live messages`);
    await store.close();
    return spentMs;
  };
  const [smallMs, largeMs]: [number[], number[]] = [[], []];
  for (let run = 0; run < RUNS; run += 1) {
    smallMs.push(await open(paths.small));
    largeMs.push(await open(paths.large));
  }
  return { openSmallMs: medianOf(smallMs), openLargeMs: medianOf(largeMs) };
}

function take<Item>(items: Iterator<Item>, count: number): Item[] {
  return Array.from({ length: count }, () => {
    const { value, done } = items.next();
    if (done === true) throw new Error('unreachable: it has no end');
    return value;
  });
}

function medianOf(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[numbers.length >> 1] ?? Number.NaN;
}
