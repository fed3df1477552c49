import { recordLine, type Session, type SessionStore } from '@hermes-context/sessions';

/** What was exported of one session. */
export interface ExportedSession {
  readonly id: string;
  readonly messages: number;
  readonly revisions: number;
}

const PAGE_SESSIONS = 1_000;

/** Everything about some sessions as lines of JSON, one session after another. `onSession` is told of each as it begins. */
export async function* exportLines(
  store: SessionStore,
  sessionIds: readonly string[],
  onSession: (session: ExportedSession) => void,
): AsyncGenerator<string> {
  for (const id of sessionIds) {
    for await (const record of store.exportSession(id)) {
      if (record.record === 'session') onSession({ id, messages: record.messages, revisions: record.revisions });
      yield recordLine(record);
    }
  }
}

/** Ids of all sessions, the oldest first: what goes on somewhere comes before it. */
export async function allSessionIds(store: SessionStore): Promise<readonly string[]> {
  const sessions: Session[] = [];
  let cursor: string | undefined;
  do {
    const page = await store.list({
      includeContinued: true,
      limit: PAGE_SESSIONS,
      ...(cursor === undefined ? {} : { cursor }),
    });
    sessions.push(...page.items);
    cursor = page.next;
  } while (cursor !== undefined);
  return sessions
    .toSorted((one, other) => one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1))
    .map(({ id }) => id);
}
