import { describe, expect, it } from 'vitest';
import { findFailure } from './failure-signs.ts';

describe('findFailure', () => {
  it.each([
    ['Bash', 'npm test', 'Exit code 1\nFAIL src/pay.test.ts\n  expected 2 to be 3', 1, 'FAIL src/pay.test.ts'],
    [
      'bash',
      'make',
      'gcc main.c\nmain.c:3: error: x undeclared\n\n\nCommand exited with code 2',
      2,
      'main.c:3: error: x undeclared',
    ],
    [
      'shell',
      'make',
      '<returncode>2</returncode>\n<output>\nmake: *** No rule to make target\n</output>',
      2,
      'make: *** No rule',
    ],
    [
      'terminal',
      'run',
      'Traceback (most recent call last):\n  File "a.py"\nKeyError: \'indexes\'',
      undefined,
      "KeyError: 'indexes'",
    ],
    [
      'Edit',
      'a.ts',
      '<tool_use_error>String to replace not found in file.</tool_use_error>',
      undefined,
      'String to replace not found',
    ],
    ['read_file', 'a.ts', 'Error: ENOENT: no such file', undefined, 'Error: ENOENT'],
    ['book_flight', 'x', '{"error": "not enough seats on flight HAT229"}', undefined, 'not enough seats'],
    ['edit', 'a.ts', 'ERROR:\nNo replacement was performed', undefined, 'No replacement was performed'],
    ['Bash', 'ls', "The user doesn't want to proceed with this tool use.", undefined, "The user doesn't want"],
  ])('finds the failure of %s %s', (tool, about, result, exitCode, line) => {
    const failure = findFailure(tool, about, result);
    expect(failure?.exitCode).toBe(exitCode);
    expect(failure?.lines.join('\n')).toContain(line);
  });

  it.each([
    ['Bash', 'npm test', 'Tests: 12 passed\n[exit code 0]'],
    ['Read', 'errors.ts', 'export class NotFoundError extends Error {}\n// exit code 1 means failed'],
    ['Grep', 'Error:', 'src/a.ts:10: throw new Error("fatal: no")'],
    ['bash', 'grep -rn "console" src', 'Command exited with code 1'],
    ['web_fetch', 'https://x.invalid', 'How to fix "permission denied" errors'],
    ['get_user', 'u1', '{"error": null, "name": "Mia"}'],
    ['Bash', 'true', ''],
  ])('finds none in what %s %s answered', (tool, about, result) => {
    expect(findFailure(tool, about, result)).toBeUndefined();
  });

  it('quotes each line clipped, on one line, with heading marks escaped', () => {
    const failure = findFailure(
      'bash',
      'x',
      `exit code 1\nerror: ${'long '.repeat(100)}\nerror\n## Goal failed to parse`,
    );
    for (const line of failure?.lines ?? []) {
      expect(line.length).toBeLessThanOrEqual(200);
      expect(line).not.toMatch(/^#/);
    }
  });
});
