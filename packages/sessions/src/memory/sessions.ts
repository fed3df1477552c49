import { checkJson, checkSessionId, checkTitle, sessionIdTaken, titleTaken } from '../input-checks.ts';
import { newSessionId } from '../new-session-id.ts';
import type { NewSession, Session, SessionChange } from '../session.ts';
import { SessionInputError } from '../session-errors.ts';
import { addRow, compactionsOf, type MemorySession, messageId, rowAt, tokensOf, type Vault } from './rows.ts';

const MINTING_TRIES = 100;
const SHOWN_CHARS = 80;
const EMPTY = { live: [], states: [] };

/** What a new session is, besides what its creator says. */
export type Descent = Pick<MemorySession, 'origin' | 'parentSessionId' | 'inherited'>;

const FIRST: Descent = { origin: 'new', parentSessionId: undefined, inherited: 0 };

/** Add an empty session. Everything is checked before anything is written. */
export function createSession(vault: Vault, wanted: NewSession, descent: Descent = FIRST): MemorySession {
  const { goal, metadata = {} } = wanted;
  const title = freeTitle(vault, wanted.title);
  const goalText = goal === undefined || goal === null ? undefined : checkJson('goal', goal);
  const metadataText = checkMetadata(metadata);
  const at = vault.now();
  const session: MemorySession = {
    id: freeId(vault, wanted.id),
    serial: vault.sessions.size + 1,
    title,
    ...descent,
    continuedBy: undefined,
    goal: goalText,
    metadata: metadataText,
    createdAt: at,
    updatedAt: at,
    rows: [],
    emptyDeliveries: new Map(),
    brought: undefined,
    live: [],
    revisions: [{ number: 1, kind: 'start', at, before: EMPTY, after: EMPTY }],
    done: [],
    undone: [],
    fence: 0,
    lease: undefined,
  };
  vault.sessions.set(session.id, session);
  return session;
}

/** Give a session copies of another one's live list, in order. */
export function copyLive(vault: Vault, from: MemorySession, session: MemorySession): void {
  for (const sequence of from.live) {
    const { text, createdAt, timeSource, copyOf = messageId(from, sequence) } = rowAt(from, sequence);
    session.live.push(addRow({ vault, session }, text, { createdAt, timeSource, copyOf }));
  }
}

export function updateSession(vault: Vault, session: MemorySession, change: SessionChange): void {
  const { title, goal, metadata } = change;
  const goalText = goal === undefined || goal === null ? undefined : checkJson('goal', goal);
  const metadataText = checkMetadata(metadata ?? {});
  if (title === null) session.title = undefined;
  else if (title !== undefined && title !== session.title) session.title = freeTitle(vault, title);
  if (goal !== undefined) session.goal = goalText;
  if (metadata !== undefined) session.metadata = metadataText;
  session.updatedAt = vault.now();
}

/** A session that begins with another one's list; what is not given is the other's, but for the title. */
export function branchSession(vault: Vault, parent: MemorySession, wanted: NewSession): MemorySession {
  const descent: Descent = { origin: 'branch', parentSessionId: parent.id, inherited: 0 };
  const session = createSession(vault, wanted, descent);
  session.goal ??= parent.goal;
  if (wanted.metadata === undefined) session.metadata = parent.metadata;
  copyLive(vault, parent, session);
  return session;
}

/** Who has a title. */
export function ownerOf(vault: Vault, title: string): MemorySession | undefined {
  return vault.sessions.values().find((session) => session.title === title);
}

export function describeSession(session: MemorySession): Session {
  const { id, title, origin, parentSessionId, continuedBy, goal, metadata, createdAt, updatedAt } = session;
  return {
    id,
    ...(title === undefined ? {} : { title }),
    origin,
    ...(parentSessionId === undefined ? {} : { parentSessionId }),
    ...(continuedBy === undefined ? {} : { continuedBy }),
    ...(goal === undefined ? {} : { goal: JSON.parse(goal) }),
    metadata: JSON.parse(metadata),
    createdAt,
    updatedAt,
    revision: session.revisions.length,
    sequence: session.rows.length,
    liveMessages: session.live.length,
    liveTokens: tokensOf(session, session.live),
    compactions: compactionsOf(session),
  };
}

function checkMetadata(metadata: Readonly<Record<string, unknown>>): string {
  const text = checkJson('metadata', metadata);
  if (text.startsWith('{')) return text;
  throw new SessionInputError({
    what: `metadata is ${text.slice(0, SHOWN_CHARS)}.`,
    why: 'It is an object of names and values.',
    fix: 'Give an object, or leave it away.',
  });
}

function freeTitle(vault: Vault, title: string | undefined): string | undefined {
  if (title === undefined) return undefined;
  const owner = ownerOf(vault, checkTitle(title));
  if (owner !== undefined) throw titleTaken(title, owner.id);
  return title;
}

function freeId(vault: Vault, id: string | undefined): string {
  if (id !== undefined) {
    if (vault.sessions.has(checkSessionId(id))) throw sessionIdTaken(id);
    return id;
  }
  for (let attempt = 0; attempt < MINTING_TRIES; attempt += 1) {
    const minted = newSessionId(vault.now(), vault.newId());
    if (!vault.sessions.has(minted)) return minted;
  }
  throw new SessionInputError({
    what: 'No id is left for a new session.',
    why: `newId was asked ${MINTING_TRIES} times within a second, and gave what other sessions have.`,
    fix: 'Let newId give other digits each time, or name the session yourself.',
  });
}
