import type { Messages } from '@hermes-context/contract';
import fc from 'fast-check';
import type { CreateEngine, EngineCheck, EngineCheckOptions } from './engine-check.ts';
import { outlineMessages } from './outline-messages.ts';
import { type Trial, trialOf } from './trial.ts';

/** A slow engine is tried on fewer conversations rather than for ever; shrinking a failure counts too. */
const TIME_LIMIT_MS = 30_000;

/** A conversation, and what else a promise wants to vary. */
export interface Case {
  readonly messages: Messages;
}

/** A promise that must hold for every conversation of a kind. */
export interface Promised<Given extends Case> {
  readonly title: string;
  readonly given: fc.Arbitrary<Given>;
  /** @throws Whatever says that the promise does not hold; {@link broken} says it best. */
  readonly holds: (given: Given, trial: Trial) => Promise<void>;
}

/** A check that tries a promise on many conversations, and shrinks the one that breaks it. */
export function definePromise<Given extends Case>({ title, given, holds }: Promised<Given>): EngineCheck {
  return {
    title,
    async run(create, options = {}) {
      const trial = trialOf(create, options);
      const details = await fc.check(
        fc.asyncProperty(given, (value) => holds(value, trial)),
        { interruptAfterTimeLimit: TIME_LIMIT_MS, ...parametersOf(options) },
      );
      if (!details.failed) return;
      const [found] = details.counterexample ?? [];
      throw brokenPromise(title, {
        cause: details.errorInstance,
        notes: [
          ...(found === undefined ? [] : [`conversation: ${outlineMessages(found.messages)}`, extrasOf(found)]),
          `found in run ${details.numRuns}, shrunk ${details.numShrinks} times; to see it again pass { seed: ${details.seed} }`,
        ],
      });
    },
  };
}

/** A check that looks once. */
export function defineLook(title: string, look: (trial: Trial) => Promise<void>): EngineCheck {
  return {
    title,
    async run(create: CreateEngine, options: EngineCheckOptions = {}) {
      try {
        await look(trialOf(create, options));
      } catch (cause) {
        throw brokenPromise(title, { cause, notes: [] });
      }
    },
  };
}

/** Say what an engine did that it should not, in one sentence. */
export function broken(what: string): never {
  throw new Error(what);
}

function parametersOf({ numRuns, seed }: EngineCheckOptions): { numRuns?: number; seed?: number } {
  return { ...(numRuns === undefined ? {} : { numRuns }), ...(seed === undefined ? {} : { seed }) };
}

function extrasOf({ messages: _, ...extras }: Case): string {
  return `with: ${JSON.stringify(extras)}`;
}

function brokenPromise(title: string, facts: { readonly cause: unknown; readonly notes: readonly string[] }): Error {
  const { cause, notes } = facts;
  const what = cause instanceof Error ? cause.message : String(cause);
  const lines = [`The engine breaks the promise: it ${title}.`, `what: ${what}`, ...notes];
  return new Error(lines.join('\n  '), { cause });
}
