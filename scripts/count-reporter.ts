import type { Reporter, TestModule } from 'vitest/node';

/** Prints `N passed, N failed` as the very last line, the same in a terminal and in a pipe. */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const states = modules.flatMap((module) => Array.from(module.children.allTests(), (test) => test.result().state));
    const count = (state: (typeof states)[number]): number => states.filter((each) => each === state).length;
    // A file that does not load has no tests, and an unhandled error belongs to none: both are failures.
    const failed = count('failed') + errors.length + modules.filter((module) => module.errors().length > 0).length;
    const skipped = count('skipped') + count('pending');
    const before = skipped > 0 ? `${skipped} skipped\n` : '';
    const line = `${before}${count('passed')} passed, ${failed} failed\n`;
    process.on('exit', () => process.stdout.write(line));
  }
}
