import { describe, expect, it } from 'vitest';
import { readTestReport } from './test-report.ts';

describe('readTestReport', () => {
  it.each([
    [
      'pytest',
      'FAILED tests/a.py::test_x - assert 1\n=== 1 failed, 10 passed, 2 skipped in 0.52s ===',
      [10, 1],
      ['tests/a.py::test_x'],
    ],
    ['pytest -q', '......\n6 passed in 0.10s', [6, 0], []],
    [
      'vitest',
      ' × adds two 3ms\n Test Files  1 failed (1)\n      Tests  2 failed | 10 passed (12)',
      [10, 2],
      ['adds two'],
    ],
    ['jest', 'Tests:       1 failed, 2 skipped, 9 passed, 12 total\nTime: 1 s', [9, 1], []],
    ['mocha', '  12 passing (30ms)\n  1 failing\n', [12, 1], []],
    [
      'go test -v',
      '--- PASS: TestA (0.00s)\n--- FAIL: TestB (0.00s)\nFAIL\nFAIL\texample.org/x\t0.1s',
      [1, 1],
      ['TestB'],
    ],
    ['go test ./...', 'ok  \texample.org/a\t0.1s\nok  \texample.org/b\t(cached)', [2, 0], []],
    [
      'cargo',
      'test a::b ... FAILED\ntest result: FAILED. 4 passed; 1 failed; 0 ignored\ntest result: ok. 2 passed; 0 failed',
      [6, 1],
      ['a::b'],
    ],
    [
      'unittest',
      'FAIL: test_x (m.T)\nRan 12 tests in 0.1s\n\nFAILED (failures=1, errors=2, skipped=1)',
      [8, 3],
      ['test_x (m.T)'],
    ],
    ['node', 'not ok 2 - adds\n# pass 10\n# fail 1', [10, 1], ['adds']],
  ])('reads %s', (_, output, [passed, failed], names) => {
    const report = readTestReport(output);
    expect(report?.counts).toEqual({ passed, failed });
    expect(report?.failed).toEqual(names);
  });

  it.each(['all good', 'Installed 12 packages in 3s', '3 files changed, 10 insertions', ''])(
    'reads nothing in %j',
    (output) => {
      expect(readTestReport(output)).toBeUndefined();
    },
  );

  it('takes any output in a moment', () => {
    const before = performance.now();
    for (const part of ['\n', ' ', 'a::', '✓ ', '1 a, ', 'ok  ', '--- FAIL: ', 'test a ']) {
      readTestReport(`${part.repeat(200_000 / part.length)} passed\n1 passed in 1s`);
    }
    expect(performance.now() - before).toBeLessThan(2_000);
  });
});
