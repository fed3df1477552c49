import type { GatewaySessions } from '@hermes-context/gateway';
import type { Host, HostSession } from '@hermes-context/host';
import { findTip, type Session, SessionInputError, SessionNotFoundError } from '@hermes-context/sessions';
import { OpenSessions } from './open-sessions.ts';
import { sessionIdOfKey } from './session-id-of-key.ts';
import { compactionJson, eventJson, turnJson } from './turn-json.ts';

/** Each holds an engine and a list of messages in memory. */
const MAX_OPEN_SESSIONS = 200;

/** Bounds of a gateway's sessions. */
export interface SessionsOptions {
  /** Sessions to keep open while nobody uses them. Default 200: then the one that was not used for longest is closed. */
  readonly maxOpen?: number;
}

/** The sessions of a gateway, and how many of them are open. */
export interface HostedSessions extends GatewaySessions {
  readonly openCount: number;
}

/** The conversations of a host, by the keys of a chat platform. Close the host when the gateway has ended. */
export function sessionsOf(host: Host, { maxOpen = MAX_OPEN_SESSIONS }: SessionsOptions = {}): HostedSessions {
  const sessions = new OpenSessions((key) => openOrBegin(host, key), maxOpen);
  return {
    get openCount() {
      return sessions.count;
    },
    run: (key, { text, messageId, signal, onEvent }) =>
      sessions.use(key, async (session) => {
        const result = await session.runTurn(text, {
          signal,
          origin: 'outside',
          onEvent: (event) => onEvent(eventJson(event)),
          ...(messageId === undefined ? {} : { key: messageId }),
        });
        return turnJson(result);
      }),
    async compress(key, { focus, signal, onEvent }) {
      await host.store.get(sessionIdOfKey(key)); // refuses a key that nobody has written to: it would begin a session
      return sessions.use(key, async (session) => {
        const report = await session.compact({
          signal,
          onEvent: (event) => onEvent(eventJson(event)),
          ...(focus === undefined ? {} : { focusTopic: focus }),
        });
        return compactionJson(report);
      });
    },
    async status(key) {
      const stored = await findStored(host, key);
      if (stored === undefined) return undefined;
      return { ...storedJson(stored), live: liveJson(await sessions.find(key)) };
    },
    async stop(key) {
      const session = await sessions.find(key);
      if (session?.status().isCompacting !== true) return false;
      // What goes on in the background lives as long as its session.
      await sessions.close(key);
      return true;
    },
  };
}

async function openOrBegin(host: Host, key: string): Promise<HostSession> {
  const id = sessionIdOfKey(key);
  if ((await findStored(host, key)) !== undefined) return host.resumeSession(id);
  try {
    return await host.newSession({ id, metadata: { gateway_key: key } });
  } catch (error) {
    if (!(error instanceof SessionInputError)) throw error;
    return host.resumeSession(id); // another process has begun it meanwhile
  }
}

/** The session in which the conversation of a key goes on; `undefined` before its first message. */
async function findStored({ store }: Host, key: string): Promise<Session | undefined> {
  try {
    return await findTip(store, sessionIdOfKey(key));
  } catch (error) {
    if (error instanceof SessionNotFoundError) return undefined;
    throw error;
  }
}

function storedJson({ id, title, createdAt, updatedAt, liveMessages, liveTokens, compactions, sequence }: Session) {
  return {
    sessionId: id,
    title: title ?? null,
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
    messages: { live: liveMessages, stored: sequence },
    estimatedTokens: liveTokens,
    compactions,
  };
}

/** What only an open session knows; asking does not open it. */
function liveJson(session: HostSession | undefined) {
  if (session === undefined) return null;
  const { model, engine, size, thresholdTokens, blocked, isCompacting } = session.status();
  return {
    model: model.name,
    contextTokens: model.contextTokens,
    engine,
    size,
    thresholdTokens: thresholdTokens ?? null,
    blocked: blocked ?? null,
    isCompacting,
  };
}
