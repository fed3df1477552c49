import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EngineServices, Log, LogFacts } from '@hermes-context/contract';
import { estimateTokens } from '@hermes-context/messages';
import { DEFAULT_CONTEXT_TOKENS } from '@hermes-context/models';
import { manualClock } from './manual-clock.ts';
import { echoSummarizer } from './scripted-summarizer.ts';

/** One line that an engine logged. */
export interface LogLine {
  readonly level: 'debug' | 'info' | 'warn';
  readonly event: string;
  readonly facts: LogFacts;
}

/** One event that an engine told the host's listeners. */
export interface EmittedEvent {
  readonly event: `engine:${string}`;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** Services as a host lends them, and what the engine did with them. */
export interface TestServices extends EngineServices {
  /** Oldest first. Empty where `log` or `emit` was given. */
  readonly recorded: { readonly log: readonly LogLine[]; readonly events: readonly EmittedEvent[] };
}

/**
 * Services for an engine under test: our token estimate, {@link echoSummarizer}, a silent log that remembers,
 * a clock that stands still, and the path of a folder of its own that does not exist yet (whoever lets the engine
 * write removes it). What is given wins.
 */
export function testServices(given: Partial<EngineServices> = {}): TestServices {
  const log: LogLine[] = [];
  const events: EmittedEvent[] = [];
  return {
    sessionId: 'test-session',
    model: { name: 'test-model', contextTokens: DEFAULT_CONTEXT_TOKENS },
    countTokens: estimateTokens,
    summarise: echoSummarizer(),
    log: recordingLog(log),
    clock: manualClock(),
    dataDir: given.dataDir ?? join(tmpdir(), `hermes-context-${randomUUID()}`),
    emit: (event, payload) => {
      events.push({ event, payload });
    },
    ...given,
    recorded: { log, events },
  };
}

function recordingLog(lines: LogLine[]): Log {
  const at =
    (level: LogLine['level']) =>
    (event: string, facts: LogFacts = {}): void => {
      lines.push({ level, event, facts });
    };
  return { debug: at('debug'), info: at('info'), warn: at('warn') };
}
