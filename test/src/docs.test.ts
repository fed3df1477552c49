import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';

const root = join(import.meta.dirname, '..', '..');

function checkDocs(...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'scripts/check-docs.mjs'), ...args], {
    encoding: 'utf8',
  });
  return { status, stdout, faults: stderr.split('\n').filter((line) => line !== '') };
}

/** The faults found in a folder that holds `document` as `guide.md`, beside a `plain.ts` of one line. */
function faultsIn(document: readonly string[], ...args: readonly string[]): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'docs-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'plain.ts'), 'export const answer = 42;\n');
  writeFileSync(join(folder, 'guide.md'), document.join('\n'));
  return checkDocs(folder, ...args).faults;
}

describe('the documents', () => {
  it('link to what exists, and show files as they are', () => {
    const { status, stdout, faults } = checkDocs('--links');
    expect(faults).toEqual([]);
    expect(status).toBe(0);
    expect(stdout).toContain(', 0 faults');
  });
});

describe('checking documents', () => {
  it('accepts links that lead somewhere, files shown as they are and blocks that compile', () => {
    const document = [
      '# The `one` heading',
      'See [it](#the-one-heading), [the file](plain.ts), [us](https://example.com/none), `[no](link)`.',
      '```ts file=plain.ts',
      'export const answer = 42;',
      '```',
      '```ts',
      "import { truncateText } from '@hermes-context/messages';",
      "const short: string = truncateText('long', 2);",
      '```',
      '```md',
      '[not](a-link.md)',
      '```',
    ];
    expect(faultsIn(document)).toEqual([]);
  });

  it('names file and line of a link that leads nowhere', () => {
    expect(faultsIn(['# One', '', '[a](gone.md) and [b](#two)'], '--links')).toEqual([
      'guide.md:3: the link gone.md leads nowhere',
      'guide.md:3: guide.md has no heading #two',
    ]);
  });

  it('names the block that shows something else than its file says', () => {
    expect(faultsIn(['```ts file=plain.ts', 'export const answer = 41;', '```'], '--links')).toEqual([
      'guide.md:1: this is not what plain.ts says; copy it from there again',
    ]);
  });

  it('names the line of a type error, also inside a list', () => {
    const document = ['* a point', '', '  ```ts', '  export {};', '  const count: number = "one";', '  ```'];
    expect(faultsIn(document)).toEqual(["guide.md:5: error TS2322: Type 'string' is not assignable to type 'number'."]);
  });

  it('names a block that never ends', () => {
    expect(faultsIn(['text', '```ts', 'const one = 1;'], '--links')).toEqual(['guide.md:2: this block never ends']);
  });
});

describe('the decisions', () => {
  const folder = join(root, 'decisions');
  const records = readdirSync(folder).filter((name) => name !== 'README.md');

  it('are numbered without a gap, and named after what was decided', () => {
    expect(records.filter((name) => !/^\d{4}(-[a-z0-9]+)+\.md$/.test(name))).toEqual([]);
    const numbers = records.map((name) => Number(name.slice(0, 4))).toSorted((left, right) => left - right);
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  });

  it.each(records)('say in short form what was decided, when and why: %s', (name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    expect(text).toMatch(new RegExp(`^# ${name.slice(0, 4)} [^\n]+\n\n20\\d\\d-\\d\\d-\\d\\d\n`));
    const headings = Array.from(text.matchAll(/^## (.*)$/gm), (match) => match[1]);
    expect(headings).toEqual(['Context', 'Decision', 'Consequences']);
  });
});
