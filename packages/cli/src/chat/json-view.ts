import type { ContextHostError } from '@hermes-context/contract';
import type { ChatView } from './chat-view.ts';
import { resumeCommand } from './header.ts';

/** What JSON leaves as it is, and a terminal obeys: as an escape it means the same. */
const UNSAFE = /[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/**
 * A chat for a program: one JSON object a line, told apart by `type`. What happens in a turn comes as the host's own
 * events, and `turn` ends it.
 */
export function createJsonView(out: (text: string) => void): ChatView {
  const print = (line: Readonly<Record<string, unknown>>): void => out(`${jsonLine(line)}\n`);
  return {
    opened: ({ sessionId, model, engine, isDemo, liveMessages, cacheStatus }) => {
      const resume = resumeCommand(sessionId);
      print({ type: 'session', sessionId, model, engine, isDemo, liveMessages, cacheStatus, resume });
    },
    turnStarts: () => undefined,
    event: (event) => print(event),
    turnEnds: ({ kind, sessionId, text, usage, compactions, error }) => {
      const failure = error === undefined ? {} : { error: errorJson(error) };
      print({ type: 'turn', kind, sessionId, text, usage, compactions: compactions.length, ...failure });
    },
    commandEnds: ({ command, isDone, data }) => print({ type: 'command', command, isDone, data }),
    problem: (error) => print({ type: 'error', error: errorJson(error) }),
    notice: (level, text) => print({ type: 'notice', level, text }),
    closed: (sessionId) => print({ type: 'closed', sessionId, resume: resumeCommand(sessionId) }),
  };
}

function jsonLine(value: unknown): string {
  return JSON.stringify(value).replace(
    UNSAFE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function errorJson({ code, explanation }: ContextHostError): unknown {
  return { code, ...explanation };
}
