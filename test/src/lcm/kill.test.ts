import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Messages } from '@hermes-context/contract';
import { isSummary, validateOpenAiChat } from '@hermes-context/messages';
import { echoSummarizer } from '@hermes-context/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Child, startChild } from '../sessions/child-lines.fixture.ts';
import { seededRandom } from '../sessions/seeded-random.fixture.ts';
import { createLcm } from './create-lcm.fixture.ts';
import type { EngineJob, EngineNote } from './engine-child.fixture.ts';
import { type EngineStore, openStoreIn } from './lcm-plug-in.fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'hermes-lcm-kill-'));
const script = new URL('./engine-child.fixture.ts', import.meta.url);
const SESSION = 'killed';

let spare: Child;

beforeAll(() => {
  spare = start();
});

afterAll(async () => {
  spare.kill();
  await spare.ended;
  await rm(folder, { recursive: true, force: true });
});

function start(): Child {
  return startChild(script, { cacheFolder: join(folder, 'compiled') });
}

/** When a child is killed: so many milliseconds, at most, after it has told that for the first or a later time. */
const MOMENTS = {
  'while it ingests a turn': { after: 'ingesting', withinMs: 8 },
  'while a compaction waits for a summary': { after: 'summarising', withinMs: 25 },
  'while a summary is stored': { after: 'compacting', withinMs: 70 },
  'between its answer and the commit of the host': { after: 'answered', withinMs: 10 },
  'right behind a commit': { after: 'committed', withinMs: 10 },
  'at any moment': { after: 'acknowledged', withinMs: 400 },
} as const satisfies Record<string, { readonly after: EngineNote['note']; readonly withinMs: number }>;

type Moment = keyof typeof MOMENTS;

/** What a host knows of a conversation, and what the engine has acknowledged of it. */
interface Known {
  readonly list: Messages;
  readonly acknowledged: readonly string[];
  readonly said: number;
}

async function killAt(moment: Moment, job: EngineJob, random: (limit: number) => number) {
  const child = spare;
  spare = start(); // it loads while the other one is used
  child.tell(job);
  const { after, withinMs } = MOMENTS[moment];
  const wanted = 1 + random(3);
  for (let seen = 0; seen < wanted; ) {
    const note = (await child.next()) as EngineNote | undefined;
    if (note === undefined) throw new Error(`The child ended by itself: ${child.complaints()}`);
    if (note.note === after) seen += 1;
  }
  await sleep((withinMs * random(100)) / 100);
  child.kill();
  expect(await child.ended, child.complaints()).toBe(null);
  return child.said as readonly EngineNote[];
}

/** What is known once a child has told what it told. */
function learn(before: Known, notes: readonly EngineNote[]): Known {
  let { list, acknowledged, said } = before;
  let open: readonly string[] = [];
  for (const note of notes) {
    if (note.note === 'committed') list = note.messages;
    if (note.note === 'said') {
      list = [...list, ...note.messages];
      open = [...open, ...note.messages.map(({ _context }) => _context?.id ?? '')];
      said += note.messages.length;
    }
    if (note.note === 'acknowledged') [acknowledged, open] = [[...acknowledged, ...open], []];
  }
  return { list, acknowledged, said };
}

/** Host ids of the current branch, in order. */
async function idsIn(store: EngineStore): Promise<readonly string[]> {
  return (await store.path(SESSION)).map(({ hostId }) => hostId ?? '');
}

/** Entries under the summaries that stand for the conversation. */
async function coveredIn(store: EngineStore): Promise<readonly number[]> {
  const roots = await store.roots(SESSION);
  const each = await Promise.all(roots.map(({ id }) => store.summaryEntries(id, { limit: 10_000 })));
  return each.flat().map(({ id }) => id);
}

/** The same list compacted by a new engine: valid, every message in it or under one summary. */
async function compactAgain(list: Messages, dataDir: string): Promise<Messages> {
  const engine = await createLcm({ dataDir, sessionId: SESSION, summarise: echoSummarizer() });
  engine.selectContext?.({ messages: list, promptTokens: 100 }); // as a host does before each request
  const outcome = await engine.compress({ messages: list, force: true, signal: new AbortController().signal });
  await engine.dispose?.();
  const messages = outcome.kind === 'compressed' ? outcome.messages : list;
  expect(outcome.kind === 'compressed' || outcome.reason === 'nothing-to-compress').toBe(true);
  expect(validateOpenAiChat(messages)).toEqual([]);
  expect(messages.filter(isSummary).length).toBeLessThanOrEqual(1);
  return messages;
}

describe('an engine whose process is killed', () => {
  const dataDir = join(folder, 'data');
  const random = seededRandom(11);
  let known: Known = { list: [{ role: 'system', content: 'Work.' }], acknowledged: [], said: 0 };
  const seen = { compacted: 0, cut: 0 };

  const kills = Object.keys(MOMENTS).concat('while a compaction waits for a summary', 'at any moment') as Moment[];

  it.each(kills)('I1 has lost and doubled nothing: %s', async (moment) => {
    const notes = await killAt(moment, { dataDir, sessionId: SESSION, list: known.list, from: known.said + 1 }, random);
    known = learn(known, notes);
    seen.compacted += notes.filter(({ note }) => note === 'committed').length;
    seen.cut +=
      notes.findLast(({ note }) => note === 'compacting' || note === 'committed')?.note === 'compacting' ? 1 : 0;

    const store = await openStoreIn(dataDir);
    expect(await store.verify()).toEqual([]);
    const stored = await idsIn(store);
    expect(new Set(stored).size).toBe(stored.length);
    expect(known.acknowledged.filter((id) => !stored.includes(id))).toEqual([]);

    const list = await compactAgain(known.list, dataDir);
    expect(await store.verify()).toEqual([]);
    const path = await store.path(SESSION);
    expect(path.map(({ hostId }) => hostId)).toEqual(Array.from({ length: known.said }, (_, at) => `m${at + 1}`));
    const covered = await coveredIn(store);
    expect(new Set(covered).size).toBe(covered.length);
    const shown = new Set(list.map(({ _context }) => _context?.id));
    const under = new Set(covered);
    expect(path.filter(({ id, hostId }) => !under.has(id) && !shown.has(hostId))).toEqual([]);
    await store.close();
    known = { ...known, list };
  });

  it('was killed at moments that matter', () => {
    expect(seen.compacted).toBeGreaterThan(2);
    expect(seen.cut).toBeGreaterThan(2);
  });
});
