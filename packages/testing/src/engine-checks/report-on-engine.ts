import type { Messages } from '@hermes-context/contract';
import { contextEngineChecks } from './context-engine-checks.ts';
import type { CheckResult, CreateEngine, EngineCheckOptions } from './engine-check.ts';
import { PROMISE_IDS, type PromiseId, promiseFacts } from './promises.ts';

/** What the kit found out about an engine. Plain data: prints as JSON, and crosses threads. */
export interface EngineReport {
  readonly engine: string;
  /** Whether no check failed. */
  readonly ok: boolean;
  /** Always eight, P1 to P8; one of which no check was asked for is `ok` with no checks. */
  readonly promises: readonly PromiseResult[];
}

/** What the kit found out about one promise. */
export interface PromiseResult {
  readonly id: PromiseId;
  /** One word, such as `Lossless`. */
  readonly title: string;
  readonly ok: boolean;
  /** The first failed check and what it found; absent where all is well. */
  readonly detail?: string;
  /** The shortest conversation among those of its failed checks. */
  readonly counterexample?: Messages;
  /** Page and anchor, from the root of the project. */
  readonly docs: string;
  readonly checks: readonly CheckResult[];
}

/** How to look, what at, and whom to tell meanwhile. */
export interface ReportOptions extends EngineCheckOptions {
  /** Titles of the checks to make. Default: all. */
  readonly only?: readonly string[];
  /** Told when a check begins. */
  readonly onCheckStart?: (title: string) => void;
  /** Told what a check found. */
  readonly onCheckEnd?: (result: CheckResult) => void;
}

/**
 * Look at an engine with every check of the kit, one after the other, without a test runner.
 *
 * Never throws for what the engine does. An engine that loops without an `await` cannot be stopped in its own thread:
 * run this in a worker, and let {@link ReportOptions.onCheckStart} and `onTry` say where it stands.
 *
 * @throws RangeError when `only` names no check that there is.
 */
export async function reportOnEngine(
  { name, create }: { readonly name: string; readonly create: CreateEngine },
  options: ReportOptions = {},
): Promise<EngineReport> {
  const { only, onCheckStart, onCheckEnd, ...checkOptions } = options;
  const results = new Map<PromiseId, CheckResult[]>(PROMISE_IDS.map((id) => [id, []]));
  for (const check of checksNamed(only)) {
    onCheckStart?.(check.title);
    const result = await check.examine(create, checkOptions);
    results.get(check.promise)?.push(result);
    onCheckEnd?.(result);
  }
  const promises = PROMISE_IDS.map((id) => promiseResult(id, results.get(id) ?? []));
  return { engine: name, ok: promises.every(({ ok }) => ok), promises };
}

function checksNamed(titles: readonly string[] | undefined): typeof contextEngineChecks {
  if (titles === undefined) return contextEngineChecks;
  const known = new Set(contextEngineChecks.map(({ title }) => title));
  const unknown = titles.find((title) => !known.has(title));
  if (unknown !== undefined) {
    throw new RangeError(`reportOnEngine: there is no check "${unknown}". contextEngineChecks has the titles.`);
  }
  const wanted = new Set(titles);
  return contextEngineChecks.filter(({ title }) => wanted.has(title));
}

function promiseResult(id: PromiseId, checks: readonly CheckResult[]): PromiseResult {
  const { title, docs } = promiseFacts(id);
  const failed = checks.filter(({ ok }) => !ok);
  const [first] = failed;
  const counterexample = smallestOf(failed);
  return {
    id,
    title,
    ok: failed.length === 0,
    ...(first === undefined ? {} : { detail: `It does not hold that it ${first.title}. ${first.detail ?? ''}` }),
    ...(counterexample === undefined ? {} : { counterexample }),
    docs,
    checks,
  };
}

function smallestOf(failed: readonly CheckResult[]): Messages | undefined {
  const lists = failed.flatMap(({ counterexample }) => (counterexample === undefined ? [] : [counterexample]));
  const [smallest] = lists.toSorted((left, right) => JSON.stringify(left).length - JSON.stringify(right).length);
  return smallest;
}
