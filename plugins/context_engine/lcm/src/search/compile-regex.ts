import { RE2JS } from 're2js';

/** A pattern that cannot be run, and why. */
export interface BadRegex {
  readonly kind: 'bad';
  readonly message: string;
  readonly position: number | undefined;
}

/** A pattern ready to run in time linear in the text: no back-references, no look-around. `^` and `$` are ends of lines. */
export function compileRegex(
  pattern: string,
  isSensitive: boolean,
): { readonly kind: 'compiled'; readonly expression: RE2JS } | BadRegex {
  const flags = RE2JS.MULTILINE | (isSensitive ? 0 : RE2JS.CASE_INSENSITIVE);
  try {
    return { kind: 'compiled', expression: RE2JS.compile(pattern, flags) };
  } catch (error) {
    const description = error instanceof Error && 'error' in error ? String(error.error) : 'it cannot be read';
    const input = error instanceof Error && 'input' in error && typeof error.input === 'string' ? error.input : '';
    const position = positionOf(pattern, description, input);
    return { kind: 'bad', message: messageOf(pattern, description, position), position };
  }
}

/** Whether capitals in a pattern are meant as such: classes and properties have capitals of their own. */
export function hasCapitals(pattern: string, isRegex: boolean): boolean {
  const letters = isRegex
    ? pattern.replaceAll(/\\[pP](?:\{[^}]*\}|.)|\\.|\(\?P?<[^>=!]*>|\[:\^?\w+:\]/gu, '')
    : pattern;
  return /\p{Lu}/u.test(letters);
}

function messageOf(pattern: string, description: string, position: number | undefined): string {
  const place = position === undefined ? '' : ` at position ${position}`;
  return `The regular expression cannot be used: ${description}${place}. ${whyRefused(pattern)} Correct it, or use mode "literal" for these very characters.`;
}

function whyRefused(pattern: string): string {
  if (/\(\?<?[=!]/.test(pattern)) return 'Look-around cannot be run in linear time.';
  if (/\\[1-9]|\\k</.test(pattern)) return 'Back-references cannot be run in linear time.';
  return 'The syntax is that of RE2.';
}

/** Where the fault is, in UTF-16 units; unknown where that cannot be told. */
function positionOf(pattern: string, description: string, input: string): number | undefined {
  if (/missing closing \)/.test(description)) return bracketsOf(pattern).openGroup;
  if (/missing closing \]/.test(description)) return bracketsOf(pattern).openSet;
  if (/unexpected \)/.test(description)) return bracketsOf(pattern).surplus;
  if (/trailing backslash/.test(description)) return pattern.length - 1;
  const at = input === '' ? -1 : pattern.lastIndexOf(input);
  return at < 0 ? undefined : at;
}

interface Brackets {
  readonly openGroup: number | undefined;
  readonly openSet: number | undefined;
  readonly surplus: number | undefined;
}

/** Where the first brackets open that nothing closes, and the first one that closes nothing. */
function bracketsOf(pattern: string): Brackets {
  const bare = pattern.replaceAll(/\\[\s\S]/g, blank).replaceAll(/\[\^?\]?[^\]]*\]/g, blank);
  const open: number[] = [];
  let surplus: number | undefined;
  for (const { 0: bracket, index } of bare.matchAll(/[()]/g)) {
    if (bracket === '(') open.push(index);
    else if (open.pop() === undefined) surplus ??= index;
  }
  const set = bare.indexOf('[');
  return { openGroup: open[0], openSet: set < 0 ? undefined : set, surplus };
}

function blank(part: string): string {
  return ' '.repeat(part.length);
}
