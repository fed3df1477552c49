import { type Seeded, seeded } from './seeded.ts';
import { AREAS, NOUNS, REMARKS, VERBS } from './vocabulary.ts';

const MIN_FILE_CHARS = 1_000;
const MAX_FILE_CHARS = 12_000;
/** A Chinese character says as much as a short word, and costs a token: such files hold fewer. */
const WIDE_SHARE = 0.25;

/** A path below `src`, such as `src/store/merge-queue.ts`. */
export function sourcePath(random: Seeded): string {
  const extension = random.pick(['ts', 'ts', 'py', 'json', 'md']);
  return `src/${random.pick(AREAS)}/${random.pick(VERBS)}-${random.pick(NOUNS)}.${extension}`;
}

/** A file of 1 to 12 KB, more often a small one: code, JSON, or Chinese and Russian notes, by the extension of its path. */
export function fileText(seed: number, path: string): string {
  const random = seeded(seed, 'file', path);
  // The cube makes most files small and a few large, as in a real project.
  const chars = Math.floor(MIN_FILE_CHARS + (MAX_FILE_CHARS - MIN_FILE_CHARS) * random.next() ** 3);
  if (path.endsWith('.json')) return jsonText(random, chars);
  if (path.endsWith('.md')) return linesUpTo(chars * WIDE_SHARE, () => `- ${random.pick(REMARKS)}（${name(random)}）`);
  const codeLine = path.endsWith('.py') ? pythonLine : typescriptLine;
  return linesUpTo(chars, () => codeLine(random));
}

/** A run of tests: all green in a few lines or many, or a failure with its stack. */
export function testRun(seed: number, pattern: string): string {
  const random = seeded(seed, 'tests', pattern);
  const count = 4 + random.below(40);
  const passed = Array.from({ length: count }, () => ` ✓ ${sourcePath(random)} (${1 + random.below(30)} tests)`);
  if (random.next() < 0.6) return [...passed, '', `Tests  ${count} passed (${count})`].join('\n');
  const frames = Array.from(
    { length: 6 + random.below(20) },
    () => `    at ${name(random)} (${place(random)}:${random.below(60)})`,
  );
  const said = `AssertionError: expected ${random.below(90)} to be ${random.below(90)}`;
  return [
    ...passed,
    '',
    ` FAIL ${pattern}`,
    said,
    ...frames,
    '',
    `Tests  1 failed | ${count} passed (${count + 1})`,
  ].join('\n');
}

/** Where a word occurs, a line each. */
export function searchHits(seed: number, query: string): readonly string[] {
  const random = seeded(seed, 'search', query);
  return Array.from({ length: 3 + random.below(25) }, () => `${place(random)}: ${typescriptLine(random).trim()}`);
}

/** A folder as JSON text. */
export function folderListing(seed: number, path: string): string {
  const random = seeded(seed, 'folder', path);
  const entries = Array.from({ length: 4 + random.below(24) }, () => ({
    path: sourcePath(random),
    bytes: random.below(20_000),
  }));
  return JSON.stringify({ path, entries }, undefined, 1);
}

/** Lines of code for a file that the model writes. */
export function newCode(random: Seeded): string {
  return linesUpTo(300 + 2_500 * random.next() ** 2, () => typescriptLine(random));
}

function jsonText(random: Seeded, chars: number): string {
  const indent = random.pick([0, 2]);
  const rows: string[] = [];
  for (let length = 0; length < chars; length += rows.at(-1)?.length ?? 0) {
    const row = { id: random.below(1e9), name: name(random), path: sourcePath(random), ratio: random.next() };
    rows.push(JSON.stringify(row, undefined, indent));
  }
  return `[\n${rows.join(',\n')}\n]`;
}

function linesUpTo(chars: number, line: () => string): string {
  const lines: string[] = [];
  for (let length = 0; length < chars; length += (lines.at(-1) ?? '').length + 1) lines.push(line());
  return lines.join('\n');
}

function typescriptLine(random: Seeded): string {
  const [noun, other] = [random.pick(NOUNS), random.pick(NOUNS)];
  return random.pick([
    `export function ${name(random)}(${noun}: readonly ${title(other)}[], limit = ${random.below(500)}): ${title(noun)} {`,
    `  const ${noun}Count = ${other}.filter((entry) => entry.${noun} !== undefined).length;`,
    `  if (${noun}Count > ${random.below(100)}) throw new RangeError(\`${noun}: \${${noun}Count} is too many\`);`,
    `  await this.#${other}.${random.pick(VERBS)}({ ${noun}, signal: AbortSignal.timeout(${random.below(9)}_000) });`,
    `  // ${random.pick(REMARKS)}`,
    `import { ${name(random)} } from './${random.pick(VERBS)}-${other}.ts';`,
    '}',
    '',
  ]);
}

function pythonLine(random: Seeded): string {
  const [noun, other] = [random.pick(NOUNS), random.pick(NOUNS)];
  return random.pick([
    `def ${random.pick(VERBS)}_${noun}(${other}: list[dict], *, limit: int = ${random.below(500)}) -> dict | None:`,
    `    ${noun} = {row["${other}"]: row for row in ${other} if row.get("${noun}")}`,
    `    if len(${noun}) > ${random.below(100)}:`,
    `        raise ValueError(f"${noun}: {len(${noun})} is too many")`,
    `    # ${random.pick(REMARKS)}`,
    `    return ${random.pick(VERBS)}(${noun}, retries=${random.below(9)})`,
    '',
  ]);
}

function place(random: Seeded): string {
  return `${sourcePath(random)}:${1 + random.below(400)}`;
}

function name(random: Seeded): string {
  return `${random.pick(VERBS)}${title(random.pick(NOUNS))}`;
}

function title(noun: string): string {
  return noun.slice(0, 1).toUpperCase() + noun.slice(1);
}
