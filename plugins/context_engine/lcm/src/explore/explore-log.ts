import type { Explorer, Finding, Material } from './exploration.ts';
import { frequentNames } from './frequent-names.ts';
import { counted, fitLines, shortLine } from './note-lines.ts';

/** What forms see of a line, in UTF-16 units. */
const HEAD_CHARS = 300;
/** Least part of the filled lines that a log, or a search's list of places, is recognised by. */
const MIN_SHARE = 0.3;
const MIN_LINES = 3;
const TIME = /^\W{0,3}(?:\d{4}[-/]\d\d[-/]\d\d[T ]|\d\d:\d\d:\d\d|[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d)/;
const LEVEL = /^.{0,60}\b(?:TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|FATAL|CRITICAL)\b/;
/** Output of tests and builds, traces of a stack, and `file:12:` of searches and compilers. */
const OUTPUT =
  /^\s*(?:[✓✔✗✘✕×●]|PASS |FAIL |ok \d|not ok |--- (?:PASS|FAIL|SKIP)|=== RUN|ok\s+\S+\s+[\d.(]|at \S.*:\d+|File ".*", line \d+|npm ERR|\$ |> \S+@)|^[\w@./\\-]{1,200}[:-]\d{1,7}[:-]|\b(?:PASSED|FAILED)\b/;
const EXIT = /\b(?:exit(?:ed)?(?: with)?(?: code| status)?|returncode)\W{1,3}-?\d{1,5}\b/i;
const ERROR =
  /\b(?:error|fatal|panic|failed|failure|traceback|critical)\b|\w(?:Error|Exception)\b|^\s*[✗✘✕×]|^\s*(?:not ok|FAIL|--- FAIL)\b/i;
const WARNING = /\bwarn(?:ing)?\b|\bdeprecat/i;
const NONE = /\b(?:0|no) (?:errors?|failures?|failed|warnings?)\b|\berrors?\W{1,3}0\b/i;
const FIRST_LINES = 3;
const LAST_LINES = 5;

/** Errors, exits, beginning and end of what is a log by its form. */
export const exploreLog: Explorer = (material) => {
  const heads = material.lines.map((line) => line.slice(0, HEAD_CHARS));
  const filledCount = heads.filter((line) => line.trim() !== '').length;
  const formal = heads.filter((line) => TIME.test(line) || LEVEL.test(line) || OUTPUT.test(line));
  const isLog = formal.length >= MIN_LINES && formal.length >= filledCount * MIN_SHARE;
  return isLog || heads.some((line) => /^<(?:returncode|exit_?code)>/.test(line)) ? exploreOutput(material) : undefined;
};

/** The same of a text that is known to be the output of a program. */
export function exploreOutput({ text, lines, roomChars }: Material): Finding {
  const { errors, warnings, exits } = troubleIn(lines);
  const filled = lines.flatMap((line, index) => (line.trim() === '' ? [] : [{ line, index }]));
  const first = filled.slice(0, FIRST_LINES).map(numbered);
  const last = filled.slice(FIRST_LINES).slice(-LAST_LINES).map(numbered);
  const names = frequentNames(text).join(', ');
  return {
    kind: 'log',
    title: 'log or terminal output',
    lines: [
      ...section('exit', exits.values(), roomChars * 0.1),
      ...section(`${counted(errors.size, 'distinct error line')}`, errors.values(), roomChars * 0.35),
      ...section(`${counted(warnings.size, 'distinct warning line')}`, warnings.values(), roomChars * 0.12),
      ...titled('first lines', fitLines(first, roomChars * 0.15)),
      ...titled('last lines', fitLines(last, roomChars * 0.25)),
      ...(names === '' ? [] : [shortLine(`often: ${names}`)]),
    ],
  };
}

interface Seen {
  readonly text: string;
  readonly line: number;
  count: number;
}

type Seens = Map<string, Seen>;

function troubleIn(lines: readonly string[]): Readonly<Record<'errors' | 'warnings' | 'exits', Seens>> {
  const found = { errors: new Map(), warnings: new Map(), exits: new Map() } satisfies Record<string, Seens>;
  for (const [index, line] of lines.entries()) {
    const head = line.slice(0, HEAD_CHARS);
    const kind = troubleOf(head);
    if (kind !== undefined) note(found[kind], head, index + 1);
  }
  return found;
}

function troubleOf(head: string): 'errors' | 'warnings' | 'exits' | undefined {
  if (EXIT.test(head)) return 'exits';
  if (NONE.test(head)) return undefined;
  if (WARNING.test(head) && !/\berror\b/i.test(head)) return 'warnings';
  return ERROR.test(head) ? 'errors' : undefined;
}

/** Lines that differ in numbers alone, as in their times, are the same. */
function note(seens: Seens, head: string, line: number): void {
  const key = head.replaceAll(/\d+/g, '0').trim();
  const seen = seens.get(key);
  if (seen === undefined) seens.set(key, { text: head, line, count: 1 });
  else seen.count += 1;
}

function section(title: string, seens: Iterable<Seen>, roomChars: number): readonly string[] {
  const lines = [...seens].map(
    ({ text, line, count }) => `${line}: ${shortLine(text)}${count > 1 ? ` (×${count})` : ''}`,
  );
  return titled(title, fitLines(lines, roomChars));
}

function titled(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`${title}:`, ...lines.map((line) => `  ${line}`)];
}

function numbered({ line, index }: { readonly line: string; readonly index: number }): string {
  return `${index + 1}: ${shortLine(line.slice(0, HEAD_CHARS * 2), 120)}`;
}
