import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Message, Messages } from '@hermes-context/contract';
import { deepFreeze } from '@hermes-context/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMemorySessionStore } from '../memory/memory-session-store.ts';
import type { SessionRecord } from '../session-record.ts';
import type { SessionStore } from '../session-store.ts';
import { openSqliteStore } from './sqlite-session-store.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hermes-context-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** One thing done to a store. Numbers choose, modulo what there is to choose from. */
interface Operation {
  readonly kind: 'append' | 'commit' | 'rotate' | 'rewind' | 'undo' | 'redo' | 'branch' | 'import';
  readonly which: number;
  readonly head: number;
  readonly tail: number;
  readonly style: 'ids' | 'bare' | 'rewritten';
}

const operations: fc.Arbitrary<Operation> = fc.record({
  kind: fc.oneof(
    { weight: 6, arbitrary: fc.constant('append' as const) },
    { weight: 4, arbitrary: fc.constant('commit' as const) },
    { weight: 1, arbitrary: fc.constant('rotate' as const) },
    { weight: 2, arbitrary: fc.constantFrom('rewind' as const, 'redo' as const) },
    { weight: 3, arbitrary: fc.constant('undo' as const) },
    { weight: 1, arbitrary: fc.constantFrom('branch' as const, 'import' as const) },
  ),
  which: fc.nat({ max: 99 }),
  head: fc.nat({ max: 6 }),
  tail: fc.nat({ max: 9 }),
  style: fc.constantFrom('ids', 'bare', 'rewritten'),
});

const TEXTS = ['ok', 'go on', '端到端 🚀', 'x'.repeat(900), 'lone \ud83d half'.repeat(60), ''];

function newMessages({ which, tail }: Operation): Messages {
  return deepFreeze(
    Array.from({ length: tail % 4 }, (_, index): Message => {
      const content = TEXTS[(which + index) % TEXTS.length] ?? '';
      const timestamp = which % 3 === 0 ? { timestamp: 1_700_000_000 + which } : {};
      return index % 2 === 0 ? { role: 'user', content, ...timestamp } : { role: 'assistant', content };
    }),
  );
}

/** A compaction by an engine of one of three manners: with ids, without, and one that changes what it keeps. */
function compacted(list: Messages, { head, tail, style, which }: Operation): Messages {
  const bare = ({ _context, ...message }: Message): Message => message;
  const kept = (messages: Messages): Messages => (style === 'ids' ? messages : messages.map(bare));
  const summary: Message = {
    role: 'user',
    content: `Summary ${which}`,
    _context: { mark: { kind: 'summary', summary: { source: 'model', coveredCount: 1 } } },
  };
  const first = kept(list.slice(0, head));
  const changed = style === 'rewritten' ? first.map((message): Message => ({ ...message, content: 'pruned' })) : first;
  return deepFreeze([...changed, summary, ...kept(list.slice(Math.max(head, list.length - tail)))]);
}

async function apply(store: SessionStore, operation: Operation): Promise<unknown> {
  const { items } = await store.list({ limit: 1_000, includeContinued: true });
  const session = items.toSorted((a, b) => (a.id < b.id ? -1 : 1))[operation.which % items.length];
  if (session === undefined) return await store.create({ title: 'chat', goal: { ship: 'it' } });
  const sessionId = session.id;
  const list = await store.load(sessionId);
  switch (operation.kind) {
    case 'append':
      return await store.append(
        sessionId,
        newMessages(operation),
        operation.head === 0 ? { key: `key ${operation.which}` } : {},
      );
    case 'commit':
    case 'rotate': {
      const leased = await store.acquireLease({ sessionId, holder: 'test' });
      if (leased.kind === 'busy') throw new Error('Nobody else is here.');
      if (operation.which % 2 === 0)
        await store.append(sessionId, [{ role: 'user', content: 'while the summary ran' }]);
      const result = await store.commit({
        sessionId,
        expectedRevision: list.revision,
        expectedSequence: list.sequence,
        outcome: { kind: 'compressed', messages: compacted(list.messages, operation) },
        lease: leased.lease,
        key: `commit ${operation.which}`,
        engine: 'test',
        inPlace: operation.kind === 'commit',
      });
      await store.releaseLease(leased.lease);
      return result;
    }
    case 'rewind': {
      const target = list.messages[operation.head]?._context?.id;
      return await store.rewind({ sessionId, messageId: target ?? `${sessionId}:${operation.head}` });
    }
    case 'undo':
      return await store.undo({ sessionId });
    case 'redo':
      return await store.redo({ sessionId });
    case 'branch':
      return await store.branch(sessionId);
    case 'import':
      return await store.importSession(await recordsOf(store, sessionId));
  }
}

async function recordsOf(store: SessionStore, sessionId: string): Promise<SessionRecord[]> {
  const records: SessionRecord[] = [];
  for await (const record of store.exportSession(sessionId)) records.push(record);
  return records;
}

/** All that can be seen of a store. */
async function everything(store: SessionStore): Promise<unknown> {
  const { items: sessions } = await store.list({ limit: 1_000, includeContinued: true });
  const seen: unknown[] = [];
  for (const session of sessions.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const { items: revisions } = await store.revisions(session.id, { limit: 1_000 });
    const lists: unknown[] = [];
    for (const { number } of revisions) lists.push(await store.load(session.id, { revision: number }));
    const summary = revisions.find(({ receipt }) => receipt?.summaryId !== undefined)?.receipt?.summaryId;
    seen.push({
      session,
      revisions,
      lists,
      messages: await store.read(session.id, { limit: 1_000 }),
      behind: summary === undefined ? undefined : await store.read(session.id, { behind: summary }),
      records: await recordsOf(store, session.id),
    });
  }
  return seen;
}

function clocks(): { now: () => number; monotonic: () => number; newId: () => string } {
  let ticks = 0;
  let ids = 0;
  return {
    now: () => 1_800_000_000_000,
    monotonic: () => {
      ticks += 1;
      return ticks;
    },
    newId: () => {
      ids += 1;
      return ids.toString(16).padStart(6, '0');
    },
  };
}

it('does what the store that keeps everything written out does, whatever is asked of it', async () => {
  let count = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(operations, { maxLength: 24 }), async (steps) => {
      count += 1;
      const reference = createMemorySessionStore(clocks());
      const store = await openSqliteStore(join(folder, `${count}.db`), clocks());
      for (const step of [{ ...NOTHING }, ...steps]) {
        expect(await apply(store, step)).toEqual(await apply(reference, step));
      }
      expect(await everything(store)).toEqual(await everything(reference));
      expect(await store.check()).toEqual([]);

      const copy = await openSqliteStore(join(folder, `${count}-copy.db`), clocks());
      const { items } = await store.list({ limit: 1_000, includeContinued: true });
      for (const { id } of items) await copy.importSession(store.exportSession(id));
      expect(await everything(copy)).toEqual(await everything(store));
      await Promise.all([store.close(), copy.close()]);
    }),
    { numRuns: Math.ceil((fc.readConfigureGlobal().numRuns ?? 100) * 0.3) },
  );
});

const NOTHING: Operation = { kind: 'append', which: 0, head: 1, tail: 0, style: 'ids' };
