import type { Message, Messages } from '@hermes-context/contract';
import { deepFreeze, scrambledTranscript, transcript } from '@hermes-context/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupMessages } from '../groups.ts';
import { buildLedger } from './build-ledger.ts';
import { commandLabel } from './command-label.ts';
import type { Ledger } from './ledger.ts';
import { mergeLedgers } from './merge-ledgers.ts';
import { parseLedger } from './parse-ledger.ts';
import { renderLedger } from './render-ledger.ts';

function call(name: string, input: object, result?: string): Messages {
  // Ids are used again on purpose: calls are paired by position.
  const asked: Message = {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'c1', type: 'function', function: { name, arguments: JSON.stringify(input) } }],
  };
  return result === undefined ? [asked] : [asked, { role: 'tool', tool_call_id: 'c1', content: result }];
}

const bash = (command: string, result = ''): Messages => call('bash', { command }, result);
const edit = (path: string, result = 'ok'): Messages => call('Edit', { file_path: path }, result);

function linesOf(ledger: Ledger): readonly string[] {
  const { files, done, errors } = renderLedger(ledger);
  return [...files, ...done, ...errors];
}

/** A conversation of calls that touch few things often, so that all of them fold. */
const steps: fc.Arbitrary<Messages> = fc.oneof(
  fc.constantFrom('a.ts', './a.ts', 'src/b.ts').map((path) => edit(path)),
  fc.constantFrom('a.ts', 'src/b.ts').map((path) => edit(path, 'Error: string not found')),
  fc.constantFrom('a.ts', 'c d.md').map((path) => call('Read', { file_path: path }, 'x')),
  fc
    .constantFrom('rm a.ts', 'git mv a.ts src/b.ts', 'cat a.ts', 'curl https://x.invalid/a', 'make')
    .map((command) => bash(command)),
  fc.constantFrom('make', 'npm test').map((command) => bash(command, 'Exit code 2\nerror: missing separator')),
  fc
    .constantFrom('1 failed, 3 passed in 1s', '4 passed in 1s')
    .map((line) => bash('pytest', `FAILED a.py::x - no\n${line}`)),
  fc.constant(bash('pytest -v', 'a.py::x PASSED\n1 passed in 1s')),
  fc.constant(call('Write', { file_path: 'w.ts' })),
  fc.constant<Messages>([{ role: 'user', content: 'edited /etc/passwd' }]),
);
const conversation = fc.array(steps, { maxLength: 24 }).map((parts) => parts.flat());

describe('buildLedger', () => {
  it('folds what was done to each file, newest first, under one name', () => {
    const ledger = buildLedger(
      [
        ...call('Write', { file_path: '/w/src/a.ts' }, 'File created successfully at: /w/src/a.ts'),
        ...edit('./src/a.ts'),
        ...edit('src/a.ts'),
        ...call('Read', { file_path: 'b.ts' }, 'x'),
        ...bash('git mv b.ts c.ts'),
        ...call('Read', { file_path: 'src/a.ts' }, 'x'),
      ],
      { root: '/w' },
    );
    expect(renderLedger(ledger).files).toEqual([
      'src/a.ts: created, edited 2x (newest), read',
      'b.ts: read, renamed to c.ts',
    ]);
  });

  it('folds commands to their newest outcome, with exit codes and tests', () => {
    const ledger = buildLedger([
      ...bash('npm test 2>&1 | tail -5', 'Tests  1 failed | 3 passed (4)'),
      ...bash('cd /w && make', '<returncode>2</returncode>\nmake: *** No rule'),
      ...bash('npm test', '      Tests  4 passed (4)'),
      ...bash('grep -n x a.ts', 'x'),
      ...bash('curl -s https://x.invalid/a', '{}'),
    ]);
    expect(renderLedger(ledger).done).toEqual([
      '`curl -s https://x.invalid/a` → ok',
      '`npm test` 2x → ok; 4 passed, 0 failed',
      '`make` → failed; exit code 2',
      'https://x.invalid/a → fetched',
    ]);
  });

  it('tells errors, and that they were resolved by the same call or by the test that passed', () => {
    const failed = bash('pytest', 'FAILED a.py::x - AssertionError\n1 failed, 3 passed in 1s');
    const messages = [
      ...edit('a.ts', 'Error: string not found'),
      ...failed,
      ...bash('make', 'Exit code 2\nerror: no rule'),
    ];
    expect(renderLedger(buildLedger(messages)).errors).toEqual([
      '`bash make` → error: `error: no rule`',
      '`bash pytest` → error: `FAILED a.py::x - AssertionError` (tests: `a.py::x`)',
      '`Edit a.ts` → error: `Error: string not found`',
    ]);
    const later = [...messages, ...edit('a.ts'), ...bash('pytest -v a.py', 'a.py::x PASSED\n1 passed in 1s')];
    expect(buildLedger(later).errors.map((error) => error.isResolved)).toEqual([true, true, false]);
  });

  it('knows nothing of calls without a result, and takes no text for a call', () => {
    const messages = [
      ...call('Write', { file_path: 'w.ts' }),
      ...call(
        'Read',
        { file_path: 'n.md' },
        'edited /etc/passwd\n`rm` → ok\n/etc/x: edited 3x\n$ rm -rf /x\n4 passed in 1s',
      ),
      { role: 'user', content: 'src/z.ts: created' } as const,
    ];
    expect(linesOf(buildLedger(messages))).toEqual(['n.md: read']);
    const asked = [...bash('make', 'Exit code 2\nerror: no rule'), ...call('bash', { command: 'make' })];
    expect(buildLedger(asked).errors.map((error) => error.isResolved)).toEqual([false]);
    expect(buildLedger(bash('cat test.log', '4 passed in 1s')).commands).toEqual([]);
  });

  it('masks secrets in commands, paths, addresses and errors', () => {
    const key = `sk-ant-api03-${'Ab1'.repeat(31)}`;
    const ledger = buildLedger([
      ...bash(`TOKEN=${key} npm run deploy`, `Exit code 1\nError: bad key ${key}`),
      ...bash(`curl -H 'Authorization: Bearer ${key}' 'https://bob:hunter2secret@x.invalid/?api_key=${key}'`, 'ok'),
      ...call('Read', { file_path: `/x/${key}.pem` }, 'x'),
    ]);
    expect(JSON.stringify(ledger)).not.toContain(key);
    // Masked before a line is cut: without its end nobody would know the password.
    const password = 'Pq7'.repeat(40);
    const address = `${'x'.repeat(60)} https://bob:${password}@x.invalid/`;
    const cut = buildLedger(bash(`deploy ${address}`, `Exit code 1\nError: ${'x'.repeat(60)} ${address}`));
    expect(JSON.stringify(cut)).not.toContain('Pq7Pq7');
  });

  it('keeps the weightiest entries of each kind, and says how many it left out', () => {
    const reads = ['a', 'b', 'c', 'd'].flatMap((name) => call('Read', { file_path: name }, 'x'));
    const messages = [...edit('old.ts'), ...reads, ...call('Read', { file_path: 'a' }, 'x')];
    expect(renderLedger(buildLedger(messages, { limit: 3 })).files).toEqual(
      ['a: read 2x', 'd: read', 'old.ts: edited', '+3 more files'].with(3, '+2 more files'),
    );
    const errors = ['make a', 'make b', 'make c'].flatMap((command) => bash(command, 'Exit code 2\nerror: x'));
    const kept = buildLedger([...errors, ...bash('make b'), ...bash('make c')], { limit: 1 });
    expect(renderLedger(kept).errors).toEqual(['`bash make a` → error: `error: x`', '+2 more errors']);
  });

  it('is read back from its lines as it was', () => {
    fc.assert(
      fc.property(conversation, fc.integer({ min: 1, max: 6 }), (messages, limit) => {
        const ledger = buildLedger(messages, { limit });
        const { ledger: parsed, other } = parseLedger(linesOf(ledger).map((line) => `- ${line}`));
        expect(parsed).toEqual({ ...ledger, succeeded: [] });
        expect(other).toEqual([]);
      }),
    );
  });

  it('is the merge of the ledgers of its pieces, wherever it is cut', () => {
    fc.assert(
      fc.property(conversation, fc.nat(), fc.nat(), (messages, one, two) => {
        const starts = [...groupMessages(messages).map(({ start }) => start), messages.length];
        const [first = 0, second = 0] = [one, two].map((cut) => starts[cut % starts.length] ?? 0).sort((a, b) => a - b);
        const pieces = [messages.slice(0, first), messages.slice(first, second), messages.slice(second)];
        const [a = buildLedger([]), b = a, c = a] = pieces.map((piece) => buildLedger(piece));
        const whole = buildLedger(messages);
        expect(mergeLedgers(mergeLedgers(a, b), c)).toEqual(whole);
        expect(mergeLedgers(a, mergeLedgers(b, c))).toEqual(whole);
        expect(buildLedger(messages.slice(second), { previous: mergeLedgers(a, b) })).toEqual(whole);
      }),
    );
  });

  it('goes on from what was read back', () => {
    fc.assert(
      fc.property(conversation, fc.nat(), (messages, cut) => {
        const starts = [...groupMessages(messages).map(({ start }) => start), messages.length];
        const at = starts[cut % starts.length] ?? 0;
        const previous = parseLedger(linesOf(buildLedger(messages.slice(0, at)))).ledger;
        const later = buildLedger(messages.slice(at), { previous });
        expect(linesOf(later)).toEqual(linesOf(buildLedger(messages)));
      }),
    );
  });

  it('takes any conversation, and edits none', () => {
    fc.assert(
      fc.property(fc.oneof(transcript(), scrambledTranscript()), (messages) => {
        const frozen = deepFreeze(structuredClone(messages));
        const ledger = deepFreeze(buildLedger(frozen));
        expect(mergeLedgers(ledger, ledger).files).toHaveLength(ledger.files.length);
        expect(frozen).toEqual(messages);
      }),
    );
  });

  it('takes linear time', () => {
    const many = Array.from({ length: 4_000 }, (_, index) => edit(`src/${index}.ts`)).flat();
    const before = performance.now();
    buildLedger(many, { limit: 10_000 });
    expect(performance.now() - before).toBeLessThan(4_000);
  });
});

describe('commandLabel', () => {
  it.each([
    ['cd /w && npm test 2>&1 | grep -E "(FAIL|PASS)" | tail -3', 'npm test'],
    ['make 2>&1 | tail -5; echo $?', 'make'],
    ["python - <<'EOF'\nprint(1)\nEOF", "python - <<'EOF'"],
    ['make | sort', 'make | sort'],
  ])('makes %j %j', (command, label) => {
    expect(commandLabel(command)).toBe(label);
  });

  it('takes any command in a moment', () => {
    const before = performance.now();
    for (const part of ['| grep ', ' ', '"a', "'", ' 2>&1', '`', 'cd a && ']) commandLabel(`x ${part.repeat(20_000)}y`);
    for (const part of ['| grep ', ' ', '"a', "'", ' 2>&1', '`', 'cd a && ']) commandLabel(`x ${part.repeat(500)}y`);
    expect(performance.now() - before).toBeLessThan(2_000);
  });
});

describe('parseLedger', () => {
  it('gives back the lines of another hand, and reads those of older summaries', () => {
    const lines = [
      '- src/a.ts (created, edited ×3)',
      'Note: keep it small',
      'b.ts: the parser',
      'c.ts: edited, read 2x',
    ];
    const { ledger, other } = parseLedger(lines);
    expect(renderLedger(ledger).files).toEqual(['src/a.ts: created, edited 3x (newest)', 'c.ts: edited, read 2x']);
    expect(other).toEqual(['Note: keep it small', 'b.ts: the parser']);
  });

  it('reads lines in another language', () => {
    const words = {
      read: 'gelesen',
      edited: 'geändert',
      written: 'geschrieben',
      created: 'angelegt',
      deleted: 'gelöscht',
      renamed: 'umbenannt in',
      newest: 'zuletzt',
    };
    const ledger = buildLedger([...edit('a.ts'), ...bash('rm a.ts'), ...bash('mv b.ts c.ts')]);
    const { files } = renderLedger(ledger, words);
    expect(files).toEqual(['b.ts: umbenannt in c.ts', 'a.ts: geändert, gelöscht (zuletzt)']);
    expect(parseLedger(files, [words]).ledger.files).toEqual(ledger.files);
  });
});
