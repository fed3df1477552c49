import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');

const TEST_FILES = ['{packages/*,plugins/*/*,examples/*,test,bench}/src/**/*.test.ts'];

describe('the rules of docs/rules.md', () => {
  const declared = rulesIn(readFileSync(join(root, 'docs', 'rules.md'), 'utf8'));
  const titles = globSync(TEST_FILES, { cwd: root, exclude: ['test/src/rules.test.ts'] }).flatMap((file) =>
    ruleTitlesIn(readFileSync(join(root, file), 'utf8')),
  );
  const tested = new Set(titles);

  it('have a test each, whose title starts with the number', () => {
    expect(declared.filter((rule) => !tested.has(rule))).toEqual([]);
  });

  it('are each declared once, wherever a test names them', () => {
    expect(new Set(declared).size).toBe(declared.length);
    expect([...tested].filter((rule) => !declared.includes(rule))).toEqual([]);
  });
});

describe('finding the rules in the titles of tests', () => {
  it.each([
    ['a plain test', "it('S-042 keeps the longest key', () => {});"],
    ['a title on a line of its own', 'it(\n  "S-042 keeps the longest key",\n  () => {},\n);'],
    ['a table', "it.each([\n  [1, (2)],\n])('S-042 keeps %d', () => {});"],
    ['a table as a tagged template', 'it.each`a\n$' + "{1}`('S-042 keeps $a', () => {});"],
    ['the other name', 'test(`S-042 keeps the longest key`, () => {});'],
  ])('sees %s', (_, source) => {
    expect(ruleTitlesIn(source)).toEqual(['S-042']);
  });

  it.each([
    ['a group of tests', "describe('S-042 thresholds', () => {});"],
    ['a table of groups', "describe.each([[1]])('S-042 thresholds %d', () => {});"],
    ['a test that does not run', "it.skip('S-042 keeps the longest key', () => {});"],
    ['a rule in the middle of a title', "it('keeps the longest key (S-042)', () => {});"],
    ['a rule in a comment or a value', "// S-042\nexpect(find('S-042')).toBe(1);"],
  ])('does not take %s for one', (_, source) => {
    expect(ruleTitlesIn(source)).toEqual([]);
  });
});

/** Rule numbers of the document, in order. */
function rulesIn(document: string): readonly string[] {
  return Array.from(document.matchAll(/^- (S-\d{3}) /gm), (match) => match[1]!);
}

/** Rule numbers that titles of running tests start with. */
function ruleTitlesIn(source: string): readonly string[] {
  return Array.from(source.matchAll(/(\b(?:it|test)|[)`])\(\s*['"`](S-\d{3})\b/g)).flatMap((match) => {
    const isTable = match[1] === ')' || match[1] === '`';
    return isTable && tableOwner(source.slice(0, match.index)) === 'describe' ? [] : [match[2]!];
  });
}

/** Whose table ends here: the last `.each` or `.for` says. */
function tableOwner(before: string): string | undefined {
  return Array.from(before.matchAll(/\b(it|test|describe)\.(?:each|for)\b/g)).at(-1)?.[1];
}
