import type { TestCounts } from './ledger.ts';

/** What a run of tests printed. */
export interface TestReport {
  readonly counts: TestCounts;
  readonly failed: readonly string[];
  /** Tests that it names as passed. */
  readonly passed: readonly string[];
}

/** Runners end with their counts; names stand anywhere. */
const TAIL_CHARS = 4_000;
const SCAN_CHARS = 60_000;
const MAX_NAMES = 200;
const NAME_MAX_CHARS = 120;

/** The counts of a run in one runner's format; `undefined` where the text is not in it. */
type ReadCounts = (text: string) => TestCounts | undefined;

const READERS: readonly ReadCounts[] = [readCargo, readUnittest, readNodeTest, readMocha, readSummaryLine, readGo];

/**
 * What pytest, vitest, jest, mocha, go test, cargo test, unittest or node's runner reported; `undefined` where a text is
 * no such report.
 */
export function readTestReport(output: string): TestReport | undefined {
  const tail = output.slice(-TAIL_CHARS);
  for (const read of READERS) {
    const counts = read(read === readCargo || read === readGo ? output.slice(-SCAN_CHARS) : tail);
    if (counts === undefined) continue;
    const scanned = output.slice(-SCAN_CHARS);
    return { counts, failed: namesIn(scanned, FAILED_NAMES), passed: namesIn(scanned, PASSED_NAMES) };
  }
  return undefined;
}

function numberIn(text: string, pattern: RegExp): number {
  return Number(pattern.exec(text)?.[1] ?? 0);
}

/** pytest: `2 failed, 10 passed in 0.5s`; vitest: `Tests  2 failed | 10 passed (12)`; jest: `Tests: 1 failed, 9 passed, 10 total`. */
function readSummaryLine(text: string): TestCounts | undefined {
  const line = text.split('\n').findLast((each) => /^\s*Tests:?\s+\d+ \w+|^=* ?\d+ \w+(?:, \d+ \w+)* in \d/.test(each));
  if (line === undefined || !/\d+ (?:passed|failed|errors?)\b/.test(line)) return undefined;
  return {
    passed: numberIn(line, /(\d+) passed/),
    failed: numberIn(line, /(\d+) failed/) + numberIn(line, /(\d+) errors?\b/),
  };
}

/** `test result: FAILED. 4 passed; 1 failed; 0 ignored`, one line a crate. */
function readCargo(text: string): TestCounts | undefined {
  const lines = [...text.matchAll(/^test result: \w+\. (\d+) passed; (\d+) failed/gm)];
  if (lines.length === 0) return undefined;
  const sum = (group: number): number => lines.reduce((total, line) => total + Number(line[group] ?? 0), 0);
  return { passed: sum(1), failed: sum(2) };
}

/** `Ran 12 tests in 0.1s` and `FAILED (failures=1, errors=2, skipped=1)`. */
function readUnittest(text: string): TestCounts | undefined {
  const ran = /^Ran (\d+) tests? in /m.exec(text)?.[1];
  if (ran === undefined) return undefined;
  const failed = numberIn(text, /\bfailures=(\d+)/) + numberIn(text, /\berrors=(\d+)/);
  return { passed: Math.max(0, Number(ran) - failed - numberIn(text, /\bskipped=(\d+)/)), failed };
}

/** `# pass 10` and `# fail 0`. */
function readNodeTest(text: string): TestCounts | undefined {
  const passed = /^(?:#|ℹ) pass (\d+)$/m.exec(text)?.[1];
  return passed === undefined ? undefined : { passed: Number(passed), failed: numberIn(text, /^(?:#|ℹ) fail (\d+)$/m) };
}

/** `12 passing (30ms)` and `1 failing`. */
function readMocha(text: string): TestCounts | undefined {
  const passed = /^[ \t]{0,20}(\d+) passing\b/m.exec(text)?.[1];
  return passed === undefined
    ? undefined
    : { passed: Number(passed), failed: numberIn(text, /^[ \t]{0,20}(\d+) failing\b/m) };
}

/** Tests by name where they are listed, else packages: `ok  	pkg	0.1s`, `FAIL	pkg	0.2s`. */
function readGo(text: string): TestCounts | undefined {
  const count = (pattern: RegExp): number => [...text.matchAll(pattern)].length;
  const packages = { passed: count(/^ok[ \t]+\S{1,300}[ \t]+(?:\(cached\)|[\d.]+s)/gm), failed: count(/^FAIL\t\S/gm) };
  if (packages.passed + packages.failed === 0) return undefined;
  const tests = { passed: count(/^[ \t]{0,20}--- PASS: /gm), failed: count(/^[ \t]{0,20}--- FAIL: /gm) };
  return tests.passed > 0 ? tests : { passed: packages.passed, failed: Math.max(packages.failed, tests.failed) };
}

const FAILED_NAMES = [
  /^(?:FAILED|ERROR) (\S{1,200}::\S{1,200})/gm,
  /^(\S{1,200}::\S{1,200}) FAILED/gm,
  /^[ \t]{0,20}--- FAIL: (\S{1,200})/gm,
  /^test (\S{1,200}) \.\.\. FAILED/gm,
  /^(?:FAIL|ERROR): (\w{1,100} \(\S{1,150}\))/gm,
  /^[ \t]{0,20}[×✕✗] (.{1,200}?)(?: \d+ ?ms)?$/gm,
  /^not ok \d+ - (.{1,200})$/gm,
];
const PASSED_NAMES = [
  /^(\S{1,200}::\S{1,200}) PASSED/gm,
  /^[ \t]{0,20}--- PASS: (\S{1,200})/gm,
  /^test (\S{1,200}) \.\.\. ok/gm,
  /^(\w{1,100} \(\S{1,150}\)) \.\.\. ok/gm,
  /^[ \t]{0,20}[✓✔] (.{1,200}?)(?: \(?\d+ ?ms\)?)?$/gm,
  /^ok \d+ - (.{1,200})$/gm,
];

function namesIn(text: string, patterns: readonly RegExp[]): readonly string[] {
  const names = patterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].slice(0, MAX_NAMES).map(([, name = '']) => name),
  );
  return [...new Set(names.map((name) => name.replaceAll('`', "'").trim().slice(0, NAME_MAX_CHARS).trim()))];
}
