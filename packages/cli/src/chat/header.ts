import type { CacheStatus } from '@hermes-context/host';
import { counted, figure } from '../sessions/counted.ts';
import { plainText } from '../terminal/plain-text.ts';
import type { SessionFacts } from './chat-view.ts';
import type { Paint } from './palette.ts';

/** What is said of prompt caching at the start (S-106). */
export function cacheLine({ isEnabled, line }: CacheStatus): string {
  return isEnabled ? `💾 ${plainText(line)}` : plainText(line);
}

/** The command that goes on with a session. Ids of the store need no quotes. */
export function resumeCommand(sessionId: string): string {
  return `hermes chat --resume ${plainText(sessionId)}`;
}

/** The first lines of a chat: who answers, in how large a window, what keeps it small, how to come back. Pure. */
export function renderHeader(facts: SessionFacts, paint: Paint): readonly string[] {
  const { model, engine, sessionId, isDemo, liveMessages, cacheStatus: caching } = facts;
  const name = plainText(model.name);
  const window = `window ${figure(model.contextTokens)} tokens`;
  const resumed = liveMessages === 0 ? '' : `, ${counted(liveMessages, 'message')} so far`;
  return [
    `${paint('bold', 'hermes chat')} · ${isDemo ? `${name} (built in, no network)` : name}, ${window} · engine ${plainText(engine)}`,
    paint('dim', `Session ${plainText(sessionId)}${resumed} · come back with: ${resumeCommand(sessionId)}`),
    paint('dim', caching),
    ...(isDemo ? [paint('yellow', DEMO_NOTE)] : []),
    paint('dim', 'Type a message. /help lists the commands, Ctrl-C stops an answer, Ctrl-D leaves.'),
  ];
}

const DEMO_NOTE =
  'No endpoint and no key are set, so the built-in demo answers: fixed texts, a small window that soon fills. For a model: --base-url URL --model NAME, or OPENAI_API_KEY.';
