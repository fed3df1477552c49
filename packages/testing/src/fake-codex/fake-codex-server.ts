import { setTimeout as sleep } from 'node:timers/promises';
import { isRecord } from '../is-record.ts';
import { CodexRpcError, RPC } from './codex-rpc-error.ts';
import type { FakeCodexScript, FakeCodexStep } from './fake-codex-script.ts';
import type { FakeThread, StepSurroundings, TurnPlan } from './fake-codex-thread.ts';
import { playTurn, wireTurn } from './play-turn.ts';
import { wireThread } from './wire-thread.ts';

type Json = Readonly<Record<string, unknown>>;

/** What a fake server answers to a request; `after` comes when it is sent. */
interface Reply {
  readonly result: Json;
  readonly after?: () => void;
}

/** The fake app-server: what it knows, and what it answers. */
export class FakeCodexServer {
  readonly #script: FakeCodexScript;
  readonly #around: StepSurroundings;
  readonly #threads = new Map<string, FakeThread>();
  readonly #overloads: Map<string, number>;
  readonly #handlers: Readonly<Record<string, (params: Json) => Reply>>;
  #isInitialised = false;
  #threadCount = 0;
  #turnCount = 0;
  #playedTurns = 0;
  #playedCompactions = 0;

  constructor(script: FakeCodexScript, around: StepSurroundings) {
    this.#script = script;
    this.#around = around;
    this.#overloads = new Map(Object.entries(script.overloads ?? {}));
    for (const id of script.storedThreads ?? []) this.#threads.set(id, newThread(id));
    this.#handlers = {
      'thread/start': (params) => this.#startThread(params),
      'thread/resume': (params) => this.#resumeThread(params),
      'turn/start': (params) => this.#startTurn(params),
      'turn/interrupt': (params) => this.#interrupt(params),
      'thread/compact/start': (params) => this.#compact(params),
    };
  }

  /** Answer a request. @throws CodexRpcError for the error answers of the real one. */
  answer(method: string, params: unknown): Reply {
    const left = this.#overloads.get(method) ?? 0;
    this.#overloads.set(method, left - 1);
    if (left > 0) throw new CodexRpcError(RPC.overloaded, 'Server overloaded; retry later.');
    if (method === 'initialize') return this.#initialise();
    if (!this.#isInitialised) throw new CodexRpcError(RPC.invalid, 'Not initialized');
    const handler = this.#handlers[method];
    if (handler === undefined) throw new CodexRpcError(RPC.invalid, `Invalid request: unknown variant \`${method}\``);
    return handler(isRecord(params) ? params : {});
  }

  #initialise(): Reply {
    if (this.#isInitialised) throw new CodexRpcError(RPC.invalid, 'Already initialized');
    this.#isInitialised = true;
    const lines = this.#script.linesAfterHandshake ?? [];
    return {
      result: { userAgent: 'fake-codex/0.171.0', codexHome: '/fake', platformFamily: 'unix', platformOs: 'linux' },
      after: () => lines.forEach(this.#around.sendLine),
    };
  }

  #startThread(params: Json): Reply {
    this.#threadCount += 1;
    const thread = newThread(`thread-${this.#threadCount}`);
    this.#threads.set(thread.id, thread);
    const result = wireThread(thread.id, params);
    return { result, after: () => this.#around.notify('thread/started', { thread: result['thread'] }) };
  }

  #resumeThread(params: Json): Reply {
    const id = String(params['threadId']);
    if (/\W/.test(id.replaceAll('-', '')))
      throw new CodexRpcError(RPC.invalid, 'invalid session id: invalid character');
    if (!this.#threads.has(id)) throw new CodexRpcError(RPC.invalid, `no rollout found for thread id ${id}`);
    return { result: wireThread(id, params) };
  }

  #startTurn(params: Json): Reply {
    const thread = this.#find(params);
    const { running } = thread;
    if (running?.kind === 'compaction') {
      const why = 'failed to submit turn input: ActiveTurnNotSteerable { turn_kind: Compact }';
      throw new CodexRpcError(RPC.internal, why);
    }
    if (running !== undefined) return { result: { turn: wireTurn(running.id, 'inProgress') } };
    const turnId = this.#nextTurnId();
    const steps = nth(this.#script.turns, this.#playedTurns) ?? DEFAULT_TURN;
    this.#playedTurns += 1;
    return {
      result: { turn: wireTurn(turnId, 'inProgress') },
      after: () => void this.#play(thread, { turnId, kind: 'turn', input: params['input'], steps }),
    };
  }

  #interrupt(params: Json): Reply {
    const { running } = this.#find(params);
    if (running === undefined || running.id !== params['turnId']) {
      throw new CodexRpcError(RPC.invalid, 'no active turn to interrupt');
    }
    if (this.#script.ignoresInterrupts !== true) running.controller.abort();
    return { result: {} };
  }

  /** As the real one does: a turn that runs is aborted, whoever wants it. */
  #compact(params: Json): Reply {
    const thread = this.#find(params);
    return { result: {}, after: () => void this.#playCompaction(thread) };
  }

  async #playCompaction(thread: FakeThread): Promise<void> {
    thread.running?.controller.abort();
    await thread.running?.over;
    const steps = nth(this.#script.compactions, this.#playedCompactions) ?? [{ kind: 'compact' }];
    this.#playedCompactions += 1;
    await this.#play(thread, { turnId: this.#nextTurnId(), kind: 'compaction', input: [], steps });
  }

  async #play(thread: FakeThread, plan: TurnPlan): Promise<void> {
    if (this.#script.startDelayMs !== undefined) await sleep(this.#script.startDelayMs);
    playTurn(thread, plan, this.#around);
  }

  #find(params: Json): FakeThread {
    const id = String(params['threadId']);
    const thread = this.#threads.get(id);
    if (thread === undefined) throw new CodexRpcError(RPC.invalid, `thread not found: ${id}`);
    return thread;
  }

  #nextTurnId(): string {
    this.#turnCount += 1;
    return `turn-${this.#turnCount}`;
  }
}

/** Waits before an answer that is to come late. */
export async function waitForLate(script: FakeCodexScript, method: string): Promise<void> {
  const ms = script.lateMethods?.[method];
  if (ms !== undefined) await sleep(ms);
}

const DEFAULT_TURN: readonly FakeCodexStep[] = [
  { kind: 'text', text: 'Done as asked.' },
  { kind: 'usage', inputTokens: 100, outputTokens: 10 },
];

function newThread(id: string): FakeThread {
  return { id, total: { input: 0, output: 0 }, last: undefined, running: undefined };
}

function nth<Line>(lines: readonly Line[] | undefined, index: number): Line | undefined {
  return lines?.[Math.min(index, lines.length - 1)];
}
