import { describe, it } from 'vitest';
import { contextEngineChecks } from './engine-checks/context-engine-checks.ts';
import type { CreateEngine, EngineCheckOptions } from './engine-checks/engine-check.ts';
import { PROMISE_IDS, promiseFacts } from './engine-checks/promises.ts';

/** Above the time that a check takes at most: the failure should be its own, with the conversation that breaks it. */
const TEST_TIMEOUT_MS = 60_000;

/**
 * The promises of `ContextEngine` as tests, for the test file of a plug-in:
 *
 * ```ts
 * describeContextEngine('keep-turns', (services) => contextEngine.create({ keepTurns: 2 }, services));
 * ```
 *
 * `create` is called for every conversation tried, each time with services and a folder of their own.
 * A failure names the promise, the shortest conversation found that breaks it, the seed to see it again, and the page
 * of `docs/promises.md` that explains it.
 */
export function describeContextEngine(name: string, create: CreateEngine, options: EngineCheckOptions = {}): void {
  describe(`${name} keeps the promises of a context engine`, () => {
    for (const id of PROMISE_IDS) {
      const { title, words } = promiseFacts(id);
      describe(`${id} ${title}: it ${words}`, () => {
        for (const check of contextEngineChecks.filter(({ promise }) => promise === id)) {
          it(check.title, { timeout: TEST_TIMEOUT_MS }, () => check.run(create, options));
        }
      });
    }
  });
}
