import { CODE_LANGUAGES, type CodeLanguage } from './code-languages.ts';
import type { Explorer, Material } from './exploration.ts';
import { frequentNames } from './frequent-names.ts';
import { counted, shortLine } from './note-lines.ts';

/** What forms see of a line, in UTF-16 units: bounds their work on any line. */
const HEAD_CHARS = 200;
/** Lines that decide about the language; the outline is of all. */
const PROBED_LINES = 1000;
/** Least number of imports and declarations, and least part of the filled lines that looks like code. */
const MIN_SIGNS = 2;
const MIN_SHARE = 0.3;
/** What a part of a file without declarations must have: typical lines, and mostly code. */
const MIN_OTHERS = 5;
const MIN_PART_SHARE = 0.6;
/** Up to so many names, an outline is too short to tell what a text is about. */
const MAX_PART_NAMES = 1;
/** Code of any language: ends of statements and blocks, assignments, comments. */
const CODE_LINE =
  /[{};]$|^\s*[})\]]|^\s*(?:\/\/|\/\*|\*|#\s)|^\s*[\w.[\]"']+ (?::|\+|-)?= |^\s*(?:if|for|while|return|else|elif|try|switch|case)\b.*[:{(]$|[\w\])]\(.*\)[;:,]?$|^\s+["'\w.]+,$|:$/;
/** Headings of Markdown: where they stand this densely, the code around them is an example. */
const HEADING = /^#{2,6} \S/;
const MIN_HEADINGS = 2;
const MAX_LINES_PER_HEADING = 25;
const FENCE = /^\s{0,3}(?:```|~~~)/;
const DIFF_FILE = /^diff --git a\/(.*) b\//;
const HUNK_LINE = /^[+-](?![+-]{2} )/;

/** Imports and names with their lines, or the files of a diff. */
export const exploreCode: Explorer = (material) => exploreDiff(material) ?? exploreProgram(material);

function exploreProgram({ text, lines }: Material): ReturnType<Explorer> {
  const heads = lines.map((line) => line.slice(0, HEAD_CHARS).trimEnd());
  const start = heads.slice(0, PROBED_LINES).filter((line) => line !== '');
  const headingCount = start.filter((line) => HEADING.test(line)).length;
  if (headingCount >= MIN_HEADINGS && headingCount * MAX_LINES_PER_HEADING >= start.length) return undefined;
  const probe = outsideFences(start);
  const language = likeliest(probe);
  if (language === undefined) return undefined;
  let importCount = 0;
  const names: string[] = [];
  for (const [index, head] of heads.entries()) {
    if (language.imports.test(head)) importCount += 1;
    else if (declaredName(language, head) !== undefined) names.push(`${index + 1}: ${declarationOf(head)}`);
  }
  return {
    kind: 'code',
    title: `${language.name} code`,
    lines: [
      `${counted(importCount, 'import')}, ${counted(names.length, 'declaration')} (line: name)`,
      ...names,
      ...partLines(text, names),
    ],
  };
}

/** A part of a file has hardly a name to show: how it begins and what it speaks of stand for them. */
function partLines(text: string, names: readonly string[]): readonly string[] {
  if (names.length > MAX_PART_NAMES) return [];
  const often = frequentNames(text).join(', ');
  return [`begins: ${shortLine(text.trimStart())}`, ...(often === '' ? [] : [shortLine(`often: ${often}`, 300)])];
}

/** Markdown shows code between fences; that does not make it code. */
function outsideFences(lines: readonly string[]): readonly string[] {
  let isFenced = false;
  return lines.filter((line) => {
    const isFence = FENCE.test(line);
    if (isFence) isFenced = !isFenced;
    return !isFenced && !isFence;
  });
}

function likeliest(probe: readonly string[]): CodeLanguage | undefined {
  const codeCount = probe.filter((line) => CODE_LINE.test(line)).length;
  let best: CodeLanguage | undefined;
  let bestScore = 0;
  for (const language of CODE_LANGUAGES) {
    const signs = probe.filter((line) => language.imports.test(line) || declaredName(language, line) !== undefined);
    const others = probe.filter((line) => language.others.test(line)).length;
    const score = 3 * signs.length + others;
    const isWhole = signs.length >= MIN_SIGNS && signs.length + codeCount + others >= probe.length * MIN_SHARE;
    const isPart = others >= MIN_OTHERS && codeCount + others >= probe.length * MIN_PART_SHARE;
    if (!(isWhole || isPart) || score <= bestScore) continue;
    best = language;
    bestScore = score;
  }
  return best;
}

function declaredName({ declarations }: CodeLanguage, line: string): string | undefined {
  for (const form of declarations) {
    const name = form.exec(line)?.[1];
    if (name !== undefined) return name;
  }
  return undefined;
}

/** A declaration as its author wrote it says more than its name: what it is, and of what. */
function declarationOf(line: string): string {
  const indent = line.length - line.trimStart().length;
  return `${' '.repeat(Math.min(indent, 4))}${shortLine(line.replace(/ ?[{:(]$/, ''), 80)}`;
}

function exploreDiff({ lines }: Material): ReturnType<Explorer> {
  const files: { path: string; line: number; changedCount: number }[] = [];
  for (const [index, line] of lines.entries()) {
    const path = DIFF_FILE.exec(line.slice(0, HEAD_CHARS * 2))?.[1];
    if (path !== undefined) files.push({ path, line: index + 1, changedCount: 0 });
    const file = files.at(-1);
    if (file !== undefined && HUNK_LINE.test(line)) file.changedCount += 1;
  }
  const [first] = files;
  if (first === undefined || first.line > PROBED_LINES) return undefined;
  const outline = files.map(({ path, line, changedCount }) => {
    return `${line}: ${shortLine(path)} (${counted(changedCount, 'changed line')})`;
  });
  return { kind: 'code', title: `diff of ${counted(files.length, 'file')}`, lines: outline };
}
