import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openSqliteStore, type SessionStore, type StoredMessage } from '@hermes-context/sessions';
import { afterAll, expect, it } from 'vitest';
import { bundleScript } from './bundle-script.fixture.ts';
import { type Child, startChild } from './child-lines.fixture.ts';
import type { CrashNote } from './crash-child.fixture.ts';
import { type Done, modelRotation, modelStep, type Operation, perform, textOf } from './operations.fixture.ts';
import { type Random, seededRandom } from './seeded-random.fixture.ts';
import { type ModelSession, modelOf } from './small-model.fixture.ts';

// HERMES_CRASHES=20 for a quick look.
// biome-ignore lint/style/noProcessEnv: the variable is for this test alone.
const crashes = Number(process.env['HERMES_CRASHES'] ?? 200);
/** After so many the test goes on with a new store: creating one is interrupted too, and checking stays quick. */
const CRASHES_A_STORE = 10;
/** The parent's clock is ahead by more than any lease holds, so that those of the dead have ended. */
const AHEAD_MS = 3_600_000;

const folder = mkdtempSync(join(tmpdir(), 'hermes-crash-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** All sessions of a conversation by id, the one it goes on in last. */
type Conversation = ReadonlyMap<string, ModelSession>;

function start(script: URL): Child {
  return startChild(script, { cacheFolder: join(folder, 'compiled') });
}

/** Let a child work on the store and kill it: while it opens the store, in an operation, or at any moment. */
async function crash(child: Child, random: Random): Promise<readonly CrashNote[]> {
  const manner = random(10);
  if (manner < 2) await sleep(random(25));
  else if (manner < 4) await sleep(random(90));
  else {
    let left = 1 + random(16);
    while (left > 0) {
      const note = (await child.next()) as CrashNote | undefined;
      if (note === undefined) throw new Error(`The child ended by itself: ${child.complaints()}`);
      if (note.note === 'begin') left -= 1;
    }
    if (random(2) === 0) await sleep(random(5));
  }
  child.kill();
  expect(await child.ended, child.complaints()).toBe(null);
  return child.said as readonly CrashNote[];
}

function tipOf(conversation: Conversation): string {
  return [...conversation.keys()].at(-1) ?? 'chat';
}

/** The conversation once an operation is done. */
function after(conversation: Conversation, operation: Operation, nextId: string | undefined): Conversation {
  const next = new Map(conversation);
  const { sessionId } = operation;
  const session = conversation.get(sessionId);
  if (operation.kind === 'create') next.set(sessionId, modelOf([]));
  else if (session === undefined) throw new Error(`${operation.kind} before the session was there`);
  else if (operation.kind === 'rotate') next.set(nextId ?? 'none', modelRotation(session, operation));
  else next.set(sessionId, modelStep(session, operation) ?? session);
  return next;
}

/** Kinds of answers that say that something was changed. */
const CHANGED = ['created', 'appended', 'committed', 'changed'];

/** What the child was told is done, and the operation that it was not told of. */
function replay(
  conversation: Conversation,
  notes: readonly CrashNote[],
): { readonly acknowledged: Conversation; readonly inFlight: Operation | undefined } {
  let acknowledged = conversation;
  let inFlight: Operation | undefined;
  for (const note of notes) {
    if (note.note === 'begin') inFlight = note.operation;
    if (note.note !== 'done' || inFlight === undefined) continue;
    if (CHANGED.includes(note.done.kind)) {
      acknowledged = after(acknowledged, inFlight, note.done.nextId);
      checkAnswer(acknowledged, inFlight, note.done);
    } else {
      expect([note.done.kind, inFlight.kind]).toEqual(['nothing', expect.stringMatching(/^(un|re)do$/)]);
    }
    inFlight = undefined;
  }
  return { acknowledged, inFlight };
}

function checkAnswer(conversation: Conversation, operation: Operation, { at }: Done): void {
  const session = conversation.get(operation.sessionId);
  if (operation.kind === 'append') expect(at).toBe(session?.rows.length);
  else if (operation.kind === 'rotate') expect(at).toBe(2);
  else if (operation.kind !== 'create') expect(at).toBe(session?.revision);
}

interface Seen {
  readonly revision: number;
  readonly rows: readonly string[];
  readonly live: readonly number[];
  readonly compacted: readonly number[];
  readonly hidden: readonly number[];
}

function expected(conversation: Conversation): Readonly<Record<string, Seen>> {
  return Object.fromEntries(
    [...conversation].map(
      ([
        id,
        {
          revision,
          rows,
          view: { live, compacted, hidden },
        },
      ]) => {
        const sets = { compacted: [...compacted].toSorted(byNumber), hidden: [...hidden].toSorted(byNumber) };
        return [id, { revision, rows, live, ...sets }];
      },
    ),
  );
}

/** All sessions of a store, message for message. */
async function look(store: SessionStore): Promise<Readonly<Record<string, Seen>>> {
  const { items: sessions } = await store.list({ includeContinued: true, limit: 1_000 });
  const seen: Record<string, Seen> = {};
  for (const { id, revision, sequence } of sessions) {
    const items: StoredMessage[] = [];
    while (items.length < sequence) items.push(...(await store.read(id, { after: items.length, limit: 1_000 })).items);
    const of = (state: string) => items.filter((item) => item.state === state).map((item) => item.sequence);
    const { messages } = await store.load(id);
    const live = messages.map(({ _context }) => Number(_context?.id?.slice(id.length + 1)));
    expect(messages).toEqual(live.map((at) => items[at - 1]?.message));
    expect(live.toSorted(byNumber)).toEqual(of('live'));
    const rows = items.map(({ message }) => textOf(message));
    seen[id] = { revision, rows, live, compacted: of('compacted'), hidden: of('hidden') };
  }
  return seen;
}

function byNumber(one: number, other: number): number {
  return one - other;
}

/** What a crash left is what was acknowledged, or that and the operation in flight; repeated, that happened once. */
async function examine(
  path: string,
  { acknowledged, inFlight }: ReturnType<typeof replay>,
): Promise<{ readonly conversation: Conversation; readonly hadHappened: boolean }> {
  const monotonic = (): number => Number(process.hrtime.bigint()) / 1e6 + AHEAD_MS;
  const store = await openSqliteStore(path, { monotonic });
  try {
    expect(await store.check()).toEqual([]);
    const found = await look(store);
    const sure = expected(acknowledged);
    if (inFlight === undefined) {
      expect(found).toEqual(sure);
      return { conversation: acknowledged, hadHappened: false };
    }
    const rotated = Object.keys(found).find((id) => !acknowledged.has(id));
    const hadHappened = JSON.stringify(sorted(found)) !== JSON.stringify(sorted(sure));
    if (hadHappened) expect(found).toEqual(expected(after(acknowledged, inFlight, rotated)));

    const isThere = inFlight.kind === 'create' && hadHappened;
    const again = isThere ? { kind: 'created' } : await perform(store, inFlight, 'parent');
    const conversation = after(acknowledged, inFlight, 'nextId' in again ? again.nextId : undefined);
    expect(await look(store)).toEqual(expected(conversation));
    if (hadHappened && !isThere) expect(again.kind).toMatch(/^(repeated|conflict)$/);
    return { conversation, hadHappened };
  } finally {
    await store.close();
  }
}

function sorted(seen: Readonly<Record<string, Seen>>): unknown {
  return Object.entries(seen).toSorted(([one], [other]) => (one < other ? -1 : 1));
}

it(`survives ${crashes} kills: what was acknowledged is there, what was in flight happened or did not`, async () => {
  const random = seededRandom(1);
  const script = await bundleScript(new URL('./crash-child.fixture.ts', import.meta.url), join(folder, 'script'));
  let spare = start(script);
  let path = '';
  let conversation: Conversation = new Map();
  const inFlight = { happened: 0, not: 0 };
  for (let count = 0; count < crashes; count += 1) {
    if (count % CRASHES_A_STORE === 0) {
      path = join(folder, `${count}.db`);
      conversation = new Map();
    }
    const child = spare;
    spare = start(script); // it loads while the other one is used
    expect(await child.next(), child.complaints()).toEqual({ note: 'ready' });
    child.tell({ path, sessionId: tipOf(conversation), isNew: conversation.size === 0, seed: count + 1 });
    const left = replay(conversation, await crash(child, random));
    const { hadHappened, ...next } = await examine(path, left);
    conversation = next.conversation;
    if (left.inFlight !== undefined) inFlight[hadHappened ? 'happened' : 'not'] += 1;
  }
  spare.kill();
  await spare.ended;
  // A test that always came too early or too late would have tested nothing.
  expect(inFlight.happened + inFlight.not).toBeGreaterThan(crashes / 4);
}, 600_000);
