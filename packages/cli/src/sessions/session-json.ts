import type { Session, StoredMessage } from '@hermes-context/sessions';
import { isoTime } from './relative-time.ts';

/** A session as `--json` has it. Unknown is `null`; times are ISO 8601 in UTC. */
export interface SessionJson {
  readonly id: string;
  readonly title: string | null;
  readonly origin: Session['origin'];
  readonly parentSessionId: string | null;
  readonly continuedBy: string | null;
  readonly goal: unknown;
  readonly metadata: Session['metadata'];
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly revision: number;
  readonly sequence: number;
  readonly liveMessages: number;
  readonly liveTokens: number;
  readonly compactions: number;
}

/** A stored message as `--json` has it. */
export interface MessageJson {
  readonly id: string;
  readonly sessionId: string;
  readonly sequence: number;
  readonly state: StoredMessage['state'];
  readonly createdAt: string;
  readonly timeSource: StoredMessage['timeSource'];
  readonly tokens: number;
  readonly madeBy: number | null;
  readonly copyOf: string | null;
  readonly message: StoredMessage['message'];
}

export function sessionJson({ title, parentSessionId, continuedBy, goal, ...session }: Session): SessionJson {
  const { id, origin, metadata, createdAt, updatedAt, revision, sequence, liveMessages, liveTokens, compactions } =
    session;
  return {
    id,
    title: title ?? null,
    origin,
    parentSessionId: parentSessionId ?? null,
    continuedBy: continuedBy ?? null,
    goal: goal ?? null,
    metadata,
    createdAt: isoTime(createdAt),
    updatedAt: isoTime(updatedAt),
    revision,
    sequence,
    liveMessages,
    liveTokens,
    compactions,
  };
}

export function messageJson({ id, sessionId, sequence, state, ...row }: StoredMessage): MessageJson {
  const { createdAt, timeSource, tokens, madeBy, copyOf, message } = row;
  return {
    id,
    sessionId,
    sequence,
    state,
    createdAt: isoTime(createdAt),
    timeSource,
    tokens,
    madeBy: madeBy ?? null,
    copyOf: copyOf ?? null,
    message,
  };
}
