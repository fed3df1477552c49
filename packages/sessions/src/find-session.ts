import { findTip, getIfThere } from './find-tip.ts';
import type { Session } from './session.ts';
import type { SessionStore } from './session-store.ts';

/** What a text that a person typed stands for. Narrow on `kind`. */
export type SessionLookup =
  | { readonly kind: 'found'; readonly session: Session }
  /** Several begin so. */
  | {
      readonly kind: 'ambiguous';
      /** The newest first, at most `MAX_CANDIDATES`. */
      readonly candidates: readonly Session[];
      /** Whether there are more than those. */
      readonly hasMore: boolean;
    }
  | { readonly kind: 'none' };

/** As many as a person will read through. */
const MAX_CANDIDATES = 10;

const PAGE_SESSIONS = 1_000;

/** Any other text is no id, nor the beginning of one. */
const ID_CHARACTERS = /^[A-Za-z0-9._-]{1,128}$/;

/**
 * The session that a person means. The first that fits: the whole id; the whole title; the beginning of an id, if no
 * other id begins so; a title without its number, which is the highest `name #N`. The title of a conversation that went
 * on by rotation means where it is now (S-077), since `name` is what a person calls all of it; `name #2` and an id mean
 * that one session.
 */
export async function findSession(store: Pick<SessionStore, 'get' | 'list'>, text: string): Promise<SessionLookup> {
  if (text === '') return { kind: 'none' };
  const exact = (await withId(store, text)) ?? (await withTitle(store, text));
  if (exact !== undefined) return { kind: 'found', session: exact };
  const candidates = await withPrefix(store, text);
  if (candidates.length > 1) {
    const hasMore = candidates.length > MAX_CANDIDATES;
    return { kind: 'ambiguous', candidates: candidates.slice(0, MAX_CANDIDATES), hasMore };
  }
  const session = candidates[0] ?? (await withBase(store, text));
  return session === undefined ? { kind: 'none' } : { kind: 'found', session };
}

async function withId(store: Pick<SessionStore, 'get'>, text: string): Promise<Session | undefined> {
  return ID_CHARACTERS.test(text) ? getIfThere(store, text) : undefined;
}

async function withPrefix(store: Pick<SessionStore, 'list'>, text: string): Promise<readonly Session[]> {
  if (!ID_CHARACTERS.test(text)) return [];
  return (await store.list({ idPrefix: text, includeContinued: true, limit: MAX_CANDIDATES + 1 })).items;
}

async function withTitle(store: Pick<SessionStore, 'get' | 'list'>, title: string): Promise<Session | undefined> {
  const { items } = await store.list({ title, includeContinued: true, limit: 1 });
  const [session] = items;
  if (session === undefined || isNumbered(title)) return session;
  return findTip(store, session.id);
}

/** Only where nothing else fits: it looks at every session. */
async function withBase(store: Pick<SessionStore, 'list'>, base: string): Promise<Session | undefined> {
  let highest: Session | undefined;
  let highestNumber = 0;
  for await (const session of allSessions(store)) {
    const number = numberOf(session.title, base);
    if (number <= highestNumber) continue;
    highest = session;
    highestNumber = number;
  }
  return highest;
}

async function* allSessions(store: Pick<SessionStore, 'list'>): AsyncGenerator<Session> {
  let cursor: string | undefined;
  do {
    const page = await store.list({
      includeContinued: true,
      limit: PAGE_SESSIONS,
      ...(cursor === undefined ? {} : { cursor }),
    });
    yield* page.items;
    cursor = page.next;
  } while (cursor !== undefined);
}

function isNumbered(title: string): boolean {
  return / #[1-9]\d{0,8}$/.test(title);
}

/** Of `base #N` its number; 0 for every other title. */
function numberOf(title: string | undefined, base: string): number {
  if (title === undefined || !title.startsWith(`${base} #`) || !isNumbered(title)) return 0;
  const number = title.slice(base.length + 2);
  return /^\d+$/.test(number) ? Number(number) : 0;
}
