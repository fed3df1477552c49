import type { Messages } from '@hermes-context/contract';
import fc from 'fast-check';
import { BrokenPromise } from './broken.ts';
import { describeFailure } from './describe-failure.ts';
import type { CheckResult, CreateEngine, EngineCheck, EngineCheckOptions } from './engine-check.ts';
import type { PromiseId } from './promises.ts';
import { type Trial, trialOf } from './trial.ts';

/** A conversation, and what else a check wants to vary. */
export interface Case {
  readonly messages: Messages;
}

interface Heading {
  readonly promise: PromiseId;
  readonly title: string;
}

/** What must hold for every conversation of a kind. */
export interface Claim<Given extends Case> extends Heading {
  readonly given: fc.Arbitrary<Given>;
  /** @throws Whatever says that it does not hold; `broken` says it best. */
  readonly holds: (given: Given, trial: Trial) => Promise<void>;
}

/** A check that tries many conversations, and shrinks the one that breaks the promise. */
export function checkEach<Given extends Case>({ given, holds, ...heading }: Claim<Given>): EngineCheck {
  return checkOf(heading, async (trial, options) => {
    const details = await fc.check(
      fc.asyncProperty(given, (value) => holds(value, trial)),
      { interruptAfterTimeLimit: trial.timeLimitMs, ...parametersOf<Given>(options) },
    );
    if (!details.failed) return { runs: details.numRuns };
    const [found] = details.counterexample ?? [];
    return {
      runs: details.numRuns,
      fault: {
        error: details.errorInstance,
        seed: details.seed,
        shrinkCount: details.numShrinks,
        ...(found === undefined ? {} : { counterexample: found.messages, extras: extrasOf(found) }),
      },
    };
  });
}

/** A check that looks once. */
export function checkOnce({
  look,
  ...heading
}: Heading & { readonly look: (trial: Trial) => Promise<void> }): EngineCheck {
  return checkOf(heading, async (trial) => {
    try {
      await look(trial);
    } catch (error) {
      return { runs: 1, fault: { error, ...listOf(error) } };
    }
    return { runs: 1 };
  });
}

/** What went wrong, before it is put into words. */
interface Fault {
  readonly error: unknown;
  readonly seed?: number;
  readonly shrinkCount?: number;
  readonly counterexample?: Messages;
  /** The rest of the case, as JSON. */
  readonly extras?: string;
}

type Examine = (
  trial: Trial,
  options: EngineCheckOptions,
) => Promise<{ readonly runs: number; readonly fault?: Fault }>;

function checkOf({ promise, title }: Heading, look: Examine): EngineCheck {
  const examine = async (create: CreateEngine, options: EngineCheckOptions = {}): Promise<[CheckResult, unknown]> => {
    const start = performance.now();
    const { runs, fault } = await look(trialOf(create, options), options);
    return [{ title, ...resultOf(fault, runs), ms: performance.now() - start, runs }, fault?.error];
  };
  return {
    promise,
    title,
    examine: async (create, options) => (await examine(create, options))[0],
    async run(create, options) {
      const [result, cause] = await examine(create, options);
      if (!result.ok) throw new Error(describeFailure(promise, result), { cause });
    },
  };
}

function resultOf(fault: Fault | undefined, runs: number): Omit<CheckResult, 'title' | 'ms' | 'runs'> {
  if (fault === undefined) return { ok: true };
  const { error, seed, shrinkCount, counterexample, extras } = fault;
  const notes = [
    ...(extras === undefined ? [] : [`with: ${extras}`]),
    ...(seed === undefined
      ? []
      : [`found in run ${runs}, shrunk ${shrinkCount} times; to see it again pass { seed: ${seed} }`]),
  ];
  return {
    ok: false,
    detail: [messageOf(error), ...notes].join('\n'),
    ...(counterexample === undefined ? {} : { counterexample }),
    ...(seed === undefined ? {} : { seed }),
  };
}

function parametersOf<Given>({ numRuns, seed, shrink = true }: EngineCheckOptions): fc.Parameters<[Given]> {
  return {
    endOnFailure: !shrink,
    ...(numRuns === undefined ? {} : { numRuns }),
    ...(seed === undefined ? {} : { seed }),
  };
}

function extrasOf({ messages: _, ...extras }: Case): string {
  return JSON.stringify(extras);
}

function listOf(error: unknown): Pick<Fault, 'counterexample'> {
  return error instanceof BrokenPromise && error.messages !== undefined ? { counterexample: error.messages } : {};
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
