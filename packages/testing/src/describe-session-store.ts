import { describe, it } from 'vitest';
import type { OpenStore, StoreCheckOptions } from './session-checks/session-store-check.ts';
import { sessionStoreChecks } from './session-checks/session-store-checks.ts';

/** Random histories take their time on a store with a disk. */
const TEST_TIMEOUT_MS = 120_000;

/**
 * The promises of `SessionStore` as tests, for the test file of a store:
 *
 * ```ts
 * describeSessionStore('memory', (surroundings) => createMemorySessionStore(surroundings));
 * ```
 *
 * `open` is called for each test, and in some of them for a second store: each has to be empty, and to take its time
 * and its chance from what it is given. Every store is closed at the end of its test. A failure of the test with random
 * histories names its seed and the shortest history found.
 */
export function describeSessionStore(name: string, open: OpenStore, options: StoreCheckOptions = {}): void {
  describe(`${name} keeps the promises of a session store`, () => {
    for (const [promise, checks] of Map.groupBy(sessionStoreChecks, (check) => check.promise)) {
      describe(`it ${promise}`, () => {
        for (const check of checks) it(check.title, { timeout: TEST_TIMEOUT_MS }, () => check.run(open, options));
      });
    }
  });
}
