import type { FakeCodexStep } from './fake-codex-script.ts';

/** Notifies the client. */
export type Notify = (method: string, params: Readonly<Record<string, unknown>>) => void;

/** What a step can do outside of its turn. */
export interface StepSurroundings {
  readonly notify: Notify;
  /** Ask the client, and wait for its answer. */
  readonly ask: (method: string, params: Readonly<Record<string, unknown>>) => Promise<void>;
  readonly sendLine: (line: string) => void;
  readonly exit: (code: number, stderr: string | undefined) => void;
  readonly windowTokens: number;
  readonly nowMs: () => number;
}

/** A turn that runs. */
export interface RunningTurn {
  readonly id: string;
  readonly kind: 'turn' | 'compaction';
  readonly controller: AbortController;
  /** Resolves once it has ended and that is said. */
  readonly over: Promise<void>;
}

/** A thread of the fake app-server. */
export interface FakeThread {
  readonly id: string;
  readonly total: { input: number; output: number };
  last: Readonly<Record<string, number>> | undefined;
  running: RunningTurn | undefined;
}

/** A turn to be played. */
export interface TurnPlan {
  readonly turnId: string;
  readonly kind: 'turn' | 'compaction';
  readonly input: unknown;
  readonly steps: readonly FakeCodexStep[];
}

/** Token counts as the protocol has them. */
export function breakdown(input: number, output: number, total = input + output): Readonly<Record<string, number>> {
  return {
    totalTokens: total,
    inputTokens: input,
    cachedInputTokens: 0,
    cacheWriteInputTokens: 0,
    outputTokens: output,
    reasoningOutputTokens: 0,
  };
}
