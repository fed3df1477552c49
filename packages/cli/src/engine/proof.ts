import type { Messages } from '@hermes-context/contract';
import {
  type CheckResult,
  contextEngineChecks,
  PROMISE_IDS,
  type PromiseId,
  promiseFacts,
} from '@hermes-context/testing/checks';
import { type EarlyEnd, explainEnd } from './explain-end.ts';

/** What is known of a promise. */
export type PromiseState =
  | 'holds'
  | 'broken'
  /** Nothing was found against it, but not all of its checks could be made. */
  | 'unproven';

/** What one check found. */
export interface ProvenCheck extends CheckResult {
  /** The promise that was looked at when the engine did not survive it; absent for all other checks. */
  readonly lookedAt?: PromiseId;
}

/** What was found out about one promise. */
export interface ProvenPromise {
  readonly id: PromiseId;
  /** One word, such as `Lossless`. */
  readonly title: string;
  /** Whether it holds, as far as one can see. */
  readonly ok: boolean;
  readonly state: PromiseState;
  /** What the first failed check found, or why a check is missing; absent where all is well. */
  readonly detail?: string;
  /** The smallest conversation found that breaks it. */
  readonly counterexample?: Messages;
  /** Page and anchor, from the root of the project. */
  readonly docs: string;
  readonly runs: number;
  readonly ms: number;
  /** Checks that were asked for; more than there are in `checks` where some could not be finished. */
  readonly checkCount: number;
  readonly checks: readonly ProvenCheck[];
}

/** The report of `hermes engine test`, as `--json` prints it. */
export interface Proof {
  readonly engine: string;
  readonly version: string;
  readonly ok: boolean;
  readonly seed: number;
  /** Conversations tried for each check. */
  readonly runs: number;
  readonly ms: number;
  /** Those that were asked for, in order. */
  readonly promises: readonly ProvenPromise[];
}

/** A check during which the engine came to an end. */
export interface Casualty {
  readonly title: string;
  readonly end: EarlyEnd;
  readonly messages: Messages | undefined;
}

/** What was found, check by check. */
export interface Findings {
  readonly results: ReadonlyMap<string, CheckResult>;
  readonly casualties: readonly Casualty[];
}

/** The checks of these promises, in the order of the kit. */
export function titlesOf(promises: readonly PromiseId[]): readonly string[] {
  return contextEngineChecks.filter(({ promise }) => promises.includes(promise)).map(({ title }) => title);
}

/** Sum up what was found by promise. Pure. */
export function sumUp(asked: readonly PromiseId[], findings: Findings): readonly ProvenPromise[] {
  // An engine that does not end breaks P3, whichever promise was looked at when it did not.
  const blamed = findings.casualties.map(blamedFor);
  return PROMISE_IDS.flatMap((id) => {
    if (asked.includes(id)) return [sumUpOne(id, titlesOf([id]), findings)];
    return blamed.includes(id) ? [sumUpOne(id, [], findings)] : [];
  });
}

function sumUpOne(id: PromiseId, titles: readonly string[], { results, casualties }: Findings): ProvenPromise {
  const made = titles.flatMap((each) => results.get(each) ?? []);
  const fatal = casualties.filter((casualty) => blamedFor(casualty) === id).map(asResult);
  const checks: readonly ProvenCheck[] = [...made, ...fatal];
  const failed = checks.filter(({ ok }) => !ok);
  const missing = titles.length - made.length;
  const { title, docs } = promiseFacts(id);
  const facts = {
    docs,
    runs: checks.reduce((total, { runs }) => total + runs, 0),
    ms: Math.round(checks.reduce((total, { ms }) => total + ms, 0)),
    checkCount: Math.max(titles.length, checks.length),
    checks,
  };
  const [first] = failed;
  if (first !== undefined) {
    const counterexample = smallestOf(failed);
    const detail = `It does not hold that it ${first.title}. ${first.detail ?? ''}`;
    const found = counterexample === undefined ? {} : { counterexample };
    return { id, title, ok: false, state: 'broken', detail, ...found, ...facts };
  }
  if (missing === 0) return { id, title, ok: true, state: 'holds', ...facts };
  const detail = `${missing} of its ${titles.length} checks could not be finished, since the engine did not survive.`;
  return { id, title, ok: false, state: 'unproven', detail, ...facts };
}

function blamedFor({ title, end }: Casualty): PromiseId {
  return explainEnd(end, promiseOf(title)).promise;
}

function promiseOf(title: string): PromiseId | undefined {
  return contextEngineChecks.find((check) => check.title === title)?.promise;
}

function asResult({ title, end, messages }: Casualty): ProvenCheck {
  const lookedAt = promiseOf(title);
  return {
    ...(lookedAt === undefined ? {} : { lookedAt }),
    title: `lives through the check that it ${title}`,
    ok: false,
    detail: `The engine ${explainEnd(end, lookedAt).what}`,
    ...(messages === undefined ? {} : { counterexample: messages }),
    ms: 0,
    runs: 1,
  };
}

function smallestOf(failed: readonly CheckResult[]): Messages | undefined {
  const lists = failed.flatMap(({ counterexample }) => (counterexample === undefined ? [] : [counterexample]));
  const [smallest] = lists.toSorted((left, right) => JSON.stringify(left).length - JSON.stringify(right).length);
  return smallest;
}
