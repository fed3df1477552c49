import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HermesConfig } from '@hermes-context/config';
import type { Message } from '@hermes-context/contract';
import { createHost, type Host, type HostSession } from '@hermes-context/host';
import { toolCallsOf, validateOpenAiChat } from '@hermes-context/messages';
import { findTip, openSqliteStore, type SessionStore } from '@hermes-context/sessions';
import { echoSummarizer } from '@hermes-context/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { bundleScript } from '../sessions/bundle-script.fixture.ts';
import { type Child, startChild } from '../sessions/child-lines.fixture.ts';
import { seededRandom } from '../sessions/seeded-random.fixture.ts';
import { configOf } from './agent-world.fixture.ts';
import { seedMessages, toyModel } from './fault-matrix.fixture.ts';
import type { KillJob, KillNote } from './kill-child.fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'hermes-kill-'));
let script: URL;
let spare: Child;

beforeAll(async () => {
  script = await bundleScript(new URL('./kill-child.fixture.ts', import.meta.url), join(folder, 'script'));
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

/** When a child is killed: so many milliseconds, at most, after it has told that. */
const MOMENTS = {
  'while a summary is written': { after: 'compacting', withinMs: 60 },
  'at a commit': { after: 'committing', withinMs: 5 },
  'right after a commit': { after: 'committed', withinMs: 1 },
  'while tools run': { after: 'tool', withinMs: 10 },
  'while the model speaks': { after: 'streaming', withinMs: 10 },
  'at any moment': { after: 'opened', withinMs: 200 },
} as const satisfies Record<string, { readonly after: KillNote['note']; readonly withinMs: number }>;

/** A conversation as it was acknowledged: every message by its id, and the live list. */
interface Known {
  readonly rootId: string;
  readonly sessionId: string;
  readonly revision: number;
  readonly ids: readonly string[];
  readonly archive: ReadonlyMap<string, string>;
}

/** A session's place on disk, and how far ahead of the machine's its clock for leases is. */
interface Place {
  readonly path: string;
  readonly home: string;
  readonly config: HermesConfig;
  aheadMs: number;
}

async function newPlace(name: string, inPlace: boolean): Promise<Place> {
  const home = join(folder, name);
  mkdirSync(home);
  const settings = {
    compression: {
      threshold: 0.5,
      protect_first_n: 1,
      protect_last_n: 2,
      small_context_floor: 'off',
      in_place: inPlace,
    },
  };
  writeFileSync(join(home, 'config.yaml'), JSON.stringify(settings));
  return { path: join(home, 'sessions.db'), home, config: await configOf(settings), aheadMs: 0 };
}

function openStore(place: Place): Promise<SessionStore> {
  const monotonic = (): number => Number(process.hrtime.bigint()) / 1e6 + place.aheadMs;
  return openSqliteStore(place.path, { monotonic });
}

const LEASE_MS = 60_000;

/** Have a child work on a session, and kill it at a moment. */
async function killAt(moment: keyof typeof MOMENTS, job: KillJob, delayRatio: number): Promise<readonly KillNote[]> {
  const child = spare;
  spare = start(); // it loads while the other one is used
  child.tell(job);
  const { after, withinMs } = MOMENTS[moment];
  for (;;) {
    const note = (await child.next()) as KillNote | undefined;
    if (note === undefined) throw new Error(`The child ended by itself: ${child.complaints()}`);
    if (note.note === after) break;
  }
  await sleep(delayRatio * withinMs);
  child.kill();
  expect(await child.ended, child.complaints()).toBe(null);
  return child.said as readonly KillNote[];
}

/** What a message says, whatever is noted beside it. */
function essenceOf(message: Message): string {
  const { role, content } = message;
  const id = message.role === 'tool' ? message.tool_call_id : '';
  return JSON.stringify([role, content, toolCallsOf(message), id]);
}

function idsOf(messages: readonly Message[]): readonly string[] {
  return messages.map(({ _context }) => _context?.id ?? '');
}

/** All that was appended to a conversation, by its ids; copies and summaries are left out. */
async function appendedOf(store: SessionStore): Promise<ReadonlyMap<string, string>> {
  const { items: sessions } = await store.list({ includeContinued: true, limit: 1_000 });
  const found = new Map<string, string>();
  for (const { id } of sessions) {
    const { items } = await store.read(id, { limit: 1_000 });
    for (const { madeBy, copyOf, message, id: messageId } of items)
      if (madeBy === undefined && copyOf === undefined) found.set(messageId, essenceOf(message));
  }
  return found;
}

async function knownOf(store: SessionStore, rootId: string): Promise<Known> {
  const tip = await findTip(store, rootId);
  const { messages, revision } = await store.load(tip.id);
  return { rootId, sessionId: tip.id, revision, ids: idsOf(messages), archive: await appendedOf(store) };
}

/** What is known once a child has told what it told. */
function learn(known: Known, notes: readonly KillNote[]): Known {
  const archive = new Map(known.archive);
  let { sessionId, revision, ids } = known;
  for (const note of notes) {
    if (note.note === 'compacted') ({ sessionId, revision, ids } = note);
    if (note.note !== 'message') continue;
    const [id = ''] = idsOf([note.message]);
    archive.set(id, essenceOf(note.message));
    ids = [...ids, id];
  }
  return { ...known, archive, sessionId, revision, ids };
}

/** What a kill left is what was acknowledged, with what was being stored at that moment or without it. */
async function examine(store: SessionStore, known: Known): Promise<'as before' | 'committed'> {
  const found = await appendedOf(store);
  for (const [id, essence] of known.archive) expect(found.get(id)).toBe(essence);
  const inFlight = [...found.keys()].filter((id) => !known.archive.has(id));
  expect(inFlight.length).toBeLessThanOrEqual(2);
  expect(new Set(found.values()).size).toBe(found.size);

  const tip = await findTip(store, known.rootId);
  const asBefore = await store.load(known.sessionId, { revision: known.revision });
  expect(idsOf(asBefore.messages)).toEqual([...known.ids, ...inFlight]);
  const isCommitted = tip.id !== known.sessionId || tip.revision !== known.revision;
  if (!isCommitted) return 'as before';
  const { messages } = await store.load(tip.id);
  expect(messages.length).toBeLessThan(asBefore.messages.length);
  expect(validateOpenAiChat(messages)).toEqual([]);
  return 'committed';
}

let answers = 0;

/** A host in a process that lives, and the session in it. */
async function resume(place: Place, store: SessionStore, rootId: string) {
  const answer = (): { readonly content: string } => {
    answers += 1;
    return { content: `Resumed, answer ${answers}.` };
  };
  const model = toyModel({ windowTokens: 6_000, answer });
  const host = await createHost({
    config: place.config,
    model,
    store,
    summarise: echoSummarizer(),
    sessionSearch: false,
    limits: { leaseTtlMs: LEASE_MS },
  });
  return { host, model, session: await host.resumeSession(rootId) };
}

/** The dead process still holds the session until its lease has ended; then it is compacted. */
async function compactAfterLease(session: HostSession, place: Place, { store }: Host): Promise<number> {
  // Nobody but the dead can hold it; a session that a rotation closed is of no interest to anybody.
  const held = (await store.leases()).filter(({ sessionId }) => sessionId === session.id).length;
  if (held > 0) expect(await session.compact()).toMatchObject({ kind: 'unchanged', reason: 'busy' });
  place.aheadMs += LEASE_MS + 1;
  expect(await session.compact()).toMatchObject({ kind: 'compacted' });
  return held;
}

/** Go on in a new process' place: deliver again what was being answered, talk, compact. */
async function goOn(place: Place, store: SessionStore, { known, turn }: { known: Known; turn: KillNote | undefined }) {
  const { host, model, session } = await resume(place, store, known.rootId);
  expect(session.id).toBe((await findTip(store, known.rootId)).id);
  if (turn?.note === 'turn') {
    expect(await session.runTurn(turn.text, { key: turn.key })).toMatchObject({ kind: 'completed' });
    const answer = session.messages().at(-1);
    expect(answer === undefined ? '' : [answer.role, toolCallsOf(answer)]).toEqual(['assistant', []]);
  }
  expect((await session.runTurn(`Back again after ${answers}.`)).kind).toBe('completed');
  expect(validateOpenAiChat(session.messages())).toEqual([]);
  const held = await compactAfterLease(session, place, host);
  expect((await session.runTurn(`And on after ${answers}.`)).kind).toBe('completed');
  expect(validateOpenAiChat(session.messages())).toEqual([]);
  expect(model.violations).toEqual([]);
  const appended = await appendedOf(store);
  expect(new Set(appended.values()).size).toBe(appended.size);
  await host.close();
  return held;
}

describe.each([
  { mode: 'in place', inPlace: true },
  { mode: 'by rotation', inPlace: false },
])('a host that compacts $mode, and is killed', ({ mode, inPlace }) => {
  const seen = { held: 0, committed: 0 };
  let place: Place;
  let rootId: string;
  const random = seededRandom(7);

  beforeAll(async () => {
    place = await newPlace(inPlace ? 'in-place' : 'rotation', inPlace);
    const store = await openStore(place);
    ({ id: rootId } = await store.create({ title: mode }));
    await store.close();
  });

  const kills = Object.keys(MOMENTS) as (keyof typeof MOMENTS)[];

  it.each(kills.map((moment, index) => [moment, index] as const))('%s (%i), goes on', async (moment, index) => {
    place.aheadMs = 0;
    const before = await openStore(place);
    const { id } = await findTip(before, rootId);
    // So much that the next turn compacts.
    await before.append(id, seedMessages(index * 100, 8));
    const atFirst = await knownOf(before, rootId);
    await before.close();

    const job = { path: place.path, home: place.home, sessionId: rootId, name: `c${index}`, leaseTtlMs: LEASE_MS };
    const notes = await killAt(moment, job, random(100) / 100);

    const store = await openStore(place);
    expect(await store.check()).toEqual([]);
    const known = learn(atFirst, notes);
    if ((await examine(store, known)) === 'committed') seen.committed += 1;
    const turn = notes.findLast(({ note }) => note === 'turn');
    seen.held += await goOn(place, store, { known, turn });
    await store.close();
  });

  it('holds the session no longer than its lease does', async () => {
    place.aheadMs = 0;
    const before = await openStore(place);
    await before.append((await findTip(before, rootId)).id, seedMessages(10_000, 8));
    await before.close();
    const job = { path: place.path, home: place.home, sessionId: rootId, name: 'short', leaseTtlMs: 400 };
    await killAt('at a commit', job, 0);
    const store = await openStore(place);
    const { host, session } = await resume(place, store, rootId);
    // Enough for a compaction, whether the one that was interrupted has happened or not.
    await store.append(session.id, seedMessages(20_000, 8));
    const tried: string[] = [];
    await vi.waitFor(
      async () => {
        const report = await session.compact();
        tried.push(report.kind === 'unchanged' ? report.reason : report.kind);
        expect(report.kind).toBe('compacted');
      },
      { timeout: 20_000, interval: 40 },
    );
    expect(tried.slice(0, -1)).toEqual(tried.slice(1).map(() => 'busy'));
    await host.close();
    await store.close();
  });

  it('at moments that matter', () => {
    // A test that always came too early or too late would have tested nothing.
    expect(seen.held).toBeGreaterThan(0);
    expect(seen.committed).toBeGreaterThan(0);
  });
});
