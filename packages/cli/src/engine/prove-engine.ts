import type { Messages } from '@hermes-context/contract';
import type { CheckResult, PromiseId } from '@hermes-context/testing/checks';
import { type EarlyEnd, explainEnd } from './explain-end.ts';
import { type Casualty, type Findings, type Proof, sumUp, titlesOf } from './proof.ts';
import type { ProofMessage, ProofTask, ProofWork, RefusalFacts } from './proof-task.ts';
import { RefusedEngineError } from './refused-engine-error.ts';
import { type ProofRun, runProof } from './run-proof.ts';
import { shrinkFirst } from './shrink-casualty.ts';

/** A check of the kit ends by itself within this; one answer of the engine may take a third of it. */
const TIME_LIMIT_MS = 15_000;

/** Well above what one answer may take: only what holds up the whole process falls silent for so long. */
const SILENCE_MS = 10_000;

/** Twice what the checks take by themselves. */
const MEMORY_BYTES = 512 * 2 ** 20;

/** A list that is tried again must not take as long as the first one. */
const SHRINK_PATIENCE_RATIO = 0.3;

/** Other checks may have other things to tell, but an endless loop costs the whole silence in each of them. */
const GIVE_UP_AFTER_MS = 15_000;

/** What to prove, and how thoroughly. */
export interface ProofRequest {
  /** The plug-in's own folder, absolute; `null` for the built-in engine. */
  readonly folder: string | null;
  /** How a person names it. */
  readonly place: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly promises: readonly PromiseId[];
  /** Conversations tried for each check. */
  readonly runs: number;
  readonly seed: number;
  /** Default 10,000. */
  readonly silenceMs?: number;
  /** Default 512 MiB. */
  readonly memoryBytes?: number;
  /** How long after the first check that the engine did not survive others are begun, in milliseconds. Default 15,000. */
  readonly giveUpAfterMs?: number;
}

/** Who wants to know how it goes. */
export interface ProofListener {
  /** Told when a check begins: the how manyth it is, and of how many. */
  readonly onCheck: (check: { readonly title: string; readonly number: number; readonly count: number }) => void;
  /** What the plug-in printed, in pieces. */
  readonly onPrint: (text: string) => void;
  readonly signal: AbortSignal;
}

/**
 * Check an engine, promise by promise, and outlive it: where it ends the process that checks it, another goes on with the
 * checks that are left.
 *
 * @throws RefusedEngineError when it cannot be loaded, refuses its options, or cannot be made.
 * @throws The signal's reason, when that aborts.
 */
export async function proveEngine(request: ProofRequest, listener: ProofListener): Promise<Proof> {
  const started = performance.now();
  const { promises, runs, seed, silenceMs = SILENCE_MS } = request;
  const course = new Course(titlesOf(promises), listener);
  while (course.left.length > 0) {
    const onMessage = (message: ProofMessage): void => course.hear(message);
    const work = { kind: 'checks', titles: course.left } as const;
    course.settle(await runProof(taskOf(request, work), { ...listener, onMessage, silenceMs }), request);
  }
  const { results, casualties } = course.findings;
  const tryLists = async (lists: readonly Messages[]): Promise<Messages | undefined> => {
    const watch = { ...listener, onMessage: () => undefined, silenceMs: silenceMs * SHRINK_PATIENCE_RATIO };
    const run = await runProof(taskOf(request, { kind: 'lists', lists }), watch);
    return run.end.kind === 'done' ? undefined : run.messages;
  };
  const shrunk = await shrinkFirst(casualties, tryLists);
  const proven = sumUp(promises, { results, casualties: shrunk });
  const ms = Math.round(performance.now() - started);
  return { ...course.engine, ok: proven.every(({ ok }) => ok), seed, runs, ms, promises: proven };
}

function taskOf({ folder, options, runs, seed, memoryBytes = MEMORY_BYTES }: ProofRequest, work: ProofWork): ProofTask {
  return { folder, options, work, runs, seed, timeLimitMs: TIME_LIMIT_MS, memoryBytes };
}

/** How far the checks have come, over all processes that it took. */
class Course {
  readonly #count: number;
  readonly #onCheck: ProofListener['onCheck'];
  readonly #results = new Map<string, CheckResult>();
  readonly #casualties: Casualty[] = [];
  #left: readonly string[];
  #engine: Pick<Proof, 'engine' | 'version'> | undefined;
  #title = '';
  #firstLossAt: number | undefined;

  constructor(titles: readonly string[], { onCheck }: Pick<ProofListener, 'onCheck'>) {
    this.#left = titles;
    this.#count = titles.length;
    this.#onCheck = onCheck;
  }

  /** Titles of the checks to make yet. */
  get left(): readonly string[] {
    return this.#left;
  }

  get findings(): Findings {
    return { results: this.#results, casualties: this.#casualties };
  }

  get engine(): Pick<Proof, 'engine' | 'version'> {
    return this.#engine ?? { engine: '', version: '' };
  }

  hear(message: ProofMessage): void {
    switch (message.kind) {
      case 'ready':
        this.#engine = { engine: message.engine, version: message.version };
        break;
      case 'start': {
        this.#title = message.title;
        const number = this.#results.size + this.#casualties.length + 1;
        this.#onCheck({ title: message.title, number, count: this.#count });
        break;
      }
      case 'end':
        this.#results.set(message.result.title, { ...message.result, ms: Math.round(message.result.ms) });
        break;
      case 'refused':
      case 'try':
      case 'threw':
      case 'done':
        break;
    }
  }

  /** Take note of how a process ended. @throws RefusedEngineError when there will be no use in another one. */
  settle(
    { end, title = this.#title, messages }: ProofRun,
    { place, giveUpAfterMs = GIVE_UP_AFTER_MS }: ProofRequest,
  ): void {
    if (end.kind === 'refused') throw new RefusedEngineError(end.error);
    if (end.kind === 'done') {
      this.#left = [];
      return;
    }
    if (this.#engine === undefined) throw new RefusedEngineError(diedAtStart(place, end));
    this.#casualties.push({ title, end, messages });
    this.#firstLossAt ??= performance.now();
    const goesOn = performance.now() - this.#firstLossAt < giveUpAfterMs;
    this.#left = goesOn ? this.#left.filter((each) => each !== title && !this.#results.has(each)) : [];
  }
}

function diedAtStart(place: string, end: EarlyEnd): RefusalFacts {
  return {
    code: 'CTX_ENGINE_CREATE_FAILED',
    what: `The engine of ${place} could not be started.`,
    why: `While it was imported and made, it ${explainEnd(end).what}`,
    fix: '',
  };
}
