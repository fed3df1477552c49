import type { FileAction } from '../tool-use/tool-use.ts';
import {
  type CommandEntry,
  EMPTY_LEDGER,
  type ErrorEntry,
  type FileEntry,
  type Ledger,
  type LeftOut,
  type UrlEntry,
} from './ledger.ts';
import { FILE_ACTIONS } from './ledger-book.ts';
import { LEDGER_WORDS, type LedgerWords } from './render-ledger.ts';

const CHANGES = FILE_ACTIONS.filter((action) => action !== 'read');

/** A line without its bullet. */
const BULLET = /^\s{0,8}[-*+•]\s+/;
const MAX_LINE_CHARS = 4_000;

const COMMAND_LINE =
  /^`([^`]+)`(?: (\d{1,9})x)? → (ok|failed)(?:; (\d{1,9}) passed, (\d{1,9}) failed)?(?:; exit code (-?\d{1,9}))?$/;
const URL_LINE = /^(https?:\/\/\S+)(?: (\d{1,9})x)? → fetched$/;
const ERROR_LINE =
  /^`([^`]+)`(?: (\d{1,9})x)? → error(, resolved)?: `([^`]*)`(?: \(tests: (`[^`]+`(?:, `[^`]+`)*)\))?$/;
const MORE_LINE = /^\+(\d{1,9}) more (files|commands|URLs|errors)$/;

/** What a summary's lines say of a ledger, and the lines that say nothing of one. */
export interface ParsedLedger {
  readonly ledger: Ledger;
  /** Lines by another hand, in their order. */
  readonly other: readonly string[];
}

/**
 * The ledger that {@link renderLedger} wrote into these lines, in any order of kinds; each kind newest first, as it was
 * written. Other lines are given back. Bullets in front are passed over.
 *
 * @param words - In which languages the lines on files may be. English always.
 */
export function parseLedger(lines: readonly string[], words: readonly LedgerWords[] = []): ParsedLedger {
  const reader = new LineReader([LEDGER_WORDS, ...words]);
  const other = lines.filter((line) => !reader.read(line.replace(BULLET, '').trim()));
  return { ledger: reader.ledger, other };
}

class LineReader {
  readonly #words: readonly LedgerWords[];
  readonly #files: FileEntry[] = [];
  readonly #commands: CommandEntry[] = [];
  readonly #urls: UrlEntry[] = [];
  readonly #errors: ErrorEntry[] = [];
  #leftOut: LeftOut = EMPTY_LEDGER.leftOut;

  constructor(words: readonly LedgerWords[]) {
    this.#words = words;
  }

  get ledger(): Ledger {
    return {
      files: this.#files.toReversed(),
      commands: this.#commands.toReversed(),
      urls: this.#urls.toReversed(),
      errors: this.#errors.toReversed(),
      succeeded: [],
      leftOut: this.#leftOut,
    };
  }

  read(line: string): boolean {
    if (line.length > MAX_LINE_CHARS) return false;
    return (
      this.#take(this.#files, parseFileLine(line, this.#words)) ||
      this.#take(this.#commands, parseCommand(line)) ||
      this.#take(this.#urls, parseUrl(line)) ||
      this.#take(this.#errors, parseError(line)) ||
      this.#takeMore(MORE_LINE.exec(line))
    );
  }

  #take<Entry>(list: Entry[], entry: Entry | undefined): boolean {
    if (entry !== undefined) list.push(entry);
    return entry !== undefined;
  }

  #takeMore(found: RegExpExecArray | null): boolean {
    const kind = found?.[2];
    if (kind === undefined) return false;
    const name = kind === 'URLs' ? 'urls' : kind;
    this.#leftOut = { ...this.#leftOut, [name]: Number(found?.[1]) };
    return true;
  }
}

function parseCommand(line: string): CommandEntry | undefined {
  const [, command, count, outcome, passed, failed, exitCode] = COMMAND_LINE.exec(line) ?? [];
  if (command === undefined) return undefined;
  return {
    command,
    count: Number(count ?? 1),
    isFailed: outcome === 'failed',
    ...(exitCode === undefined ? {} : { exitCode: Number(exitCode) }),
    ...(passed === undefined ? {} : { tests: { passed: Number(passed), failed: Number(failed) } }),
  };
}

function parseUrl(line: string): UrlEntry | undefined {
  const [, url, count] = URL_LINE.exec(line) ?? [];
  return url === undefined ? undefined : { url, count: Number(count ?? 1) };
}

function parseError(line: string): ErrorEntry | undefined {
  const [, about, count, resolved, text = '', names = ''] = ERROR_LINE.exec(line) ?? [];
  if (about === undefined) return undefined;
  const tests = [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
  return { about, line: text, count: Number(count ?? 1), isResolved: resolved !== undefined, tests };
}

/**
 * The entry of a line on a file; `undefined` where it is none. Reads `path: edited 2x` and, as summaries of older versions
 * have it, `path (edited ×2)`.
 */
function parseFileLine(line: string, words: readonly LedgerWords[] = [LEDGER_WORDS]): FileEntry | undefined {
  const [, path, what] = /^(.{1,400}): (.+)$/.exec(line) ?? /^(\S.{0,400}?) \(([^()]+)\)$/.exec(line) ?? [];
  if (path === undefined || what === undefined) return undefined;
  for (const each of words) {
    const entry = parseActions(path, what, each);
    if (entry !== undefined) return entry;
  }
  return undefined;
}

interface ActionPart {
  readonly action: FileAction;
  readonly count: number;
  readonly isNewest: boolean;
  readonly to?: string;
}

function parseActions(path: string, what: string, words: LedgerWords): FileEntry | undefined {
  const parts = splitActions(what, words).map((part) => parsePart(part, words));
  const known = parts.filter((part) => part !== undefined);
  if (known.length === 0 || known.length < parts.length) return undefined;
  const changed = known.filter(({ action }) => CHANGES.some((change) => change === action));
  const newest = (changed.find((part) => part.isNewest) ?? changed.at(-1))?.action ?? 'read';
  const to = known.find((part) => part.to !== undefined)?.to;
  const counts = Object.fromEntries(known.map(({ action, count }) => [action, count]));
  return { path, counts, newest, ...(to === undefined ? {} : { to }) };
}

/** The new path of a renamed file stands last and may hold commas. */
function splitActions(what: string, { renamed }: LedgerWords): readonly string[] {
  const at = what.startsWith(`${renamed} `) ? 0 : what.indexOf(`, ${renamed} `);
  if (at === -1) return what.split(', ');
  return [
    ...what
      .slice(0, at)
      .split(', ')
      .filter((part) => part !== ''),
    what.slice(at).replace(/^, /, ''),
  ];
}

function parsePart(part: string, words: LedgerWords): ActionPart | undefined {
  const mark = ` (${words.newest})`;
  const isNewest = part.endsWith(mark);
  const text = isNewest ? part.slice(0, -mark.length) : part;
  const [, said = '', count = '1'] = /^(.+?)(?: (?:(?=\d+x$)|×)(\d{1,9})x?)?$/u.exec(text) ?? [];
  const action = FILE_ACTIONS.find((each) =>
    each === 'renamed' ? said.startsWith(`${words.renamed} `) : words[each] === said,
  );
  if (action === undefined) return undefined;
  const to = action === 'renamed' ? said.slice(words.renamed.length + 1) : undefined;
  return { action, count: Number(count), isNewest, ...(to === undefined ? {} : { to }) };
}
