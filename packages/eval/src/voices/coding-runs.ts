import type { Voice } from '../generate/voice.ts';

/** What is run in a repository, what it prints, and which files come of it. */
export const CODING_RUNS: Pick<Voice, 'commands' | 'errors' | 'files'> = {
  commands: [
    [
      'node tools/replay.mjs --from 2031-0{int:1-9}-11 --shard {digits:3} --dry-run',
      'replayed {int:100-900} entries, nothing written\nexit code 0',
      'replayed entries nothing written|replay',
    ],
    [
      'npm run audit:{service} -- --since {digits:6}',
      'audit finished, {int:2-40} notes\nexit code 0',
      'audit finished notes|audit',
    ],
    [
      'git bisect start {hex:8} {hex2:8}',
      'Bisecting: {int:10-90} revisions left to test after this\nexit code 0',
      'bisecting revisions left|bisect',
    ],
    [
      'sqlite3 books-{hex:5}.db .schema',
      'CREATE TABLE postings (id, cents, owner);\nexit code 0',
      'schema of postings table|schema',
    ],
    [
      'make bench WINDOW={digits:4} SERVICE={service}',
      'bench done, {int:10-90} runs\nexit code 0',
      'bench done runs|bench',
    ],
  ],
  errors: [
    [
      'npm run close:{service}',
      '[[ClosingDriftError: shard {digits:3} is off by {digits2:4} cents]]\n    at closeMonth (src/ledger/close-month.ts:88)\nexit code 1',
      'closing drift shard off|drift',
    ],
    [
      'npm run build -- --filter {service}',
      'src/rates/rate-table.ts:41:7 - [[error TS2322: Type RateText{digits:3} is not assignable to type Cents]]\nexit code 2',
      'build type not assignable|assignable',
    ],
    [
      'npm run import:{service}',
      '[[BatchSchemaError: batch {hex:7} has no currency in row {digits:3}]]\nexit code 1',
      'import batch no currency row|currency',
    ],
    [
      'docker compose up {service}',
      '[[fatal: lock file epoch-{hex:6} is held by another process]]\nexit code 1',
      'lock file held another process|lock',
    ],
    [
      'npm test -- refund',
      '[[AssertionError: expected refund {digits:5} to be matched once]]\nexit code 1',
      'expected refund matched once|refund',
    ],
  ],
  files: [
    [
      'src/{service}/guard-{hex:4}.ts',
      '// Stops a closing that overlaps with another one.\nexport const overlapGuard = true;\n',
    ],
    [
      'test/{service}/fixture-{hex:4}.ts',
      '// Postings of a month with a leap second, for the closing tests.\nexport const leapMonth = [];\n',
    ],
    ['docs/{service}/decision-{digits:3}.md', '# Rounding of partial refunds\n\nHalf a cent goes down.\n'],
    ['tools/check-{hex:5}.mjs', '// Compares totals of two archives and prints the difference.\nconsole.log(0);\n'],
    ['src/rates/table-{hex:5}.json', '{"note": "rates for customs of the northern harbour"}\n'],
  ],
};
