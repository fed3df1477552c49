import type { Random } from '../random.ts';

/** A file of a program, as its functions. Another version is another object. */
export interface SourceFile {
  readonly path: string;
  readonly functions: readonly SourceFunction[];
}

interface SourceFunction {
  readonly name: string;
  readonly body: string;
}

const VERBS = [
  'load',
  'merge',
  'settle',
  'count',
  'group',
  'close',
  'verify',
  'collect',
  'split',
  'round',
  'match',
  'trim',
];
const NOUNS = [
  'Invoices',
  'Batches',
  'Rates',
  'Entries',
  'Carriers',
  'Refunds',
  'Ledgers',
  'Windows',
  'Quotas',
  'Receipts',
];
const FIELDS = [
  'amount',
  'currency',
  'weight',
  'postedAt',
  'owner',
  'status',
  'reference',
  'attempts',
  'quantity',
  'region',
];
const TESTS = ['=== undefined', '> 0', '!== previous', '>= limit', '< since'];
const REASONS = [
  'an entry without an owner is older than the import',
  'the bank rounds half a cent down',
  'two shards may hold the same reference',
  'the carrier sends a status twice',
  'summer time makes this day an hour shorter',
];

/** A new file of so many functions. */
export function sourceFile(random: Random, path: string, functionCount: number): SourceFile {
  const names = new Set<string>();
  while (names.size < functionCount) names.add(nameOf(random, names.size));
  return { path, functions: [...names].map((name) => ({ name, body: bodyOf(random, name) })) };
}

function nameOf(random: Random, count: number): string {
  const name = `${random.pick(VERBS)}${random.pick(NOUNS)}`;
  return count < VERBS.length * 4 ? name : `${name}${count}`;
}

/** The text of a file. */
export function sourceText({ functions }: SourceFile): string {
  return `import { ledger, type Entry } from './ledger.ts';\n\n${functions.map(({ body }) => body).join('\n\n')}\n`;
}

/** A change of one function: the next version, the old text of the function, the new one. */
export function editSource(random: Random, file: SourceFile): { next: SourceFile; before: string; after: string } {
  const target = random.pick(file.functions);
  const after = bodyOf(random, target.name);
  const functions = file.functions.map((each) => (each === target ? { ...each, body: after } : each));
  return { next: { ...file, functions }, before: target.body, after };
}

function bodyOf(random: Random, name: string): string {
  const [field, other] = [random.pick(FIELDS), random.pick(FIELDS)];
  const lines = [
    `export function ${name}(entries: readonly Entry[], limit = ${random.int(2, 900)}): readonly Entry[] {`,
    `  // ${random.pick(REASONS)}`,
    `  const ${field}s = entries.filter((entry) => entry.${field} ${random.pick(TESTS)});`,
    `  for (const entry of ${field}s) {`,
    `    if (entry.${other} ${random.pick(TESTS)}) ledger.note(entry.${field}, ${random.int(1, 64)});`,
    ...(random.chance(0.5) ? [`    else ledger.skip(entry, '${other}');`] : []),
    '  }',
    `  return ${field}s.slice(0, limit);`,
    '}',
  ];
  return lines.join('\n');
}
