import type { Message, Messages } from '@hermes-context/contract';
import type { Lease, SessionStore } from '@hermes-context/sessions';
import type { Random } from './seeded-random.fixture.ts';
import {
  type ModelOutcome,
  type ModelSession,
  modelAppend,
  modelCommit,
  modelOf,
  modelRedo,
  modelRewind,
  modelUndo,
} from './small-model.fixture.ts';

/** One thing that is done to a session, told in full before it is done, so that others know what was in flight. */
export type Operation = { readonly sessionId: string } & (
  | { readonly kind: 'create' }
  | { readonly kind: 'append'; readonly key: string; readonly count: number }
  | ({ readonly kind: 'commit' } & Compaction)
  | ({ readonly kind: 'rotate' } & Compaction)
  /** Hide the list from its message at `kept` on. */
  | { readonly kind: 'rewind'; readonly revision: number; readonly messageId: string; readonly kept: number }
  | { readonly kind: 'undo' | 'redo'; readonly revision: number }
);

type CompactionOperation = Extract<Operation, { kind: 'commit' | 'rotate' }>;

interface Compaction {
  readonly key: string;
  readonly revision: number;
  /** Newest sequence of the list that is compacted. */
  readonly sequence: number;
  /** How much of the list stays at both ends. */
  readonly head: number;
  readonly tail: number;
}

/** What became of it: `result` is the store's answer. */
export interface Done {
  readonly kind: string;
  /** Sequence or revision that it led to, where it changed something. */
  readonly at?: number;
  /** The session that a rotation goes on in. */
  readonly nextId?: string;
}

/** The messages that are appended under a key: others for every key, of all sizes and scripts. */
export function messagesOf(key: string, count: number): Messages {
  return Array.from({ length: count }, (_, index): Message => {
    const content = `${key}.${index} ${FILLERS[(key.length + index + count) % FILLERS.length]}`;
    if (index % 2 === 1) return { role: 'assistant', content: [{ type: 'text', text: content }] };
    const user = { role: 'user', content, timestamp: 1_700_000_000 + index } as const;
    return user;
  });
}

const FILLERS = ['ok', '端到端 🚀', 'x'.repeat(3_000), `lone \ud83d ${'half '.repeat(300)}`, '', '\u0000\u2028'];

/** The summary that a compaction of this key puts in. */
function summaryOf(key: string): Message {
  return {
    role: 'user',
    content: `Summary ${key}`,
    _context: { mark: { kind: 'summary', summary: { source: 'model', coveredCount: 1 } } },
  };
}

/** Do it. Whatever needs a lease takes it as `holder`, and waits for its turn. */
export async function perform(store: SessionStore, operation: Operation, holder: string): Promise<Done> {
  const { sessionId } = operation;
  switch (operation.kind) {
    case 'create':
      return { kind: 'created', nextId: (await store.create({ id: sessionId, title: sessionId })).id };
    case 'append': {
      const messages = messagesOf(operation.key, operation.count);
      const result = await store.append(sessionId, messages, { key: operation.key });
      return result.kind === 'appended'
        ? { kind: result.isRepeat ? 'repeated' : 'appended', at: result.sequence }
        : { kind: result.kind };
    }
    case 'commit':
    case 'rotate':
      return await compact(store, operation, holder);
    case 'rewind':
    case 'undo':
    case 'redo':
      return await change(store, operation);
  }
}

async function compact(store: SessionStore, operation: CompactionOperation, holder: string): Promise<Done> {
  const leased = await store.acquireLease({ sessionId: operation.sessionId, holder });
  if (leased.kind === 'busy') return { kind: 'busy' };
  const done = await commitUnder(store, operation, leased.lease);
  await store.releaseLease(leased.lease);
  return done;
}

/** Do it under a lease that is held. */
export async function commitUnder(store: SessionStore, operation: CompactionOperation, lease: Lease): Promise<Done> {
  const { sessionId, key, revision, sequence } = operation;
  const { messages } = await store.load(sessionId);
  const seen = messages.filter(({ _context }) => Number(_context?.id?.split(':')[1]) <= sequence);
  const result = await store.commit({
    sessionId,
    key,
    expectedRevision: revision,
    expectedSequence: sequence,
    outcome: { kind: 'compressed', messages: outcomeOf(seen, operation) },
    lease,
    engine: 'test',
    inPlace: operation.kind === 'commit',
  });
  if (result.kind !== 'committed' && result.kind !== 'repeated') return { kind: result.kind };
  return { kind: result.kind, at: result.receipt.revision, nextId: result.receipt.sessionId };
}

/** Every other one as an engine that hands out bare copies would have it. */
function outcomeOf(seen: Messages, { key, head, tail }: Compaction): Messages {
  const bare = ({ _context, ...message }: Message): Message => message;
  const list = [...seen.slice(0, head), summaryOf(key), ...seen.slice(Math.max(head, seen.length - tail))];
  return key.length % 2 === 0
    ? list
    : list.map((message) => (message._context?.mark === undefined ? bare(message) : message));
}

async function change(
  store: SessionStore,
  operation: Extract<Operation, { kind: 'rewind' | 'undo' | 'redo' }>,
): Promise<Done> {
  const { sessionId, kind, revision: expectedRevision } = operation;
  const result =
    kind === 'rewind'
      ? await store.rewind({ sessionId, expectedRevision, messageId: operation.messageId })
      : await store[kind]({ sessionId, expectedRevision });
  return result.kind === 'changed' ? { kind: result.kind, at: result.revision } : { kind: result.kind };
}

/** What to do next with a session, as it is now. */
export async function chooseOperation(
  store: SessionStore,
  sessionId: string,
  { random, key, rotates }: { readonly random: Random; readonly key: string; readonly rotates: boolean },
): Promise<Operation> {
  const { messages, revision, sequence } = await store.load(sessionId);
  const dice = random(rotates ? 100 : 92);
  if (messages.length < 3 || dice < 50) return { kind: 'append', sessionId, key, count: 1 + random(4) };
  const head = random(3);
  const compaction = { sessionId, key, revision, sequence, head, tail: random(messages.length - head) };
  if (dice < 66) return { kind: 'commit', ...compaction };
  if (dice < 78) return { kind: 'undo', sessionId, revision };
  if (dice < 85) return { kind: 'redo', sessionId, revision };
  if (dice >= 92) return { kind: 'rotate', ...compaction };
  const kept = messages.length - 1 - random(3);
  return { kind: 'rewind', sessionId, revision, kept, messageId: messages[kept]?._context?.id ?? '' };
}

/** A message as it must lie in the store: its JSON without the store's id. */
export function textOf({ _context, ...message }: Message): string {
  const { id: _, ...context } = _context ?? {};
  return JSON.stringify(Object.keys(context).length === 0 ? message : { ...message, _context: context });
}

/** What the operation makes of a session; unknown where there is nothing to do. */
export function modelStep(
  session: ModelSession,
  operation: Exclude<Operation, { kind: 'create' | 'rotate' }>,
): ModelSession | undefined {
  switch (operation.kind) {
    case 'append':
      return modelAppend(session, messagesOf(operation.key, operation.count).map(textOf));
    case 'commit':
      return modelCommit(session, modelOutcome(seenOf(session, operation.sequence), operation), operation.sequence);
    case 'rewind':
      return modelRewind(session, operation.kept);
    case 'undo':
      return modelUndo(session);
    case 'redo':
      return modelRedo(session);
  }
}

/** The session that a rotation begins: a copy of the whole list, and the compaction in it. */
export function modelRotation(session: ModelSession, operation: Extract<Operation, { kind: 'rotate' }>): ModelSession {
  const copy = modelOf(session.view.live.map((sequence) => session.rows[sequence - 1] ?? ''));
  const seen = seenOf(session, operation.sequence).map((_, index) => index + 1);
  return modelCommit(copy, modelOutcome(seen, operation), seen.length);
}

function seenOf({ view }: ModelSession, sequence: number): readonly number[] {
  return view.live.filter((each) => each <= sequence);
}

function modelOutcome(seen: readonly number[], { key, head, tail }: Compaction): ModelOutcome {
  return [...seen.slice(0, head), textOf(summaryOf(key)), ...seen.slice(Math.max(head, seen.length - tail))];
}
