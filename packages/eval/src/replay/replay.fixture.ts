import type { Messages } from '@hermes-context/contract';
import type { BenchRow, RowRequest, RowSession } from '../row.ts';
import type { StandIn } from '../stand-in/stand-in.ts';
import type { ReplayOptions } from './replay-options.ts';

/** A stand-in that nobody calls. */
export const silentStandIn: StandIn = {
  name: 'extract',
  baseUrl: 'http://127.0.0.1:9/v1',
  model: 'stand-in',
  load: () => undefined,
  usage: () => ({ calls: 0, inputTokens: 0, outputTokens: 0 }),
  shown: () => new Set(),
  close: async () => undefined,
};

export function replayOptions(options: Partial<ReplayOptions> = {}): ReplayOptions {
  return {
    windowTokens: 8_000,
    thresholdTokens: 4_000,
    model: { name: 'claude-sonnet-5', contextTokens: 8_000 },
    standIn: silentStandIn,
    nowMs: () => 0,
    signal: new AbortController().signal,
    ...options,
  };
}

/** A row that makes one thing of every list. */
export function rowOf(make: (all: Messages) => Messages, more: Partial<RowSession> = {}): BenchRow {
  return {
    name: 'made up',
    variant: 'default',
    version: '1.0.0',
    can: { reach: more.reach !== undefined, undo: more.undo !== undefined, summarise: true },
    async open() {
      let all: Messages = [];
      return {
        async next(added): Promise<RowRequest> {
          all = [...all, ...added];
          const messages = make(all);
          return { messages, toolTokens: 0, compactions: messages === all ? 0 : 1, problems: [] };
        },
        close: async () => undefined,
        ...more,
      };
    },
  };
}
